// Dispatches whose bounds the device knows at the same time: one shader counts the workgroups of all.
// RUN: vkmorph %s --class Shapes --emit=lowered --without-locations --virtual=sort -- -std=c++17 >%t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: vkmorph-opt %t.mlir -vkm-check-barriers >/dev/null
// Bounds that a loop of the kernel itself changes are counted behind it.
// RUN: vkmorph %s --class Chain --emit=lowered --without-locations -- -std=c++17 | FileCheck --check-prefix=CHAIN %s
#include <cstdint>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual float Area(float x) const { return x; }
};
struct Square : Shape {
  float Area(float x) const override { return x * x; }
};
struct Disk : Shape {
  float Area(float x) const override { return 3.0f * x * x; }
};

// CHECK: vkm.scratch @DrawGroups bytes 36 [#vkm.member<"loop2" : !vkm.array<3 x ui32> at 0>, #vkm.member<"loop3" : !vkm.array<3 x ui32> at 12>, #vkm.member<"loop4" : !vkm.array<3 x ui32> at 24>]
// CHECK: vkm.commands @kernel1D_Draw_commands
// CHECK: vkm.cmd.pipeline @kernel1D_Draw_loop2_groups
// CHECK-NEXT: vkm.cmd.dispatch(
// CHECK-NEXT: vkm.cmd.barrier indirect
// CHECK-NEXT: vkm.cmd.pipeline @kernel1D_Draw_loop2
// CHECK-NEXT: vkm.cmd.dispatch_indirect @DrawGroups["loop2"]
// They are parts of one grid, and write no element twice.
// CHECK-NEXT: vkm.cmd.pipeline @kernel1D_Draw_loop3
// CHECK-NEXT: vkm.cmd.dispatch_indirect @DrawGroups["loop3"]
// CHECK-NEXT: vkm.cmd.pipeline @kernel1D_Draw_loop4
// CHECK-NEXT: vkm.cmd.dispatch_indirect @DrawGroups["loop4"]
// CHECK-NEXT: }
class Shapes {
public:
  virtual ~Shapes() = default;
  virtual void Draw(uint32_t n, const uint32_t *ids, float *out) { kernel1D_Draw(n, ids, out); }
  void kernel1D_Draw(uint32_t n, const uint32_t *ids, float *out) {
    for (uint32_t i = 0; i < n; ++i)
      out[i] = m_shapes[ids[i]]->Area(float(i));
  }

private:
  std::vector<Shape *> m_shapes;
};

// What is counted once is not counted again.
// CHAIN: vkm.scratch @HalveGroups bytes 24 [#vkm.member<"loop1" : !vkm.array<3 x ui32> at 0>, #vkm.member<"loop3"
// CHAIN: vkm.scratch @Halve_loop2Groups bytes 12
// CHAIN: vkm.cmd.pipeline @kernel1D_Halve_groups
// CHAIN: vkm.cmd.pipeline @kernel1D_Halve{{$}}
// CHAIN: vkm.cmd.pipeline @kernel1D_Halve_loop2_groups
// CHAIN: vkm.cmd.pipeline @kernel1D_Halve_loop2{{$}}
// CHAIN: vkm.cmd.pipeline @kernel1D_Halve_loop3{{$}}
// CHAIN-NEXT: vkm.cmd.dispatch_indirect @HalveGroups["loop3"]
class Chain {
public:
  virtual ~Chain() = default;
  virtual void Halve(uint32_t n, float *out) {
    kernel1D_Count(n, out);
    kernel1D_Halve(out);
  }
  void kernel1D_Count(uint32_t n, float *out) {
    m_first = 0;
    m_second = 0;
    for (uint32_t i = 0; i < n; ++i)
      if (out[i] > 0.5f)
        m_first++;
  }
  void kernel1D_Halve(float *out) {
    for (uint32_t i = 0; i < m_first; ++i)
      if (out[i] > 0.25f)
        m_second++;
    for (uint32_t i = 0; i < m_second; ++i)
      out[i] *= 0.5f;
    for (uint32_t i = 0; i < m_first; ++i)
      out[i] += 1.0f;
  }

private:
  uint32_t m_first = 0, m_second = 0;
};
