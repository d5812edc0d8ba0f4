// An inner loop whose bound the counter around it gives: the grid has all numbers that it has in any row, and the condition of
// the source inside.
// RUN: vkmorph %s --class Triangles --emit=recognised --without-locations -- -std=c++17 2>&1 | FileCheck %s
// RUN: not vkmorph %s --class Refused -o %t.out -- -std=c++17 2>&1 | FileCheck %s --check-prefix=REFUSED

class Triangles {
public:
  virtual ~Triangles() {}
  virtual void Run(float *a, int n, unsigned m) {
    kernel2D_Below(a, n);
    kernel2D_BelowWith(a, n);
    kernel2D_Above(a, m);
    kernel3D_Both(a, n);
  }

  // CHECK-LABEL: vkm.kernel @kernel2D_Below(
  // CHECK: vkm.grid (%i: si32 "i", %j: si32 "j") = (%{{.*}}, %{{.*}}) lt, lt (%n : si32, %n : si32) step (1, 1)
  // CHECK: %[[RUNS:.*]] = vkm.cmp lt %j, %i : si32
  // CHECK: vkm.if %[[RUNS]]

  void kernel2D_Below(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
        a[i * n + j] = 1.0f;
  }

  // j <= i and i < n is j < n.
  // CHECK-LABEL: vkm.kernel @kernel2D_BelowWith(
  // CHECK: vkm.grid (%i: si32 "i", %j: si32 "j") = (%{{.*}}, %{{.*}}) lt, lt (%n : si32, %n : si32) step (1, 1)
  // CHECK: %[[RUNS:.*]] = vkm.cmp le %j, %i : si32
  // CHECK: vkm.if %[[RUNS]]

  void kernel2D_BelowWith(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++)
        a[i * n + j] = 1.0f;
  }

  // CHECK-LABEL: vkm.kernel @kernel2D_Above(
  // CHECK: vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%{{.*}}, %{{.*}}) lt, lt (%n : ui32, %n : ui32) step (1, 1)
  // CHECK: %[[RUNS:.*]] = vkm.cmp ge %j, %{{.*}} : ui32
  // CHECK: vkm.if %[[RUNS]]

  void kernel2D_Above(float *a, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = i + 1; j < n; j++)
        a[i * n + j] = 1.0f;
  }

  // CHECK-LABEL: vkm.kernel @kernel3D_Both(
  // CHECK: vkm.grid (%i: si32 "i", %j: si32 "j", %k: si32 "k") = (%{{.*}}, %{{.*}}, %{{.*}}) lt, lt, lt (%n : si32, %n : si32, %n : si32)
  // CHECK: vkm.and
  // CHECK: vkm.if

  void kernel3D_Both(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
        for (int k = j; k < i; k++)
          a[(i * n + j) * n + k] = 1.0f;
  }
};

// What neither grows nor falls with the counter has no extremes there; numbers without a sign wrap around.
class Refused {
public:
  virtual ~Refused() {}
  virtual void Run(float *a, const int *ends, int n, unsigned m) {
    kernel2D_Ends(a, ends, n);
    kernel2D_Square(a, n);
    kernel2D_Wraps(a, m);
  }

  // REFUSED: :[[@LINE+3]]:7: error: the bound of this loop of kernel 'kernel2D_Ends' depends on
  void kernel2D_Ends(float *a, const int *ends, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < ends[i]; j++)
        a[i * n + j] = 1.0f;
  }
  // REFUSED: :[[@LINE+3]]:7: error: the bound of this loop of kernel 'kernel2D_Square' depends on 'i'
  void kernel2D_Square(float *a, int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i * (n - i); j++)
        a[i * n + j] = 1.0f;
  }
  // REFUSED: :[[@LINE+3]]:7: error: the bound of this loop of kernel 'kernel2D_Wraps' depends on 'i'
  void kernel2D_Wraps(float *a, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = 0; j < i - 1; j++)
        a[i * n + j] = 1.0f;
  }
};
