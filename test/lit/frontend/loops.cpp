// Loops: `for` with its variable is vkm.for, all others are while loops that mean the same.
// RUN: %import %s | FileCheck %s

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }

  // CHECK-LABEL: vkm.func @whiles(
  int whiles(int n) {
    int sum = 0;
    // CHECK: vkm.while {
    // CHECK: vkm.yield
    // CHECK: } do {
    // CHECK: vkm.break
    while (n > 0) {
      n -= 2;
      if (n == 5)
        break;
    }
    // CHECK: vkm.do_while {
    // CHECK: vkm.continue
    // CHECK: } cond {
    do {
      if (sum++ == 3)
        continue;
      n++;
    } while (n < 4);
    // The condition's variable is made before each iteration.
    // CHECK: vkm.while {
    // CHECK-NEXT: vkm.constant true
    // CHECK: } do {
    // CHECK: %[[K:.*]] = vkm.var "k"
    // CHECK: %[[NOT:.*]] = vkm.unary not
    // CHECK-NEXT: vkm.if %[[NOT]] {
    // CHECK-NEXT: vkm.break
    while (int k = n--)
      sum += k;
    return sum;
  }

  // CHECK-LABEL: vkm.func @fors(
  int fors(int n) {
    int sum = 0, i;
    // Two variables: the one that the step changes belongs to the loop.
    // CHECK: vkm.scope {
    // CHECK: vkm.var "last"
    // CHECK: vkm.for "j" =
    for (int j = 0, last = n; j < last; ++j)
      sum += j;
    // A variable from outside: each `continue` does the step first.
    // CHECK: vkm.while {
    // CHECK: } do {
    // CHECK: vkm.if %{{.*}} {
    // CHECK: vkm.update add
    // CHECK-NEXT: vkm.continue
    // CHECK: }
    // CHECK: vkm.update add
    // CHECK: vkm.update add
    for (i = 0; i < n; i++) {
      if (i == 2)
        continue;
      sum += i;
    }
    // CHECK: vkm.while {
    // CHECK-NEXT: vkm.constant true
    // CHECK: vkm.break
    for (;;)
      if (sum > 3)
        break;
    // No condition, no step.
    // CHECK: vkm.for "down" =
    // CHECK-SAME: cond
    // CHECK-NEXT: vkm.constant true
    // CHECK: } step (%{{.*}}: !vkm.ref<si32>) {
    // CHECK-NEXT: } body
    for (int down = n;;) {
      if (--down < 0)
        return sum;
    }
  }

  // CHECK-LABEL: vkm.func @ranges(
  int ranges() {
    int sum = 0;
    int values[3] = {1, 2, 3};
    // CHECK: vkm.for "index" =
    // CHECK: } body
    // CHECK: vkm.element
    // CHECK: vkm.update mul
    for (int &value : values)
      value *= 2;
    // CHECK: vkm.for "index" =
    // CHECK: vkm.var "value"
    for (int value : values)
      sum += value;
    return sum;
  }

  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = whiles(i) + fors(i) + ranges();
  }
};
