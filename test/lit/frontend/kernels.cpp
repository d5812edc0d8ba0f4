// Kernels: 1, 2 and 3 dimensions, overloads, parameters that the body changes, virtual ones.
// RUN: %import --silence=kernel-not-called %s -- -std=c++17 | FileCheck %s
// RUN: %import %s -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=WARN

class C {
public:
  virtual ~C() {}
  virtual void Run(int *a, int n) {
    kernel1D_Fill(a, n);
    kernel1D_Fill(a, 2.0f, n);
    kernel2D_Fill(a, n, n);
  }

protected:
  // CHECK: vkm.kernel @kernel1D_Fill(%[[A:.*]]: !vkm.ptr<si32> {{.*}}, %[[N:.*]]: si32 {{.*}}) attributes {dims = 1 : i32, display = "Fill"}
  void kernel1D_Fill(int *a, int n) {
    // CHECK: %[[VAR:.*]] = vkm.var "n" : <si32> = %[[N]] : si32
    // CHECK: vkm.update mul %[[VAR]]
    n *= 2;
    for (int i = 0; i < n; i++)
      a[i] = 1;
  }
  // CHECK: vkm.kernel @kernel1D_Fill_2({{.*}}: f32 {vkm.cpp_type = "const float &", vkm.name = "value"}
  // CHECK-SAME: attributes {cpp_name = "kernel1D_Fill", dims = 1 : i32, display = "Fill_2"}
  void kernel1D_Fill(int *a, const float &value, int n) {
    for (int i = 0; i < n; i++)
      a[i] = int(value);
  }
  // CHECK: vkm.kernel @kernel2D_Fill({{.*}}) attributes {dims = 2 : i32, display = "Fill"}
  virtual void kernel2D_Fill(int *a, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        a[y * w + x] = x;
  }
  // WARN: kernels.cpp:[[@LINE+3]]:8: warning: no control function calls kernel 'C::kernel3D_Fill' [vkm1903, kernel-not-called]
  // WARN: note: call it from a member function
  // CHECK: vkm.kernel @kernel3D_Fill({{.*}}) attributes {dims = 3 : i32, display = "Fill"}
  void kernel3D_Fill(int a[], int n) {
    for (int z = 0; z < n; z++)
      for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
          a[(z * n + y) * n + x] = x;
  }
  // These names are no kernels.
  // CHECK-NOT: @kernel4D
  // CHECK-NOT: @kernel1D(
  void kernel4D_Fill() {}
  void kernel1D() {}
};

// CHECK: vkm.control @Run
// CHECK: vkm.call @kernel1D_Fill(
// CHECK: vkm.call @kernel1D_Fill_2(
// CHECK: vkm.call @kernel2D_Fill(
