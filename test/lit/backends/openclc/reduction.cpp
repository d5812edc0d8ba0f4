// Helper functions are given what they need of the kernel; the last workgroup sees the others' results behind
// fences; clang's OpenCL front end takes the text (it is compiled here).
// RUN: rm -rf %t && vkmorph %s -o %t --shaders=openclc --target=vulkan10 --finish=last-workgroup -- -std=c++17
// RUN: FileCheck %s --match-full-lines --input-file=%t/shaders/kernel1D_Sum.cl
#include <cstdint>

class Sums {
public:
  void Sum(const float *a_data, uint32_t a_size) { kernel1D_Sum(a_data, a_size); }
  float Total() const { return m_total; }

protected:
  void kernel1D_Sum(const float *a_data, uint32_t a_size) {
    m_total = 0.0f;
    for (uint32_t i = 0; i < a_size; i++)
      m_total += a_data[i] * a_data[i];
  }

  float m_total = 0.0f; // the sum of squares
};

//      CHECK: #pragma OPENCL FP_CONTRACT OFF
// CHECK-EMPTY:
// CHECK-NEXT: // The members of Sums that kernels touch.
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float m_total; // the sum of squares
// CHECK-NEXT: } ClassData;
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   uint groupsDone;
// CHECK-NEXT:   float m_totalPartials[256];
// CHECK-NEXT: } SumPartials;
// CHECK-EMPTY:
// CHECK-NEXT: // Combines the shares of all threads by a tree in shared memory; the first thread has the result.
// CHECK-NEXT: void combineWorkgroup(float *m_totalLocal, __local float m_totalShared[128]) {
// CHECK-NEXT:   const uint lid = get_local_id(0);
// CHECK-EMPTY:
// CHECK-NEXT:   m_totalShared[lid] = *m_totalLocal;
// CHECK-NEXT:   barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT:   for (uint offset = 64u; offset > 0u; offset /= 2u) {
// CHECK-NEXT:     if (lid < offset) {
// CHECK-NEXT:       m_totalShared[lid] += m_totalShared[lid + offset];
// CHECK-NEXT:     }
// CHECK-NEXT:     barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT:   }
// CHECK-NEXT:   *m_totalLocal = m_totalShared[lid];
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: __kernel __attribute__((reqd_work_group_size(128, 1, 1)))
// CHECK-NEXT: void kernel1D_Sum(__global const float *a_data, __global ClassData *self, __global SumPartials *sumPartials,
// CHECK-NEXT:     uint a_size) {
// CHECK-NEXT:   __local float m_totalShared[128];
// CHECK-NEXT:   __local bool isLastGroup;
// CHECK-EMPTY:
// CHECK-NEXT:   const uint lid = get_local_id(0);
// CHECK-EMPTY:
// CHECK-NEXT:   float m_totalLocal = 0.0f;
// CHECK-NEXT:   const uint blocks = a_size / 4u;
// CHECK-NEXT:   const uint stride = (uint)get_num_groups(0) * (uint)get_local_size(0);
// CHECK-NEXT:   uint block = get_global_id(0);
// CHECK-EMPTY:
// CHECK-NEXT:   // Blocks of 4 elements, each read at once, 4 of them at a time.
// CHECK-NEXT:   while (block < blocks && blocks - block > 3u * stride) {
// CHECK-NEXT:     for (uint turn = 0u; turn < 4u; turn++, block += stride) {
// CHECK-NEXT:       const uint first = 4u * block;
// CHECK-NEXT:       const float4 a_data4 = (float4)(a_data[first], a_data[first + 1u], a_data[first + 2u], a_data[first + 3u]);
// CHECK-NEXT:       for (uint component = 0u; component < 4u; component++) {
// CHECK-NEXT:         m_totalLocal += a_data4[component] * a_data4[component];
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // The blocks that are left.
// CHECK-NEXT:   for (uint rest = block; rest < blocks; rest += stride) {
// CHECK-NEXT:     const uint first2 = 4u * rest;
// CHECK-NEXT:     const float4 a_data4 = (float4)(a_data[first2], a_data[first2 + 1u], a_data[first2 + 2u], a_data[first2 + 3u]);
// CHECK-NEXT:     for (uint component = 0u; component < 4u; component++) {
// CHECK-NEXT:       m_totalLocal += a_data4[component] * a_data4[component];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // The last iterations, which fill no block.
// CHECK-NEXT:   if ((uint)get_global_id(0) < a_size % 4u) {
// CHECK-NEXT:     const uint i = 4u * blocks + (uint)get_global_id(0);
// CHECK-NEXT:     m_totalLocal += a_data[i] * a_data[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   combineWorkgroup(&m_totalLocal, m_totalShared);
// CHECK-EMPTY:
// CHECK-NEXT:   // Publish the partial results; the workgroup that counts itself last has all of them before it.
// CHECK-NEXT:   if (lid == 0u) {
// CHECK-NEXT:     sumPartials->m_totalPartials[(uint)get_group_id(0)] = m_totalLocal;
// CHECK-NEXT:     atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
// CHECK-NEXT:     isLastGroup = atomic_add(&sumPartials->groupsDone, 1u) == (uint)get_num_groups(0) - 1u;
// CHECK-NEXT:   }
// CHECK-NEXT:   barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT:   if (!isLastGroup) {
// CHECK-NEXT:     return;
// CHECK-NEXT:   }
// CHECK-NEXT:   atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
// CHECK-EMPTY:
// CHECK-NEXT:   // Combine the partial results of all workgroups, in order.
// CHECK-NEXT:   m_totalLocal = 0.0f;
// CHECK-NEXT:   for (uint group = lid; group < (uint)get_num_groups(0); group += 128u) {
// CHECK-NEXT:     m_totalLocal += sumPartials->m_totalPartials[group];
// CHECK-NEXT:   }
// CHECK-NEXT:   combineWorkgroup(&m_totalLocal, m_totalShared);
// CHECK-NEXT:   if (lid == 0u) {
// CHECK-NEXT:     sumPartials->groupsDone = 0u;
// CHECK-NEXT:     self->m_total = m_totalLocal;
// CHECK-NEXT:   }
// CHECK-NEXT: }
