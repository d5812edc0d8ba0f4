// A lambda is a function; what it captured becomes further parameters, also of functions that it is passed to.
// RUN: %import %s | FileCheck %s

template <typename F> int fold(int n, F &&step) {
  int sum = 0;
  for (int k = 0; k < n; k++)
    sum = step(sum, k);
  return sum;
}
template <typename F> int first(const int *p, F f) { return f(p[0]); }
struct Unit {
  int scale() const { return 3; }
};
struct Length : Unit {
  int v;
  int scaled() const { return v * scale(); }
};
template <typename F, typename G> auto compose(F f, G g) {
  return [=](int v) { return g(f(v)); };
}
auto adder(int k) {
  return [k](int v) { return v + k; };
}
static int twice(int v) { return 2 * v; }
struct Less {
  bool operator()(int x, int y) const { return x < y; }
};
template <typename Compare = Less> int pick(int x, int y, Compare compare = {}) { return compare(x, y) ? x : y; }

class C {
public:
  virtual ~C() {}
  virtual void run(const int *a, int *b, int n) { kernel1D_k(a, b, n); }

private:
  void kernel1D_k(const int *a, int *b, int n);
  int m_gain = 3;
};

// CHECK-LABEL: vkm.func @step(
// CHECK-SAME: {vkm.name = "sum"}, %{{.*}}: si32 {vkm.name = "k"}, %[[A:.*]]: !vkm.ptr<const si32> {vkm.name = "a"}, %{{.*}}: si32 {vkm.name = "i"}) -> si32 {
// CHECK: vkm.deref %[[A]]
// CHECK-LABEL: vkm.func @fold(
// CHECK-SAME: {vkm.name = "n"}, %[[A:.*]]: !vkm.ptr<const si32> {vkm.name = "a"}, %[[I:.*]]: si32 {vkm.name = "i"}) -> si32 {
// CHECK: vkm.call @step(%{{.*}}, %{{.*}}, %[[A]], %[[I]])
// CHECK-LABEL: vkm.func @current(
// CHECK-SAME: si32 {vkm.name = "count"}) -> si32 {
// CHECK-LABEL: vkm.func @tick(
// CHECK-SAME: !vkm.ref<si32> {vkm.name = "s"}) -> si32 {
// CHECK-LABEL: vkm.func @adder(
// CHECK-SAME: si32 {vkm.name = "v"}, %{{.*}}: si32 {vkm.name = "k"}) -> si32 {
// CHECK-LABEL: vkm.func @both(
// CHECK-SAME: %[[V:.*]]: si32 {vkm.name = "v"}, %[[K:.*]]: si32 {vkm.name = "k"}) -> si32 {
// CHECK-NEXT: %[[INNER:.*]] = vkm.call @adder(%[[V]], %[[K]])
// CHECK-NEXT: vkm.call @twice(%[[INNER]])
// CHECK-LABEL: vkm.func @square(
// CHECK-SAME: f32 {vkm.name = "v"}) -> f32
// CHECK-LABEL: vkm.func @square_2(
// CHECK-SAME: si32 {vkm.name = "v"}) -> si32 {{.*}}cpp_name = "square"
// CHECK-LABEL: vkm.func @call(
// CHECK-SAME: si32 {vkm.name = "x"}, %{{.*}}: si32 {vkm.name = "y"}) -> i1 {
// CHECK-LABEL: vkm.func @pick(
// CHECK-SAME: si32 {vkm.name = "x"}, %{{.*}}: si32 {vkm.name = "y"}) -> si32 {
// CHECK: vkm.call @call(
// CHECK-LABEL: vkm.func @first(
// CHECK-SAME: !vkm.ref<si32> {vkm.name = "p"}, %{{.*}}: si32 {vkm.name = "i"}) -> si32 {
// CHECK-LABEL: vkm.func @scale() -> si32 {
// CHECK-LABEL: vkm.func @masked(
// CHECK-SAME: si32 {vkm.name = "v"}) -> f32 {
// CHECK: vkm.constant 12 : si32
// CHECK: vkm.constant 5.000000e-01 : f32
// CHECK-LABEL: vkm.func @note(
// CHECK-SAME: {vkm.name = "v"}, %[[COUNT:.*]]: !vkm.ref<si32> {vkm.name = "count"}) {
// CHECK: vkm.field_ref @m_gain
// CHECK: vkm.update add %[[COUNT]]
// CHECK-LABEL: vkm.kernel @kernel1D_k
void C::kernel1D_k(const int *a, int *b, int n) {
  for (int i = 0; i < n; i++) {
    int count = 0;
    // By reference: a place that the lambda writes. 'this' reaches the members of the class.
    auto note = [this, &count](int v) { count += v * m_gain; };
    // A pointer goes along; a counter, and what is only read, is a value. A function template is translated for the
    // lambda that it gets.
    int r = fold(4, [=](int sum, int k) { return sum + a[i] * k; });
    auto current = [&count] { return count; };
    // A lambda that changes its copies has a variable, made where the lambda is.
    // CHECK: vkm.var "s"
    auto tick = [s = r * 2]() mutable { return ++s; };
    // Results that are lambdas: the statements of the function stand where the call is.
    auto both = compose(adder(5), twice);
    // Each instance of a generic lambda is a function.
    auto square = [](auto v) { return v * v; };
    // CHECK: vkm.call @note(
    note(r);
    // What happens to `count` later does not show in the copy.
    // CHECK: vkm.var const "countCaptured"
    auto before = [count] { return count; };
    count = 0;
    r += current() + before() + tick() + tick() + both(r);
    // Objects without data and plain functions are known where they are passed.
    r += int(square(0.5f)) + square(r) + pick(r, 5);
    int (*const pointer)(int) = twice;
    // CHECK: vkm.call @twice(
    b[i] = pointer(r);
    // A pointer to const writes nothing: what is captured stays a value.
    int w[2] = {r, 2};
    b[i] += first(w, [&](int v) { return v ^ i; });
    // A base without data is an object without data.
    const Length length = {{}, r};
    b[i] += length.scaled();
    // Constants of which a lambda reads the value are not captured.
    const int mask = 12;
    constexpr float half = 0.5f;
    auto masked = [](int v) { return float(v & mask) * half; };
    b[i] += int(masked(r));
  }
}
