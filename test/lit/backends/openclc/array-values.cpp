// Arrays that are no places: lists, elements of lists, members of structs that functions return, one of two, lists of arrays.
// RUN: rm -rf %t && env CLSPV=none vkmorph %s -o %t --shaders=openclc --target=vulkan10 -- -std=c++17
// RUN: FileCheck %s --match-full-lines --input-file=%t/shaders/kernel1D_Pick.cl
#include <array>

class Picker {
public:
  virtual ~Picker() = default;
  virtual void Pick(const int *a_keys, float *a_out, int a_size) { kernel1D_Pick(a_keys, a_out, a_size); }

protected:
  using Pair = std::array<float, 2>;
  struct Box {
    Pair low;
    float weight;
  };
  static Box MakeBox(float x) { return {{x, 2.0f * x}, 1.0f}; }
  static float First(Pair pair) { return pair[0]; }

  void kernel1D_Pick(const int *a_keys, float *a_out, int a_size) {
    for (int i = 0; i < a_size; i++) {
      const float x = a_out[i];
      Pair pair = MakeBox(x).low;
      const std::array<Pair, 2> both = {pair, m_pair};
      pair = {both[1][0], pair[0]};
      const Pair chosen = a_keys[i] > 0 ? pair : m_pair;
      a_out[i] = First({x, 3.0f}) + chosen[1] + Pair{x, 1.0f}[a_keys[i] & 1] + First(a_keys[i] > 5 ? m_pair : pair);
    }
  }

  Pair m_pair = {1.0f, 2.0f};
};

//      CHECK: #pragma OPENCL FP_CONTRACT OFF
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float low[2];
// CHECK-NEXT:   float weight;
// CHECK-NEXT: } Box;
// CHECK-EMPTY:
// CHECK-NEXT: // The members of Picker that kernels touch.
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float m_pair[2];
// CHECK-NEXT: } ClassData;
// CHECK-EMPTY:
// CHECK-NEXT: Box MakeBox(float x) {
// CHECK-NEXT:   return (Box){{[{][{]}}x, 2.0f * x}, 1.0f};
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: float First(const float pair[2]) {
// CHECK-NEXT:   float pair_[2];
// CHECK-NEXT:   for (uint k = 0u; k < 2u; k++) {
// CHECK-NEXT:     pair_[k] = pair[k];
// CHECK-NEXT:   }
// CHECK-NEXT:   return pair_[0];
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: __kernel __attribute__((reqd_work_group_size(128, 1, 1)))
// CHECK-NEXT: void kernel1D_Pick(__global const int *a_keys, __global float *a_out, __global const ClassData *self, int a_size) {
// CHECK-NEXT:   for (int i = (int)get_global_id(0); i < a_size; i += (int)((uint)get_num_groups(0) * (uint)get_local_size(0))) {
// CHECK-NEXT:     const float x = a_out[i];
// CHECK-NEXT:     float pair[2];
// CHECK-NEXT:     Box whole = MakeBox(x);
// CHECK-NEXT:     for (uint k = 0u; k < 2u; k++) {
// CHECK-NEXT:       pair[k] = whole.low[k];
// CHECK-NEXT:     }
// CHECK-NEXT:     float part[2];
// CHECK-NEXT:     for (uint k2 = 0u; k2 < 2u; k2++) {
// CHECK-NEXT:       part[k2] = pair[k2];
// CHECK-NEXT:     }
// CHECK-NEXT:     float part2[2];
// CHECK-NEXT:     for (uint k3 = 0u; k3 < 2u; k3++) {
// CHECK-NEXT:       part2[k3] = self->m_pair[k3];
// CHECK-NEXT:     }
// CHECK-NEXT:     float both[2][2];
// CHECK-NEXT:     float parts[2][2];
// CHECK-NEXT:     for (uint k4 = 0u; k4 < 2u; k4++) {
// CHECK-NEXT:       parts[0][k4] = part[k4];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (uint k5 = 0u; k5 < 2u; k5++) {
// CHECK-NEXT:       parts[1][k5] = part2[k5];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (uint k6 = 0u; k6 < 2u; k6++) {
// CHECK-NEXT:       for (uint k7 = 0u; k7 < 2u; k7++) {
// CHECK-NEXT:         both[k6][k7] = parts[k6][k7];
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     float parts2[2] = {both[1][0], pair[0]};
// CHECK-NEXT:     for (uint k8 = 0u; k8 < 2u; k8++) {
// CHECK-NEXT:       pair[k8] = parts2[k8];
// CHECK-NEXT:     }
// CHECK-NEXT:     float chosen[2];
// CHECK-NEXT:     if (a_keys[i] > 0) {
// CHECK-NEXT:       for (uint k9 = 0u; k9 < 2u; k9++) {
// CHECK-NEXT:         chosen[k9] = pair[k9];
// CHECK-NEXT:       }
// CHECK-NEXT:     } else {
// CHECK-NEXT:       for (uint k10 = 0u; k10 < 2u; k10++) {
// CHECK-NEXT:         chosen[k10] = self->m_pair[k10];
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     float chosen_[2];
// CHECK-NEXT:     for (uint k11 = 0u; k11 < 2u; k11++) {
// CHECK-NEXT:       chosen_[k11] = chosen[k11];
// CHECK-NEXT:     }
// CHECK-NEXT:     float copy[2];
// CHECK-NEXT:     float parts3[2] = {x, 3.0f};
// CHECK-NEXT:     for (uint k12 = 0u; k12 < 2u; k12++) {
// CHECK-NEXT:       copy[k12] = parts3[k12];
// CHECK-NEXT:     }
// CHECK-NEXT:     float temporary[2] = {x, 1.0f};
// CHECK-NEXT:     float chosen_2[2];
// CHECK-NEXT:     if (a_keys[i] > 5) {
// CHECK-NEXT:       for (uint k13 = 0u; k13 < 2u; k13++) {
// CHECK-NEXT:         chosen_2[k13] = self->m_pair[k13];
// CHECK-NEXT:       }
// CHECK-NEXT:     } else {
// CHECK-NEXT:       for (uint k14 = 0u; k14 < 2u; k14++) {
// CHECK-NEXT:         chosen_2[k14] = pair[k14];
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     a_out[i] = First(copy) + chosen_[1] + temporary[a_keys[i] & 1] + First(chosen_2);
// CHECK-NEXT:   }
// CHECK-NEXT: }
