// Iterations are sorted by what they call: queues in a first part, and a grid for each way.
// RUN: vkmorph %s --class Shapes --emit=planned --without-locations --virtual=sort -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class Shapes --emit=planned --without-locations --virtual=switch -- -std=c++17 | FileCheck --check-prefix=SWITCH %s
// RUN: vkmorph %s --class Shapes --emit=recognised --without-locations -- -std=c++17 >%t.mlir
// Nothing is done that is not planned.
// RUN: vkmorph-opt %t.mlir --vkm-sort-dispatches | diff - %t.mlir
#include <cstdint>
#include <variant>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual float Area(float scale, int &calls) const = 0;
};
struct Square : Shape {
  float side = 1.0f;
  float Area(float scale, int &calls) const override {
    ++calls;
    return side * side * scale;
  }
};
struct Disk : Shape {
  float radius = 1.0f;
  float Area(float scale, int &) const override { return 3.0f * radius * radius * scale; }
};

// CHECK-DAG: vkm.field @Area_calls : !vkm.dynarray<si32> access protected {vkm.local_name = "Area_calls", vkm.local_of = "kernel2D_Sum"}
// CHECK-DAG: vkm.field @Area_queue : !vkm.dynarray<ui32>
// CHECK-DAG: vkm.field temporary @Area_counts : !vkm.array<2 x ui32>
// CHECK: vkm.func @next_Area(%way: ui32
// CHECK: vkm.kernel @kernel2D_Sum
// CHECK: vkm.once {
// CHECK: vkm.for "way"
// CHECK: vkm.assign {{.*}} : <ui32>
// The first part: what the call's iterations need that memory does not tell is stored.
// CHECK: vkm.grid (%[[Y:y]]: ui32 "y", %[[X:x]]: ui32 "x")
// CHECK: %iteration = vkm.var const "iteration"
// CHECK: vkm.vector_data @Area_calls
// CHECK: vkm.math min
// CHECK: %way{{.*}} = vkm.var const "way"
// CHECK: vkm.call @next_Area({{.*}}) : (ui32) -> ui32 {vkm.dispatch = "sort"}
// CHECK: vkm.vector_data @Area_queue
// CHECK-NOT: vkm.call @Area
// CHECK: vkm.grid (%place: ui32 "place"){{.*}} vkm.queued, vkm.share_of = @Area_counts
// CHECK: vkm.vector_data @Area_queue
// CHECK: vkm.var const "iteration"
// CHECK: vkm.var const "x"
// CHECK: vkm.var const "y"
// CHECK: vkm.var "calls" : <si32>
// CHECK: vkm.call @[[FIRST:Square|Disk]]_Area
// CHECK: vkm.grid (%place: ui32 "place"){{.*}} vkm.queued, vkm.share_of = @Area_counts
// CHECK-NOT: vkm.call @[[FIRST]]_Area
// CHECK: vkm.call @{{Square|Disk}}_Area
// Control functions make room.
// CHECK: vkm.control @Sum
// CHECK: vkm.reserve @Area_calls
// CHECK: vkm.reserve @Area_queue
// CHECK: vkm.launch @kernel2D_Sum

// SWITCH: vkm.call @Area({{.*}}) {{.*}} {vkm.dispatch = "switch"}
// SWITCH-NOT: queue
class Shapes {
public:
  virtual ~Shapes() = default;
  virtual void Sum(uint32_t w, uint32_t h, const uint32_t *ids, float *out) {
    kernel2D_Sum(w, h, ids, out);
  }
  void kernel2D_Sum(uint32_t w, uint32_t h, const uint32_t *ids, float *out) {
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        int calls = 0;
        for (uint32_t i = 0; i < x; ++i)
          calls += int(i & 1u);
        const float scale = float(ids[y * w + x]);
        const float area = m_shapes[ids[y * w + x]]->Area(scale, calls);
        out[y * w + x] = area + float(calls);
      }
  }

private:
  std::vector<Shape *> m_shapes;
};
