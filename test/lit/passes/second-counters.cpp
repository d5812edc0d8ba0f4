// A variable that a loop counts beside its counter is computed from the counter, where the loop goes by the counter alone.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph-translate --import-cpp %t.cpp -- -std=c++17 | vkmorph-opt --vkm-count-loops | FileCheck %s

class Counters {
public:
  virtual ~Counters() {}
  virtual void Run(int *a, const int *b, int n, int stride) {
    kernel1D_Down(a, b, n);
    kernel1D_Other(a, b, n);
    kernel1D_Steps(a, b, n, stride);
    kernel1D_Stays(a, b, n);
    kernel1D_Wide(a, b, n);
    kernel1D_Condition(a, b, n);
    kernel1D_Behind(a, b, n);
  }

  // CHECK-LABEL: vkm.kernel @kernel1D_Down
  // CHECK-NOT: vkm.var "j"
  // CHECK: vkm.for "i"
  // CHECK: step (%i: !vkm.ref<si32>) {
  // CHECK-NEXT: vkm.constant
  // CHECK-NEXT: vkm.update add %i
  // CHECK-NEXT: } body
  // CHECK: %[[I:.*]] = vkm.load %i
  // CHECK: %[[FROM:.*]] = vkm.binary sub %n, %{{.*}}
  // CHECK: %[[J:.*]] = vkm.binary sub %[[FROM]], %[[I]]
  // CHECK: vkm.var const "j" : <si32> = %[[J]]
  void kernel1D_Down(int *a, const int *b, int n) {
    int i, j;
    for (i = 0, j = n - 1; i < n; i++, j--)
      a[i] = b[j];
  }

  // The condition asks the second one, which is the counter then.
  // CHECK-LABEL: vkm.kernel @kernel1D_Other
  // CHECK: vkm.for "j"
  // CHECK: body (%j: !vkm.ref<si32>) {
  // CHECK: vkm.var const "i"
  void kernel1D_Other(int *a, const int *b, int n) {
    int i, j;
    for (i = 0, j = 3; j < n; i++, j++)
      a[j] = b[i];
  }

  // By several, and by a number that stays; both are declared in the loop.
  // CHECK-LABEL: vkm.kernel @kernel1D_Steps
  // CHECK: vkm.for "i"
  // CHECK: body (%i: !vkm.ref<si32>) {
  // CHECK: vkm.binary mul
  // CHECK: vkm.var const "j"
  // CHECK: vkm.for "k"
  // CHECK: body (%k: !vkm.ref<si32>) {
  // CHECK: vkm.binary mul %{{.*}}, %stride
  // CHECK: vkm.var const "at"
  void kernel1D_Steps(int *a, const int *b, int n, int stride) {
    for (int i = 0, j = 1; i < n; i += 2, j += 6)
      for (int k = 4, at = 0; k > 0; k--, at += stride)
        a[i] += b[j + at];
  }

  // These stay: steps of 3 for steps of 2; the condition reads it; the body changes it; it is read behind the loop.
  // CHECK-LABEL: vkm.kernel @kernel1D_Stays
  // CHECK-NOT: vkm.var const
  // CHECK-LABEL: vkm.kernel @kernel1D_Wide
  void kernel1D_Stays(int *a, const int *b, int n) {
    for (int i = 0; i < n; i++) {
      int j, k, sum = 0;
      for (j = 0, k = 0; j < 8; j += 2, k += 3)
        sum += b[j + k];
      for (j = 0, k = 9; j < k; j++, k--)
        sum += b[j + k];
      for (j = 0, k = 9; j < 8; j++, k++) {
        if (sum > 100)
          k = 0;
        sum += b[j + k];
      }
      for (j = 0, k = 9; j < 8; j++, k++)
        sum += b[j + k];
      a[i] = sum + k;
    }
  }

  // 64 bits follow 32 where these do not wrap around.
  // CHECK: vkm.for "i"
  // CHECK: vkm.var const "j"
  // CHECK: vkm.for "u"
  // CHECK-NOT: vkm.var const "v"
  void kernel1D_Wide(int *a, const int *b, int n) {
    int i;
    long long j, v;
    unsigned u;
    for (i = 0, j = 2; i < n; i++, j += 2) {
      a[i] = b[j];
      for (u = 0, v = 5; u < 4u; u++, v++)
        a[i] += b[v];
    }
  }

  // The condition counts, and the body, once in each iteration.
  // CHECK-LABEL: vkm.kernel @kernel1D_Condition
  // CHECK: vkm.for "n" = %n
  // CHECK: step (%n{{.*}}: !vkm.ref<si32>) {
  // CHECK: vkm.update sub %n
  // CHECK: vkm.var const "b"
  // CHECK: vkm.var const "a"
  // CHECK-NOT: vkm.update
  void kernel1D_Condition(int *a, const int *b, int n) {
    while (n-- > 0) {
      *a++ = *b + 1;
      b++;
    }
  }

  // What stands behind the count sees the new number, also where it is asked only then.
  // CHECK-LABEL: vkm.kernel @kernel1D_Behind
  // CHECK: vkm.while
  // CHECK: vkm.update sub %k
  // CHECK: vkm.and
  // CHECK: vkm.load %k
  void kernel1D_Behind(int *a, const int *b, int n) {
    for (int i = 0; i < n; i++) {
      int k = 8, count = 0;
      while (k-- > 0 && b[k] != i)
        count++;
      a[i] = count;
    }
  }
};
