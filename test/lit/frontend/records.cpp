// Structs: nested, with arrays, bases, alignment, without a name; offsets are those of the host.
// RUN: %import %s | FileCheck %s

namespace geo {
/// A point.
struct Point {
  double x;
  float y, z;
};
} // namespace geo
struct Base {
  int id;
};
struct Nothing {};
struct alignas(16) Cell : Base, Nothing {
  geo::Point corner[2];
  struct {
    int lo, hi;
  } range;
};
template <typename T> struct Pair {
  T first, second;
};

// CHECK: vkm.record @Base size 4 align 4 [#vkm.member<"id" : si32 at 0>]
// CHECK: vkm.record @"geo::Point" size 16 align 8 [#vkm.member<"x" : f64 at 0>, #vkm.member<"y" : f32 at 8>, #vkm.member<"z" : f32 at 12>]
// CHECK: vkm.record @"Cell::range" size 8 align 4 [{{.*}}] {unnamed}
// CHECK: vkm.record @Cell size 48 align 16 [#vkm.member<"Base" : !vkm.record<@Base> at 0>,
// CHECK-SAME: #vkm.member<"corner" : !vkm.array<2 x !vkm.record<@"geo::Point">> at 8>,
// CHECK-SAME: #vkm.member<"range" : !vkm.record<@"Cell::range"> at 40>]
// CHECK: vkm.record @"Pair<int>" size 8 align 4

class C {
public:
  virtual ~C() {}
  virtual void run(Cell *cells, int n) { kernel1D_k(cells, n); }
  void kernel1D_k(Cell *cells, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: %[[CELL:.*]] = vkm.deref
      // CHECK: %[[BASE:.*]] = vkm.member %[[CELL]]["Base"] : <!vkm.record<@Cell>> -> <!vkm.record<@Base>>
      // CHECK: vkm.member %[[BASE]]["id"] : <!vkm.record<@Base>> -> <si32>
      cells[i].id = i;
      // CHECK: %[[CORNERS:.*]] = vkm.member %{{.*}}["corner"]
      // CHECK: %[[CORNER:.*]] = vkm.element %[[CORNERS]][%{{.*}}]
      // CHECK: vkm.member %[[CORNER]]["y"] : <!vkm.record<@"geo::Point">> -> <f32>
      cells[i].corner[1].y = 2;
      // CHECK: %[[RANGE:.*]] = vkm.member %{{.*}}["range"]
      // CHECK: vkm.member %[[RANGE]]["hi"]
      (&cells[i])->range.hi = 1;
      // Copies.
      // CHECK: %[[COPY:.*]] = vkm.load %{{.*}} : <!vkm.record<@Cell>>
      // CHECK: %[[VAR:.*]] = vkm.var "copy" : <!vkm.record<@Cell>> = %[[COPY]]
      Cell copy = cells[i];
      // CHECK: %[[ALL:.*]] = vkm.load %[[VAR]]
      // CHECK: vkm.assign %{{.*}}, %[[ALL]] : <!vkm.record<@Cell>>
      cells[n] = copy;
      // CHECK: vkm.var "pair" : <!vkm.record<@"Pair<int>">>{{$}}
      Pair<int> pair;
      pair.first = 1;
    }
  }
};
