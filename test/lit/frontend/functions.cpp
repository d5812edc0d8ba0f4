// Device functions: what kernels call, free and member, in callee-first order, with overloads told apart.
// RUN: %import %s | FileCheck %s
// RUN: %import %s | vkmorph-opt | FileCheck %s

namespace lib {
inline int twice(int x) { return 2 * x; }
inline float twice(float x) { return x + x; }
} // namespace lib
namespace other {
static int twice(int x) { return x << 1; }
} // namespace other
static void split(float x, int &whole, float &rest, float scale = 2.0f) {
  whole = int(x);
  rest = (x - whole) * scale;
}

// CHECK: vkm.func @twice(%[[X:.*]]: si32 {vkm.name = "x"}) -> si32 {
// CHECK-NEXT: vkm.constant 2
// CHECK-NEXT: vkm.binary mul
// CHECK-NEXT: vkm.return
// An overload keeps its C++ name beside the symbol; a function of another namespace does not.
// CHECK: vkm.func @twice_2(%{{.*}}: si32 {vkm.name = "x"}) -> si32 {
// CHECK: vkm.func @twice_3(%{{.*}}: f32 {vkm.name = "x"}) -> f32 attributes {cpp_name = "twice"}
// References to what is not const are places.
// CHECK: vkm.func @split(%{{.*}}: f32 {vkm.name = "x"}, %[[WHOLE:.*]]: !vkm.ref<si32> {vkm.name = "whole"}, %{{.*}}: !vkm.ref<f32> {{.*}}, %{{.*}}: f32 {vkm.name = "scale"}) {
// CHECK: vkm.assign %[[WHOLE]], %{{.*}} : <si32>

class C {
public:
  virtual ~C() {}
  virtual void run(float *a, int n) { kernel1D_k(a, n); }

  // Methods of the class stand in it, what they call before them.
  // CHECK: vkm.class
  // CHECK: vkm.func @scaled(%[[V:.*]]: f32 {vkm.name = "v"}) -> f32 {
  // CHECK-NEXT: vkm.field_ref @m_scale
  float scaled(const float &v) const { return v * m_scale; }
  void count() { m_count++; }
  // CHECK: vkm.func @limit() -> f32 {
  // CHECK: vkm.func @count() {
  // CHECK: vkm.update add
  static float limit() { return 5; }
  float unused() const { return 0; }
  // CHECK-NOT: @unused

  // CHECK: vkm.kernel
  void kernel1D_k(float *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.call @twice(
      int t = lib::twice(i) + other::twice(i);
      // CHECK: vkm.call @twice_2(
      // CHECK: vkm.call @twice_3(
      float f = lib::twice(a[i]);
      int whole;
      float rest;
      // CHECK: %[[WHOLE:.*]] = vkm.var "whole" : <si32>{{$}}
      // CHECK: %[[REST:.*]] = vkm.var "rest" : <f32>{{$}}
      // The default argument is an argument.
      // CHECK: vkm.call @split(%{{.*}}, %[[WHOLE]], %[[REST]], %{{.*}}) : (f32, !vkm.ref<si32>, !vkm.ref<f32>, f32) -> ()
      split(f, whole, rest);
      // CHECK: vkm.call @scaled(
      a[i] = scaled(rest) < limit() ? t : whole;
      // CHECK: vkm.call @count() : () -> ()
      count();
    }
  }
  float m_scale = 1;
  int m_count = 0;
};
