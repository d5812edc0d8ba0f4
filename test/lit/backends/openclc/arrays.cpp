// Arrays are copied element by element; functions return them by reference, and take them as pointers.
// RUN: rm -rf %t && vkmorph %s -o %t --shaders=openclc --target=vulkan10 -- -std=c++17
// RUN: FileCheck %s --match-full-lines --input-file=%t/shaders/kernel1D_Blend.cl
#include <array>
#include <cstdint>
#include <utility>

struct Mix {
  float parts[3];
  int kind;
};

class Blender {
public:
  void Blend(const Mix *a_mixes, float *a_out, uint32_t a_size) { kernel1D_Blend(a_mixes, a_out, a_size); }

protected:
  std::array<float, 3> Weights(int kind) const {
    std::array<float, 3> weights = {0.25f, 0.5f, 0.25f};
    if (kind == 1)
      weights = m_own;
    return weights;
  }

  static float Sum(const std::array<float, 3> &values) { return values[0] + values[1] + values[2]; }

  struct Both {
    std::array<float, 2> values;
    float more;
  };
  static float Change(std::array<float, 2> &values) { return values[0] += 7.0f; }

  static void Scale(float (&values)[3], float factor) {
    for (float &value : values)
      value *= factor;
  }

  void kernel1D_Blend(const Mix *a_mixes, float *a_out, uint32_t a_size) {
    for (uint32_t i = 0; i < a_size; i++) {
      Mix mix = a_mixes[i];
      const std::array<float, 3> weights = Weights(mix.kind);
      Scale(mix.parts, 2.0f);
      float sum = 0.0f;
      for (int k = 0; k < 3; k++)
        sum += mix.parts[k] * weights[k];
      a_out[i] = sum / Sum(m_own) + Sum(weights);
      // What is read stays what it was, whatever is written then.
      std::array<float, 2> near = {sum, 1.0f}, far = {2.0f, sum};
      std::swap(near, far);
      const Both both = {near, Change(near)};
      a_out[i] += both.values[0] + 100.0f * both.more + far[0];
    }
  }

  std::array<float, 3> m_own = {1.0f, 2.0f, 3.0f};
};

//      CHECK: #pragma OPENCL FP_CONTRACT OFF
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float parts[3];
// CHECK-NEXT:   int kind;
// CHECK-NEXT: } Mix;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float values[2];
// CHECK-NEXT:   float more;
// CHECK-NEXT: } Both;
// CHECK-EMPTY:
// CHECK-NEXT: // The members of Blender that kernels touch.
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float m_own[3];
// CHECK-NEXT: } ClassData;
// CHECK-EMPTY:
// CHECK-NEXT: void Weights(int kind, float result[3], __global const ClassData *self) {
// CHECK-NEXT:   float weights[3] = {0.25f, 0.5f, 0.25f};
// CHECK-NEXT:   if (kind == 1) {
// CHECK-NEXT:     for (uint k = 0u; k < 3u; k++) {
// CHECK-NEXT:       weights[k] = self->m_own[k];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   for (uint k2 = 0u; k2 < 3u; k2++) {
// CHECK-NEXT:     result[k2] = weights[k2];
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void Scale(float values[3], float factor) {
// CHECK-NEXT:   for (int index = 0; index < 3; index++) {
// CHECK-NEXT:     values[index] *= factor;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: float Sum(const float values[3]) {
// CHECK-NEXT:   float values_[3];
// CHECK-NEXT:   for (uint k = 0u; k < 3u; k++) {
// CHECK-NEXT:     values_[k] = values[k];
// CHECK-NEXT:   }
// CHECK-NEXT:   return values_[0] + values_[1] + values_[2];
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: float Change(float values[2]) {
// CHECK-NEXT:   values[0] += 7.0f;
// CHECK-NEXT:   return values[0];
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: __kernel __attribute__((reqd_work_group_size(128, 1, 1)))
// CHECK-NEXT: void kernel1D_Blend(__global const Mix *a_mixes, __global float *a_out, __global const ClassData *self, uint a_size) {
// CHECK-NEXT:   for (uint i = (uint)get_global_id(0); i < a_size; i += (uint)get_num_groups(0) * (uint)get_local_size(0)) {
// CHECK-NEXT:     Mix mix_ = a_mixes[i];
// CHECK-NEXT:     float result[3];
// CHECK-NEXT:     Weights(mix_.kind, result, self);
// CHECK-NEXT:     float weights[3];
// CHECK-NEXT:     for (uint k2 = 0u; k2 < 3u; k2++) {
// CHECK-NEXT:       weights[k2] = result[k2];
// CHECK-NEXT:     }
// CHECK-NEXT:     Scale(mix_.parts, 2.0f);
// CHECK-NEXT:     float sum = 0.0f;
// CHECK-NEXT:     for (int k = 0; k < 3; k++) {
// CHECK-NEXT:       sum += mix_.parts[k] * weights[k];
// CHECK-NEXT:     }
// CHECK-NEXT:     float copy[3];
// CHECK-NEXT:     for (uint k3 = 0u; k3 < 3u; k3++) {
// CHECK-NEXT:       copy[k3] = self->m_own[k3];
// CHECK-NEXT:     }
// CHECK-NEXT:     a_out[i] = sum / Sum(copy) + Sum(weights);
// CHECK-EMPTY:
// CHECK-NEXT:     // What is read stays what it was, whatever is written then.
// CHECK-NEXT:     float near[2] = {sum, 1.0f};
// CHECK-NEXT:     float far[2] = {2.0f, sum};
// CHECK-NEXT:     float nearOld[2];
// CHECK-NEXT:     for (uint k4 = 0u; k4 < 2u; k4++) {
// CHECK-NEXT:       nearOld[k4] = near[k4];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (uint k5 = 0u; k5 < 2u; k5++) {
// CHECK-NEXT:       near[k5] = far[k5];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (uint k6 = 0u; k6 < 2u; k6++) {
// CHECK-NEXT:       far[k6] = nearOld[k6];
// CHECK-NEXT:     }
// CHECK-NEXT:     float nearOld2[2];
// CHECK-NEXT:     for (uint k7 = 0u; k7 < 2u; k7++) {
// CHECK-NEXT:       nearOld2[k7] = near[k7];
// CHECK-NEXT:     }
// CHECK-NEXT:     Both made;
// CHECK-NEXT:     for (uint k8 = 0u; k8 < 2u; k8++) {
// CHECK-NEXT:       made.values[k8] = nearOld2[k8];
// CHECK-NEXT:     }
// CHECK-NEXT:     made.more = Change(near);
// CHECK-NEXT:     const Both both = made;
// CHECK-NEXT:     a_out[i] += both.values[0] + 100.0f * both.more + far[0];
// CHECK-NEXT:   }
// CHECK-NEXT: }
