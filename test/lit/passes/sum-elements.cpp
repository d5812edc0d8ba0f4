// What a loop adds to one element of an array is summed in a variable, and added behind the loop where that has run.
// RUN: vkmorph-translate --import-cpp %s --class Sums -- -std=c++17 | vkmorph-opt --vkm-count-loops --vkm-privatise | FileCheck %s
// RUN: not vkmorph %s --class Refused -o %t.out -- -std=c++17 2>&1 | FileCheck %s --check-prefix=REFUSED

class Sums {
public:
  virtual ~Sums() {}
  virtual void Run(const float *l, float *x, int n, int i) { kernel1D_Always(l, x, n, i); }

  // CHECK-LABEL: vkm.kernel @kernel1D_Always
  // CHECK: %xSum = vkm.var "xSum" : <f32> = %{{.*}} : f32
  // CHECK: vkm.for "j"
  // CHECK: vkm.update sub %xSum
  // CHECK: %[[RUNS:.*]] = vkm.cmp lt %{{.*}}, %i : si32
  // CHECK: vkm.if %[[RUNS]]
  // CHECK: %[[X:.*]] = vkm.deref %x[%i]
  // CHECK: vkm.update add %[[X]]

  void kernel1D_Always(const float *l, float *x, int n, int i) {
    int j;
    for (j = 0; j < i; j++)
      x[i] -= l[i * n + j] * x[j];
  }

  // Whether an iteration has added something.
  // CHECK-LABEL: vkm.kernel @kernel1D_Some
  // CHECK: %xSum = vkm.var "xSum"
  // CHECK: %xChanges = vkm.var "xChanges" : <si32> = %{{.*}} : si32
  // CHECK: vkm.for "j"
  // CHECK: vkm.update or %xChanges
  // CHECK: vkm.update add %xSum
  // CHECK: %[[CHANGES:.*]] = vkm.load %xChanges
  // CHECK: %[[RUNS:.*]] = vkm.cmp ne %[[CHANGES]]
  // CHECK: vkm.if %[[RUNS]]

  void kernel1D_Some(const float *l, float *x, int n) {
    for (int j = 0; j < n; j++)
      if (l[j] > 0.0f)
        x[0] += l[j];
  }
};

// One thread runs a loop that becomes no grid, and adds to the element itself.
// RUN: vkmorph-translate --import-cpp %s --class Before -- -std=c++17 | vkmorph-opt --vkm-count-loops --vkm-privatise | FileCheck %s --check-prefix=BEFORE
// BEFORE-LABEL: vkm.kernel @kernel2D_Scaled
// BEFORE-NOT: "xSum"
// BEFORE: vkm.update add %{{[0-9]+}}
// BEFORE: vkm.update mul
// BEFORE-NOT: "xSum"
// BEFORE: vkm.control @Run

class Before {
public:
  virtual ~Before() {}
  virtual void Run(const float *y, float *x, float *c, int n) { kernel2D_Scaled(y, x, c, n); }
  void kernel2D_Scaled(const float *y, float *x, float *c, int n) {
    int i, j;
    for (i = 0; i < n; i++)
      x[0] += y[i];
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++)
        c[i * n + j] *= x[0];
    if (n > 3)
      for (i = 0; i < 4; i++)
        x[0] += y[i];
  }
};

// These read the element while they add to it, or may do so.
class Refused {
public:
  virtual ~Refused() {}
  virtual void Run(const float *l, const int *index, float *x, int n, int i) {
    kernel1D_Itself(l, x, n, i);
    kernel1D_Other(l, x, n, i);
    kernel1D_Index(l, index, x, n, i);
    kernel1D_Called(l, x, n, i);
  }
  void kernel1D_Itself(const float *l, float *x, int n, int i) {
    for (int j = 0; j < n; j++)
      // REFUSED: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Itself' depend on each other
      x[i] += l[j] * x[i];
  }
  void kernel1D_Other(const float *l, float *x, int n, int i) {
    for (int j = 0; j <= i; j++)
      // REFUSED: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Other' depend on each other
      x[i] += l[j] * x[j];
  }
  void kernel1D_Index(const float *l, const int *index, float *x, int n, int i) {
    for (int j = 0; j < n; j++)
      // REFUSED: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Index' depend on each other
      x[i] += l[j] * x[index[j]];
  }
  void kernel1D_Called(const float *l, float *x, int n, int i) {
    for (int j = 0; j < n; j++)
      // REFUSED: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Called' depend on each other
      x[i] += l[j] * At(x, j);
  }

private:
  static float At(const float *x, int j) { return x[j] + 1.0f; }
};
