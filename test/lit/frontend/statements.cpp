// Blocks, conditions, jumps: structure is kept; what can never run is left out.
// RUN: %import %s | FileCheck %s

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  // CHECK-LABEL: vkm.func @classify(
  int classify(int x) {
    // CHECK: vkm.if %{{.*}} {
    // CHECK: vkm.return
    // CHECK: } else {
    // CHECK: vkm.if
    // CHECK: vkm.return
    // CHECK-NOT: vkm.assign
    // CHECK: vkm.return
    if (x < 0) {
      return -1;
    } else if (x == 0)
      return 0;
    return 1;
    m_unreached = 3;
  }
  // CHECK-LABEL: vkm.func @scopes(
  void scopes(int &x) {
    // CHECK: vkm.scope {
    // CHECK-NEXT: vkm.load
    // CHECK: vkm.var "t"
    {
      int t = x;
      x = t + 1;
    }
    ;
    // CHECK: vkm.scope {
    // CHECK: %[[Y:.*]] = vkm.var const "y"
    // CHECK: vkm.if
    if (const int y = x; y > 4)
      x = y;
    // CHECK: vkm.scope {
    // CHECK: vkm.var "z"
    // CHECK: vkm.cast %{{.*}} : si32 to i1
    // CHECK: vkm.if
    if (int z = x - 1)
      x = z;
  }
  // CHECK-LABEL: vkm.kernel
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.if %{{.*}} {
      // CHECK-NEXT: vkm.continue
      // CHECK-NEXT: }
      if (a[i] < 0)
        continue;
      using Number = int;
      static_assert(sizeof(Number) == 4);
      struct Local {
        int v;
      };
      Local local{i};
      // CHECK: vkm.call @classify
      a[i] = classify(local.v);
      // CHECK: vkm.call @scopes
      scopes(a[i]);
      if constexpr (sizeof(int) == 8)
        a[i] = 0;
      // Nothing follows a jump.
      // CHECK: vkm.constant 5 : si32
      // CHECK: vkm.assign
      // CHECK-NEXT: vkm.continue
      // CHECK-NEXT: }
      a[i] = 5;
      continue;
      a[i] = 6;
    }
  }
  int m_unreached;
};
