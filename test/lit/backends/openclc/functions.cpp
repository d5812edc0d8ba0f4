// Functions that OpenCL C lacks, or spells in another way: of numbers and vectors, of bits; comparisons of vectors.
// RUN: rm -rf %t && env CLSPV=none vkmorph %s -o %t --shaders=openclc --target=vulkan10 -- -std=c++17
// RUN: FileCheck %s --match-full-lines --input-file=%t/shaders/kernel1D_Bend.cl
#include <glm/glm.hpp>

class Lens {
public:
  void Bend(const glm::vec4 *a_in, glm::vec4 *a_out, const int *a_keys, int *a_flags, int a_size) {
    kernel1D_Bend(a_in, a_out, a_keys, a_flags, a_size);
  }

protected:
  void kernel1D_Bend(const glm::vec4 *a_in, glm::vec4 *a_out, const int *a_keys, int *a_flags, int a_size) {
    for (int i = 0; i < a_size; i++) {
      const glm::vec4 v = a_in[i];
      glm::vec4 bent = glm::reflect(v, m_up);
      bent += glm::refract(v, m_up, 0.75f);
      bent += glm::faceforward(v, m_up, bent);
      bent.x = glm::mod(v.x, 3.0f) + glm::fract(v.y);
      const glm::bvec4 isLow = glm::lessThan(v, bent);
      a_out[i] = glm::mix(bent, v, isLow);
      int flags = (v == bent ? 1 : 0) + (v != m_up ? 2 : 0) + (glm::any(isLow) ? 4 : 0) + (isLow.y ? 8 : 0);
      const unsigned key = static_cast<unsigned>(a_keys[i]);
      flags += __builtin_popcount(key) + __builtin_ffs(a_keys[i]) + (key != 0u ? __builtin_clz(key) : 0);
      a_flags[i] = flags;
    }
  }

  glm::vec4 m_up{0.0f, 1.0f, 0.0f, 0.0f};
};

//      CHECK: #pragma OPENCL FP_CONTRACT OFF
// CHECK-EMPTY:
// CHECK-NEXT: // The members of Lens that kernels touch.
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float4 m_up;
// CHECK-NEXT: } ClassData;
// CHECK-EMPTY:
// CHECK-NEXT: __kernel __attribute__((reqd_work_group_size(128, 1, 1)))
// CHECK-NEXT: void kernel1D_Bend(__global const float4 *a_in, __global float4 *a_out, __global const int *a_keys,
// CHECK-NEXT:     __global int *a_flags, __global const ClassData *self, int a_size) {
// CHECK-NEXT:   for (int i = (int)get_global_id(0); i < a_size; i += (int)((uint)get_num_groups(0) * (uint)get_local_size(0))) {
// CHECK-NEXT:     const float4 v = a_in[i];
// CHECK-NEXT:     const float4 m_upValue = self->m_up;
// CHECK-NEXT:     float4 bent = v - m_upValue * (float4)(2.0f * dot(m_upValue, v));
// CHECK-NEXT:     const float4 m_upValue2 = self->m_up;
// CHECK-NEXT:     const float cosine = dot(m_upValue2, v);
// CHECK-NEXT:     const float discriminant = 1.0f - 0.75f * 0.75f * (1.0f - cosine * cosine);
// CHECK-NEXT:     bent += discriminant < 0.0f ? (float4)(0.0f)
// CHECK-NEXT:         : v * (float4)(0.75f) - m_upValue2 * (float4)(0.75f * cosine + sqrt(discriminant));
// CHECK-NEXT:     bent += dot(bent, self->m_up) < 0.0f ? v : -v;
// CHECK-NEXT:     const float vValue = v.x;
// CHECK-NEXT:     const float vValue2 = v.y;
// CHECK-NEXT:     bent.x = vValue - 3.0f * floor(vValue / 3.0f) + (vValue2 - floor(vValue2));
// CHECK-NEXT:     const int4 isLow = v < bent;
// CHECK-NEXT:     a_out[i] = select(bent, v, isLow);
// CHECK-NEXT:     int flags = (all(v == bent) ? 1 : 0) + (any(v != self->m_up) ? 2 : 0) + (any(isLow) ? 4 : 0) +
// CHECK-NEXT:         (isLow.y != 0 ? 8 : 0);
// CHECK-NEXT:     const uint key = (uint)a_keys[i];
// CHECK-NEXT:     const uint a_keysValue = (uint)a_keys[i];
// CHECK-NEXT:     flags += (int)popcount(key) + (31 - (int)clz(a_keysValue & -a_keysValue) + 1) +
// CHECK-NEXT:         (key != 0u ? 31 - (31 - (int)clz(key)) : 0);
// CHECK-NEXT:     a_flags[i] = flags;
// CHECK-NEXT:   }
// CHECK-NEXT: }
