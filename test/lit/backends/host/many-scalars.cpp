// Scalars for which the push constants have no room go through class data, which the command buffer updates: those that
// only the kernel's body reads, the last ones first.
// RUN: vkmorph %s --fusion=never -o %t -- -std=c++17
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/many-scalars_generated.cpp
// RUN: FileCheck %s --input-file=%t/many-scalars_generated.cpp
// RUN: FileCheck %s --check-prefix=SHADER --input-file=%t/shaders/kernel1D_Blend.comp

#include <cstdint>

class Blend {
public:
  virtual ~Blend() = default;
  virtual void Apply(const float *a, float *out, int n, float w0, float w1, float w2, float w3, float w4, float w5, float w6,
                     float w7, float w8, float w9, float w10, float w11, float w12, float w13, float w14, float w15,
                     float w16, float w17, float w18, float w19, float w20, float w21, float w22, float w23, float w24,
                     float w25, float w26, float w27, float w28, int64_t wide, bool round, int8_t shift) {
    kernel1D_Blend(a, out, n, w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19,
                   w20, w21, w22, w23, w24, w25, w26, w27, w28, wide, round, shift);
    kernel1D_Blend(a, out, n, w1, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15, w16, w17, w18, w19,
                   w20, w21, w22, w23, w24, w25, w26, w27, w0, wide + 1, !round, shift);
  }

protected:
  virtual void kernel1D_Blend(const float *a, float *out, int n, float w0, float w1, float w2, float w3, float w4, float w5,
                              float w6, float w7, float w8, float w9, float w10, float w11, float w12, float w13,
                              float w14, float w15, float w16, float w17, float w18, float w19, float w20, float w21,
                              float w22, float w23, float w24, float w25, float w26, float w27, float w28, int64_t wide,
                              bool round, int8_t shift) {
    for (int i = 0; i < n; ++i) {
      float sum = a[i] * w0;
      sum += w1; sum *= w2; sum += w3; sum -= w4; sum += w5; sum += w6; sum += w7; sum += w8; sum += w9; sum += w10;
      sum += w11; sum += w12; sum += w13; sum += w14; sum += w15; sum += w16; sum += w17; sum += w18; sum += w19;
      sum += w20; sum += w21; sum += w22; sum += w23; sum += w24; sum += w25; sum += w26; sum += w27; sum += w28;
      out[i] += round ? sum + shift : sum + float(int(wide & 7));
    }
  }
};

// Both launches: the second one's update waits for the first one's dispatch.
// CHECK-LABEL: void Blend_Generated::ApplyCmd(
// CHECK: vkmorph::Barrier(cmd, BlendStages(), BlendStages());
// CHECK: BlendCmd(
// CHECK: // Blend wrote out, which the next Blend reads.
// CHECK: vkmorph::Barrier(cmd, BlendStages(), BlendStages());
// CHECK: BlendCmd(

// A bool and a byte are written as 32 bits.
// CHECK-LABEL: void Blend_Generated::BlendCmd(
// CHECK: // The push constants have no room for these.
// CHECK-NEXT: m_vulkan.UpdateClassData(cmd, 0, uint32_t(round));
// CHECK-NEXT: m_vulkan.UpdateClassData(cmd, 4, int(shift));
// CHECK: // Blend arguments wrote Blend_round and Blend_shift, which Blend reads.
// CHECK-NEXT: vkmorph::Barrier(cmd, vkmorph::kTransferWrite, vkmorph::kComputeRead);
// CHECK-NEXT: vkCmdBindPipeline
// CHECK: vkmorph::KernelStages Blend_Generated::BlendStages() const { return vkmorph::kUpdatingKernel; }

// SHADER: layout(push_constant) uniform Arguments {
// SHADER-NEXT: int n;
// SHADER-NOT: shift
// SHADER: buffer ClassData {
// SHADER-NEXT: uint Blend_round;
// SHADER-NEXT: int Blend_shift;
// SHADER: Blend_round != 0u ?
