// Workgroups sort their iterations by what they call: the rest of an iteration becomes an operation, and the shader's loops
// take the rests in the order of the ways.
// RUN: vkmorph %s --class Shapes --emit=planned --without-locations --virtual=workgroup -- -std=c++17 >%t.mlir
// RUN: FileCheck --check-prefix=PLAN %s <%t.mlir
// RUN: vkmorph-opt %t.mlir --vkm-regroup-dispatches | FileCheck --check-prefix=REST %s
// RUN: vkmorph %s --class Shapes --virtual=workgroup --remarks=decisions -o %t -- -std=c++17 2>&1 | FileCheck --check-prefix=SAYS %s
// RUN: FileCheck %s <%t/shaders/kernel2D_Sum.comp
// RUN: FileCheck --check-prefix=HOST %s <%t/regroup-dispatches_generated.cpp
// Without ballots nobody knows whether ways differ; each thread takes one iteration where coarsening is off.
// RUN: vkmorph %s --class Shapes --virtual=workgroup --target=vulkan10 --coarsening=never -o %t.10 -- -std=c++17
// RUN: FileCheck --check-prefix=OLD %s <%t.10/shaders/kernel2D_Sum.comp
// Nothing is done that is not planned.
// RUN: vkmorph %s --class Shapes --emit=planned --without-locations --virtual=switch -- -std=c++17 >%t.switch.mlir
// RUN: vkmorph-opt %t.switch.mlir --vkm-regroup-dispatches | diff - %t.switch.mlir
// RUN: vkmorph-opt %t.switch.mlir --vkm-lower-regroups | diff - %t.switch.mlir
// RUN: not vkmorph %s --class Refused --virtual=workgroup -o %t.refused -- -std=c++17 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: vkmorph %s --class Refused --virtual=auto --remarks=decisions -o %t.auto -- -std=c++17 2>&1 | FileCheck --check-prefix=AUTO %s
// A `continue` behind the call ends the rest of the iteration, not the turn of the thread, whose barriers all threads reach.
// RUN: vkmorph %s --class Leaving -o %t.leaving -- -std=c++17
// RUN: FileCheck --check-prefix=LEAVES %s <%t.leaving/shaders/kernel1D_Run.comp
#include <cmath>
#include <cstdint>
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
  float Area(float scale, int &calls) const override {
    for (int i = 0; i < 100; ++i)
      scale = std::sqrt(3.0f * radius * radius * scale);
    return scale;
  }
};
struct Ring : Disk {
  float Area(float scale, int &calls) const override {
    for (int i = 0; i < 100; ++i)
      scale = scale / (1.0f + radius * scale);
    return scale;
  }
};

// Two iterations of a thread, not four: what lives across the call takes as much memory as their order.
// PLAN: vkm.grid (%y: ui32 "y", %x: ui32 "x"){{.*}}coarsening = 2 : i64{{.*}}workgroup_size = array<i32: 32, 32, 1>
// PLAN: vkm.call @Area({{.*}}vkm.dispatch = "workgroup"
// PLAN: vkm.call @Area({{.*}}vkm.dispatch = "switch"

// REST: vkm.grid (%y: ui32 "y", %x: ui32 "x")
// REST: vkm.math min
// REST: vkm.regroup(%y, %x : ui32, ui32) way %{{.*}} of 3 turns 2 keeps ["calls"](%{{.*}} : si32) {
// REST-NEXT: ^bb0(%[[Y:.*]]: ui32, %[[X:.*]]: ui32, %[[CALLS:.*]]: si32):
// REST: vkm.var "calls" : <si32> = %[[CALLS]]
// REST: vkm.call @Area
// REST: vkm.call @Area

