// Names that OpenCL C reserves get an underscore, functions of one name are numbered, and a local gives way to what its function is
// given.
// RUN: rm -rf %t && vkmorph %s -o %t --shaders=openclc --target=vulkan10 -- -std=c++17
// RUN: FileCheck %s --match-full-lines --input-file=%t/shaders/kernel1D_Filter.cl
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/vkmorph.json
#include <cstdint>

class Filter {
public:
  void Run(const float *global, float *kernel, uint32_t uint4) { kernel1D_Filter(global, kernel, uint4); }

protected:
  static float at(float x) { return x + 1.0f; }
  static float at(float x, int y) { return x + float(y); }
  float dot(float half) const { return half * m_gain; }
  static float half_sqrt(float half_width) { return half_width * 0.5f; }
  static float vload_half(float atom_add) { return atom_add + 3.0f; }

  void kernel1D_Filter(const float *global, float *kernel, uint32_t uint4) {
    for (uint32_t i = 0; i < uint4; i++) {
      const float self = at(global[i]);
      kernel[i] = dot(self) + at(self, 2) + half_sqrt(vload_half(self));
    }
  }

  float m_gain = 2.0f;
};

//      CHECK: #pragma OPENCL FP_CONTRACT OFF
// CHECK-EMPTY:
// CHECK-NEXT: // The members of Filter that kernels touch.
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float m_gain;
// CHECK-NEXT: } ClassData;
// CHECK-EMPTY:
// CHECK-NEXT: float at(float x) {
// CHECK-NEXT:   return x + 1.0f;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: float dot_(float half_, __global const ClassData *self) {
// CHECK-NEXT:   return half_ * self->m_gain;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: float at_(float x, int y) {
// CHECK-NEXT:   return x + (float)y;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: float uvload_half(float atom_add_) {
// CHECK-NEXT:   return atom_add_ + 3.0f;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: float half_sqrt_(float half_width) {
// CHECK-NEXT:   return half_width * 0.5f;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: __kernel __attribute__((reqd_work_group_size(128, 1, 1)))
// CHECK-NEXT: void kernel1D_Filter(__global const float *global_, __global float *kernel_, __global const ClassData *self,
// CHECK-NEXT:     uint uint4_) {
// CHECK-NEXT:   for (uint i = (uint)get_global_id(0); i < uint4_; i += (uint)get_num_groups(0) * (uint)get_local_size(0)) {
// CHECK-NEXT:     const float self_ = at(global_[i]);
// CHECK-NEXT:     kernel_[i] = dot_(self_, self) + at_(self_, 2) + half_sqrt_(uvload_half(self_));
// CHECK-NEXT:   }
// CHECK-NEXT: }

// JSON:      "from": "dot",
// JSON-NEXT: "to": "dot_"
