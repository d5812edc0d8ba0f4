// Kernels that are templates: one for each instance that methods of the class call.
// RUN: %import %s 2>&1 | FileCheck %s
class C {
public:
  virtual ~C() {}
  // CHECK: kernel-templates.cpp:[[@LINE+22]]:30: warning: no control function calls kernel 'kernel1D_None' [vkm1903, kernel-not-called]
  // CHECK: vkm.kernel @kernel1D_Scale_float({{.*}}: !vkm.ptr<f32>
  // CHECK: vkm.kernel @kernel1D_Scale_int({{.*}}: !vkm.ptr<si32>
  // CHECK: vkm.kernel @kernel2D_Box_3(
  // CHECK-NOT: vkm.kernel
  // CHECK: vkm.control @Run
  // CHECK: vkm.call @kernel1D_Scale_float(
  // CHECK: vkm.call @kernel1D_Scale_int(
  // CHECK: vkm.call @kernel2D_Box_3(
  // CHECK: vkm.call @kernel1D_Scale_float(
  virtual void Run(float *a, int *b, int n) {
    kernel1D_Scale(a, n, 0.5f);
    kernel1D_Scale(b, n, 2);
    kernel2D_Box<3>(a, n);
    kernel1D_Scale<float>(a, n, 2);
  }

private:
  template <typename T> void kernel1D_Scale(T *a, int n, T by) {
    for (int i = 0; i < n; ++i)
      a[i] *= by;
  }
  template <typename T> void kernel1D_None(T *a) {}
  template <int N> void kernel2D_Box(float *a, int n) {
    for (int y = 0; y < N; ++y)
      for (int x = 0; x < n; ++x)
        a[y * n + x] += N;
  }
};
