// Methods and operators of the user's structs are functions; the object is their first parameter, "self".
// RUN: %import %s | FileCheck %s

struct Vec {
  float x, y;
  float dot(const Vec &o) const { return x * o.x + y * o.y; }
  float norm() const { return dot(*this); }
  void scale(float s) {
    x *= s;
    this->y *= s;
  }
  Vec &operator+=(const Vec &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  float operator[](int i) const { return i == 0 ? x : y; }
  Vec operator-() const { return {-x, -y}; }
  explicit operator float() const { return x; }
  static Vec unit() { return {1, 1}; }
};
static Vec operator*(Vec v, float s) {
  v.scale(s);
  return v;
}
static bool operator==(const Vec &a, const Vec &b) { return a.x == b.x && a.y == b.y; }

// CHECK: vkm.func @addAssign(%[[SELF:.*]]: !vkm.ref<!vkm.record<@Vec>> {vkm.name = "self"}, %{{.*}}: !vkm.record<@Vec> {vkm.name = "o"}) {
// CHECK: vkm.member %[[SELF]]["x"]
// CHECK-NOT: vkm.return
// CHECK: vkm.func @scale(%{{.*}}: !vkm.ref<!vkm.record<@Vec>> {vkm.name = "self"}, %{{.*}}: f32 {vkm.name = "s"}) {
// A parameter that is changed is a variable.
// CHECK: vkm.func @multiply(%[[V:.*]]: !vkm.record<@Vec> {vkm.name = "v"}, %{{.*}}: f32 {vkm.name = "s"}) -> !vkm.record<@Vec> {
// CHECK-NEXT: %[[VAR:.*]] = vkm.var "v" : <!vkm.record<@Vec>> = %[[V]]
// CHECK-NEXT: vkm.call @scale(%[[VAR]],
// CHECK: vkm.func @dot(%[[SELF:.*]]: !vkm.record<@Vec> {vkm.name = "self"}, %{{.*}}: !vkm.record<@Vec> {vkm.name = "o"}) -> f32 {
// CHECK-NEXT: vkm.extract %[[SELF]]["x"]
// CHECK: vkm.func @norm(%[[SELF:.*]]: !vkm.record<@Vec> {vkm.name = "self"}) -> f32 {
// CHECK-NEXT: vkm.call @dot(%[[SELF]], %[[SELF]])
// CHECK: vkm.func @at(
// CHECK: vkm.func @negate(
// CHECK: vkm.func @to_float(
// CHECK: vkm.func @unit() -> !vkm.record<@Vec>
// CHECK: vkm.func @equal(

class C {
public:
  virtual ~C() {}
  virtual void run(Vec *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(Vec *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: %[[LOCAL:.*]] = vkm.var "v"
      Vec v = a[i];
      // `v += v` is v, the place.
      // CHECK: vkm.call @addAssign(%[[LOCAL]], %{{.*}}) : (!vkm.ref<!vkm.record<@Vec>>, !vkm.record<@Vec>) -> ()
      // CHECK: vkm.call @scale(%[[LOCAL]],
      (v += a[0]).scale(2);
      // CHECK: vkm.call @multiply
      // CHECK: vkm.assign
      a[i] = v * 3.0f;
      // CHECK: vkm.call @norm
      // CHECK: vkm.call @at
      // CHECK: vkm.call @negate
      // CHECK: vkm.call @to_float
      a[i].x = v.norm() + v[1] + (-v).x + float(v);
      if (v == Vec::unit())
        a[i].y = 0;
    }
  }
};
