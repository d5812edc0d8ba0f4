// What iterations keep of the one before them is computed again; what is set only where it differs is set always; the
// element that was counted last becomes a variable.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class Kept --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
class Kept {
public:
  virtual ~Kept() = default;
  virtual void Run(const int *a, int *b, [[vkmorph::size("n")]] int *c, int n) {
    kernel1D_Differences(a, b, n);
    kernel1D_Taps(a, b, n);
    kernel1D_Changes(a, c, n);
    kernel1D_Distinct(a, c, n);
    kernel1D_Sometimes(a, b, n);
    kernel1D_Unset(a, b, n);
    kernel1D_Own(b, n);
    kernel1D_Returned(a, b, n);
  }

  // The element before, and behind the loop the last one.
  // CHECK-LABEL: vkm.kernel @kernel1D_Differences
  // CHECK: vkm.grid
  // CHECK-NOT: vkm.running
  // CHECK: %[[LATER:.*]] = vkm.cmp gt %i, %{{.*}} : si32
  // CHECK: vkm.select %[[LATER]]
  // CHECK: %[[BEFORE:.*]] = vkm.binary sub %i, %{{.*}} : si32
  // CHECK: vkm.deref %a[%[[BEFORE]]]
  // CHECK: vkm.var const "m_last"
  // CHECK-NOT: vkm.running
  // CHECK: vkm.once
  // CHECK: vkm.cmp lt %{{.*}}, %n
  // CHECK: vkm.assign
  void kernel1D_Differences(const int *a, int *b, int n) {
    for (int i = 0; i < n; i++) {
      b[i] = a[i] - m_last;
      m_last = a[i];
    }
  }

  // The two before: nothing is passed on, and nothing is set in front of the loop.
  // CHECK-LABEL: vkm.kernel @kernel1D_Taps
  // CHECK-NOT: vkm.once
  // CHECK: vkm.grid
  // CHECK-NOT: vkm.running
  // CHECK: vkm.var const "y"
  // CHECK-NOT: vkm.running
  // CHECK: vkm.var const "x"
  // CHECK-NOT: vkm.running
  // CHECK-NOT: vkm.once
  void kernel1D_Taps(const int *a, int *b, int n) {
    int x = 0, y = 0;
    for (int i = 0; i < n; i++) {
      b[i] = a[i] + 2 * x + y;
      y = x;
      x = a[i];
    }
  }

  // One total, which depends on nothing but the elements.
  // CHECK-LABEL: vkm.kernel @kernel1D_Changes
  // CHECK: vkm.grid
  // CHECK-DAG: vkm.running add @Changes_k
  // CHECK-DAG: vkm.var const "last"
  // CHECK-NOT: vkm.running
  // CHECK-NOT: vkm.grid
  void kernel1D_Changes(const int *a, int *c, int n) {
    int last = -1, k = 0;
    for (int i = 0; i < n; i++) {
      if (a[i] == last)
        continue;
      last = a[i];
      c[k++] = i;
    }
    m_count = k;
  }

  // CHECK-LABEL: vkm.kernel @kernel1D_Distinct
  // CHECK: vkm.grid
  // CHECK-DAG: vkm.running add @Distinct_k
  // CHECK-DAG: vkm.var const "cLast"
  // CHECK-DAG: vkm.cmp eq %i
  // CHECK-NOT: vkm.running
  // CHECK-NOT: vkm.grid
  void kernel1D_Distinct(const int *a, int *c, int n) {
    int k = 0;
    for (int i = 0; i < n; i++)
      if (k == 0 || c[k - 1] != a[i])
        c[k++] = a[i];
    m_count = k;
  }

  // What only some iterations set, and what is made of itself, are running totals as before.
  // CHECK-LABEL: vkm.kernel @kernel1D_Sometimes
  // CHECK: vkm.running {{.*}} @Sometimes_last
  void kernel1D_Sometimes(const int *a, int *b, int n) {
    int last = 0;
    for (int i = 0; i < n; i++) {
      b[i] = last;
      if (a[i] > 4)
        last = a[i];
    }
  }

  // So is what the loop changes the memory of.
  // CHECK-LABEL: vkm.kernel @kernel1D_Own
  // CHECK: vkm.running {{.*}} @Own_last
  void kernel1D_Own(int *b, int n) {
    int last = 0;
    for (int i = 0; i < n; i++) {
      const int own = b[i];
      b[i] = own - last;
      last = own;
    }
  }

  // Nothing sets it in front of the loop, and the first iteration does not ask.
  // CHECK-LABEL: vkm.kernel @kernel1D_Unset
  // CHECK: vkm.grid
  // CHECK-NOT: vkm.running
  // CHECK: vkm.var const "last"
  void kernel1D_Unset(const int *a, int *b, int n) {
    int last;
    for (int i = 0; i < n; i++) {
      b[i] = i > 0 ? a[i] - last : 0;
      last = a[i];
    }
  }

  // What only the statement behind the loop uses is one of its variables, and no member.
  // CHECK-LABEL: vkm.kernel @kernel1D_Returned
  // CHECK-NOT: @Returned_last
  // CHECK: vkm.grid
  // CHECK: vkm.once
  // CHECK: vkm.var const "last"
  // CHECK-NOT: @Returned_last
  void kernel1D_Returned(const int *a, int *b, int n) {
    int last = 3;
    for (int i = 0; i < n; i++) {
      b[i] = a[i] - last;
      last = a[i];
    }
    m_last = last;
  }

  int m_last = 0, m_count = 0;
};
