// Objects: lists, default member initialisers, constructors of the user's, values that functions return.
// RUN: %import %s -- -std=c++20 | FileCheck %s

struct Plain {
  int a;
  float b[2];
};
struct WithDefaults {
  int a = 3;
  Plain inner{1, {2, 3}};
  float rest;
};
struct Built {
  float x, y = 7, z;
  Built(float v) : x(v), z(0) { z = v; }
  Built() : Built(1.0f) {}
};
static Plain makePlain(int a) { return {a, {}}; }

// A constructor is a function that returns its object; members in order of declaration.
// CHECK: vkm.func @makeBuilt(%[[V:.*]]: f32 {vkm.name = "v"}) -> !vkm.record<@Built> {
// CHECK-NEXT: %[[SELF:.*]] = vkm.var "self" : <!vkm.record<@Built>>
// CHECK-NEXT: %[[X:.*]] = vkm.member %[[SELF]]["x"]
// CHECK-NEXT: vkm.assign %[[X]], %[[V]]
// CHECK-NEXT: vkm.constant 7.000000e+00
// CHECK-NEXT: vkm.member %[[SELF]]["y"]
// CHECK: vkm.member %[[SELF]]["z"]
// CHECK: vkm.member %[[SELF]]["z"]
// CHECK: %[[RESULT:.*]] = vkm.load %[[SELF]]
// CHECK: vkm.return %[[RESULT]]
// CHECK: vkm.func @makeBuilt_2() -> !vkm.record<@Built> attributes {cpp_name = "makeBuilt"}
// CHECK: %[[DELEGATED:.*]] = vkm.call @makeBuilt(
// CHECK: vkm.assign %{{.*}}, %[[DELEGATED]]

// CHECK: vkm.func @makePlain(%[[A:[a-z0-9]*]]: si32 {vkm.name = "a"}) -> !vkm.record<@Plain> {
// CHECK: %[[ARRAY:.*]] = vkm.aggregate(%{{.*}}, %{{.*}} : f32, f32) : !vkm.array<2 x f32>
// CHECK: vkm.aggregate(%[[A]], %[[ARRAY]] : si32, !vkm.array<2 x f32>) : !vkm.record<@Plain>

class C {
public:
  virtual ~C() {}
  virtual void run(float *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(float *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.aggregate(%{{.*}}, %{{.*}} : si32, !vkm.array<2 x f32>) : !vkm.record<@Plain>
      // CHECK: vkm.var "list" : <!vkm.record<@Plain>> =
      Plain list{i, {1, 2}};
      // CHECK: vkm.var "none" : <!vkm.record<@Plain>>{{$}}
      Plain none;
      // CHECK: vkm.var "designated" : <!vkm.record<@Plain>> =
      Plain designated{.a = 5};
      // What has no initial value of its own becomes zero where the others have one.
      // CHECK: vkm.constant 3 : si32
      // CHECK: %[[INNER:.*]] = vkm.aggregate({{.*}}) : !vkm.record<@Plain>
      // CHECK: vkm.aggregate(%{{.*}}, %[[INNER]], %{{.*}} : {{.*}}) : !vkm.record<@WithDefaults>
      // CHECK: vkm.var "defaults"
      WithDefaults defaults;
      // CHECK: %[[BUILT:.*]] = vkm.call @makeBuilt(
      // CHECK: vkm.var "built" : <!vkm.record<@Built>> = %[[BUILT]]
      Built built(4.0f), other;
      // CHECK: %[[OTHER:.*]] = vkm.call @makeBuilt_2()
      // CHECK: vkm.var "other" : <!vkm.record<@Built>> = %[[OTHER]]
      // Parentheses mean the same of a struct without constructors.
      // CHECK: %[[SIX:.*]] = vkm.constant 6 : si32
      // CHECK: vkm.aggregate(%[[SIX]], %{{.*}} : si32, !vkm.array<2 x f32>) : !vkm.record<@Plain>
      // CHECK: vkm.var "parens" : <!vkm.record<@Plain>> =
      Plain parens(6);
      // CHECK: vkm.aggregate(%{{.*}}, %{{.*}} : f32, f32) : !vkm.array<2 x f32>
      // CHECK: vkm.var "row" : <!vkm.array<2 x f32>> =
      float row[2](8.0f, 9.0f);
      // CHECK: vkm.aggregate
      // CHECK: vkm.assign
      list = {};
      // A member of a value that has no place.
      // CHECK: %[[MADE:.*]] = vkm.call @makePlain(
      // CHECK: vkm.extract %[[MADE]]["a"] : <@Plain> -> si32
      a[i] = makePlain(i).a + none.a + designated.a + defaults.a + other.x + parens.a + row[1];
    }
  }
};