// CHECK: layout(local_size_x = 32, local_size_y = 32) in;
// CHECK-DAG: shared uint wayCounts[4];
// CHECK-DAG: shared uint sorted[2048];
// CHECK-DAG: shared int callsKept[2048];
// CHECK: for (uint firstX = gl_WorkGroupID.x * 32u; firstX < w;
// CHECK: const uint turns = min(2u, (h - 1u) / (gl_NumWorkGroups.y * gl_WorkGroupSize.y) + 1u);
// CHECK: for (uint firstY = gl_WorkGroupID.y * 32u * turns; firstY < h;
// CHECK-NEXT: firstY += gl_NumWorkGroups.y * gl_WorkGroupSize.y * turns
// CHECK: barrier();
// CHECK: uint taken = turns * 1024u;
// CHECK: if (turn < turns) {
// CHECK-NEXT: ways[turn] = 3u;
// CHECK: const uint y = firstY + turn * 32u + lid / 32u;
// CHECK: if (x < w) {
// CHECK-NEXT: if (y < h) {
// CHECK: callsKept[turn * 1024u + lid] = calls;
// CHECK: ways[turn] = min(
// CHECK: if (way != subgroupBroadcastFirst(way)) {
// CHECK-NEXT: waysDiffer = 1u;
// CHECK: const bool areMixed = waysDiffer != 0u;
// CHECK-NEXT: if (areMixed) {
// CHECK: slots[turn] = atomicAdd(wayCounts[ways[turn]], 1u);
// CHECK: sorted[wayStarts[ways[turn]] + slots[turn]] = turn * 1024u + lid;
// CHECK: taken = wayStarts[3];
// CHECK: for (uint turn = 0u; turn < 2u; turn++) {
// CHECK-NEXT: if (areMixed) {
// CHECK-NEXT: barrier();
// CHECK: if (place < taken) {
// CHECK: other = sorted[place];
// CHECK: int calls = callsKept[other];
// CHECK: Area(
// CHECK: Area(

// HOST: CoarsenedGroupCount(h, kSumPerGroupY, kSumCoarsening, 1, groupsX, 128);

// OLD-NOT: waysDiffer
// OLD: slots[turn] = atomicAdd(
// OLD-NOT: subgroup
// OLD: = sorted[place];
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
        // SAYS: [[@LINE+1]]:{{[0-9]+}}: remark: workgroups sort their iterations by what 'Area' runs for them: as the option says [vkm2254, decisions]
        const float area = m_shapes[ids[y * w + x]]->Area(scale, calls);
        // SAYS: [[@LINE+1]]:{{[0-9]+}}: remark: 'Area' is a switch in each thread: another choice sorts the iterations [vkm2232, decisions]
        out[y * w + x] = m_shapes[ids[y * w + x]]->Area(area, calls) + float(calls);
      }
  }

private:
  std::vector<Shape *> m_shapes;
};

class Refused {
public:
  virtual ~Refused() = default;
  virtual void Run(const uint32_t *ids, float *out, uint32_t n) {
    kernel1D_Total(ids, n);
    kernel1D_Again(ids, out, n);
    kernel1D_Bytes(ids, out, n);
  }
  void kernel1D_Total(const uint32_t *ids, uint32_t n) {
    m_total = 0.0f;
    int calls = 0;
    for (uint32_t i = 0; i < n; ++i)
      // REFUSED: [[@LINE+2]]:{{[0-9]+}}: error: iterations cannot be sorted by what 'Area' runs for them: the loop combines values [vkm2234]
      // AUTO: [[@LINE+1]]:{{[0-9]+}}: remark: 'Area' is a switch in each thread: its 3 ways cost about {{[0-9]+}} instructions together, the dearest {{[0-9]+}}, and sorting about 2220 [vkm2232, decisions]
      m_total += m_shapes[ids[i]]->Area(float(i), m_calls[i]);
  }
  void kernel1D_Again(const uint32_t *ids, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      int calls = 0;
      out[i] = float(i) * 0.5f;
      // AUTO: [[@LINE+1]]:{{[0-9]+}}: remark: 'Area' is a switch in each thread: its 3 ways cost about {{[0-9]+}} instructions together, the dearest {{[0-9]+}}, and sorting about 2220 [vkm2232, decisions]
      const float area = m_shapes[ids[i]]->Area(2.0f, calls);
      out[i] += area;
    }
  }
  struct Pair {
    uint8_t a, b;
  };
  void kernel1D_Bytes(const uint32_t *ids, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      int calls = 0;
      Pair pair = {0, 1};
      for (uint32_t k = 0; k < ids[i]; ++k)
        pair.a = uint8_t(pair.a + pair.b * k);
      const float area = m_shapes[ids[i]]->Area(2.0f, calls);
      out[i] = area + float(pair.a) + float(pair.b);
    }
  }

private:
  std::vector<Shape *> m_shapes;
  std::vector<int> m_calls;
  float m_total = 0.0f;
};

// LEAVES: if (place < taken) {
// LEAVES: do {
// LEAVES: if (area < 0.0) {
// LEAVES-NEXT: continue;
// LEAVES: } while (false);
class Leaving {
public:
  virtual ~Leaving() = default;
  virtual void Run(const uint32_t *ids, float *out, uint32_t n) { kernel1D_Run(ids, out, n); }
  void kernel1D_Run(const uint32_t *ids, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      int calls = 0;
      const float area = m_shapes[ids[i]]->Area(2.0f, calls);
      if (area < 0.0f)
        continue;
      out[i] = area;
    }
  }

private:
  std::vector<Shape *> m_shapes;
};
