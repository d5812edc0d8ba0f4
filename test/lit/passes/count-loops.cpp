// Loops whose variable is declared before them get one of their own, where nobody reads what they leave in it, or where that
// is known.
// RUN: vkmorph-translate --import-cpp %s -- -std=c++17 | vkmorph-opt --vkm-count-loops | FileCheck %s

class Loops {
public:
  virtual ~Loops() {}
  virtual void Run(int *a, int n) { kernel1D_Counts(a, n); }

  // The variable is gone; a loop of two variables keeps the second.
  // CHECK-LABEL: vkm.kernel @kernel1D_Counts
  // CHECK-NOT: vkm.var "i"
  // CHECK: vkm.for "i" = %{{.*}} : si32
  // CHECK: vkm.assign %k, %n
  // CHECK: vkm.for "j" = %{{.*}} : si32
  // CHECK: step (%j: !vkm.ref<si32>) {
  // CHECK: vkm.update add %j
  // CHECK: vkm.update sub %k

  void kernel1D_Counts(int *a, int n) {
    int i, j, k;
    for (i = 0; i < n; i++) {
      for (j = 0, k = n; j < k; j++, k--)
        a[i] += j;
    }
  }

  // `continue` does the step first.
  // CHECK-LABEL: vkm.kernel @kernel1D_Continues
  // CHECK: vkm.for "i"
  // CHECK: body (%i: !vkm.ref<si32>) {
  // CHECK: vkm.if
  // CHECK-NOT: vkm.update
  // CHECK: vkm.continue
  // CHECK-NOT: vkm.update
  // CHECK: vkm.kernel @kernel1D_Known

  void kernel1D_Continues(int *a, int n) {
    int i;
    for (i = 0; i < n; i += 2) {
      if (a[i] > 3)
        continue;
      a[i] = 1;
    }
  }

  // What is left in the variable is known where the loop counts by one to a bound.
  // CHECK: vkm.for "i"
  // CHECK: %[[LAST:.*]] = vkm.select
  // CHECK: vkm.assign %i, %[[LAST]]

  void kernel1D_Known(int *a, int n) {
    int i;
    for (i = 0; i < n; i++)
      a[i] = 1;
    m_seen = i;
  }

  // A member is read when the kernel has ended.
  // CHECK-LABEL: vkm.kernel @kernel1D_Member
  // CHECK: vkm.for "m_at" = %{{.*}} : si32
  // CHECK: body (%m_at: !vkm.ref<si32>) {
  // CHECK-NOT: field_ref @m_at
  // CHECK: %[[PLACE:.*]] = vkm.field_ref @m_at
  // CHECK: vkm.assign %[[PLACE]]

  void kernel1D_Member(int *a, int n) {
    for (m_at = n - 1; m_at >= 0; m_at--)
      a[m_at] = m_at;
  }

  // These stay: the loop is left in its midst, and the variable read behind it; the variable starts in a branch; a function
  // that the loop calls reads the member.
  // CHECK-LABEL: vkm.kernel @kernel1D_Search
  // CHECK: vkm.for "i"
  // CHECK: vkm.while {
  // CHECK: vkm.load %j
  // CHECK: vkm.while {
  // CHECK: vkm.while {

  void kernel1D_Search(int *a, int n) {
    int i, j, k;
    for (i = 0; i < n; i++) {
      for (j = 0; j < n; j++)
        if (a[j] == i)
          break;
      if (j == n)
        a[i] = -1;
      if (a[i] > 0)
        k = 1;
      else
        k = 2;
      for (; k < n; k++)
        a[i]++;
      for (m_at = 0; m_at < n; m_at++)
        a[i] += Weight();
    }
  }

  // A jump before the loop takes the first number to a read: it stays.
  // CHECK-LABEL: vkm.kernel @kernel1D_Early
  // CHECK: vkm.for "k"
  // CHECK: vkm.assign %j, %{{.*}}
  // CHECK: vkm.if
  // CHECK: vkm.break
  // CHECK: vkm.for "j"
  // CHECK: vkm.switch
  // CHECK: vkm.assign %j, %{{.*}}
  // CHECK: vkm.break
  // CHECK: vkm.for "j"

  void kernel1D_Early(int *a, int n) {
    for (int i = 0; i < n; i++) {
      int j = 9;
      for (int k = 0; k < 3; k++) {
        j = k;
        if (a[i] < k)
          break;
        for (; j < 8; j++)
          a[i] += j;
      }
      a[i] += j;
      switch (a[i] % 3) {
      case 1:
        j = 5;
        if (a[i] > 100)
          break;
        for (; j < 12; j++)
          a[i] += j;
      default:
        a[i] += j;
      }
      a[i] -= j;
    }
  }

  // Where nobody reads it, it goes.
  // CHECK-LABEL: vkm.kernel @kernel1D_Skips
  // CHECK-NOT: vkm.assign
  // CHECK: vkm.for "j"

  void kernel1D_Skips(int *a, int n) {
    int j;
    for (int i = 0; i < n; i++) {
      j = 1;
      if (a[i] < 0)
        continue;
      for (; j < 8; j++)
        a[i] += j;
    }
  }

  int m_seen, m_at;

private:
  int Weight() const { return m_at + 1; }
};
