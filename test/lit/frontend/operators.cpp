// Operators, short circuit, ?: and comma, with and without side effects in their operands.
// RUN: %import %s -- -Wno-unused | FileCheck %s

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      int x = i;
      unsigned u = i;
      int y = 0;
      float f = i;
      // CHECK: vkm.binary rem %{{.*}} : si32
      // CHECK: vkm.unary neg %{{.*}} : si32
      // CHECK: vkm.binary div %{{.*}} : si32
      x = x % 3 / -x;
      // CHECK: vkm.unary bitnot %{{.*}} : ui32
      // CHECK: vkm.binary shr %{{.*}} : ui32, si32
      u = ~u >> x;
      // CHECK: vkm.constant -3.000000e+00 : f32
      // CHECK: vkm.binary mul %{{.*}} : f32
      f = -3.0f * +f;
      // CHECK: vkm.cmp ge %{{.*}} : f32
      // CHECK: vkm.unary not %{{.*}} : i1
      bool b = !(f >= 2);
      // Bools are compared as they are.
      // CHECK: vkm.cmp ne %{{.*}}, %{{.*}} : i1
      bool c = b != (x < 3);
      // CHECK: %[[AND:.*]] = vkm.and %{{.*}} {
      // CHECK: vkm.cmp
      // CHECK: vkm.yield
      // CHECK: vkm.or %[[AND]] {
      // CHECK: vkm.yield
      b = (x > 0 && a[x] > 1) || c;
      // A right operand that changes something is a statement of its own.
      // CHECK: %[[TEST:.*]] = vkm.var "test" : <i1> = %[[LHS:.*]] : i1
      // CHECK-NEXT: vkm.if %[[LHS]] {
      // CHECK: vkm.update add
      // CHECK: vkm.assign %[[TEST]]
      // CHECK-NEXT: }
      // CHECK-NEXT: vkm.load %[[TEST]]
      b = x > 0 && ++x < 5;
      // CHECK: %[[LHS2:.*]] = vkm.cmp
      // CHECK: vkm.var "test" : <i1> = %[[LHS2]]
      // CHECK-NEXT: %[[NOT:.*]] = vkm.unary not %[[LHS2]]
      // CHECK-NEXT: vkm.if %[[NOT]]
      b = x > 0 || (x = 7);
      // CHECK: vkm.select %{{.*}} : si32 {
      // CHECK: } else {
      x = b ? x : i;
      // CHECK: %[[CHOICE:.*]] = vkm.var "choice" : <si32>
      // CHECK: vkm.if %{{.*}} {
      // CHECK: vkm.assign %[[CHOICE]]
      // CHECK: } else {
      // CHECK: vkm.update add
      // CHECK: vkm.assign %[[CHOICE]]
      x = c ? 1 : y++;
      // As statements they are `if`.
      // CHECK: vkm.if %{{.*}} {
      // CHECK: vkm.update add
      b && x++;
      // CHECK: vkm.unary not
      // CHECK: vkm.if
      b || x++;
      // CHECK: vkm.if %{{.*}} {
      // CHECK: vkm.update add
      // CHECK: } else {
      // CHECK: vkm.update sub
      b ? x++ : x--;
      // What does nothing is left out.
      // CHECK-NOT: vkm.binary add
      (void)x;
      x + 3;
      a[i] = (x, 4);
    }
  }
};
