// The shader of phase-lowered.mlir, whole: what a reduction over a tree in shared memory looks like.
// RUN: vkmorph-translate --emit-glsl %S/../../ir/phase-lowered.mlir | FileCheck %s --match-full-lines

//      CHECK: //--- kernel1D_ArraySumm.comp
// CHECK-NEXT: // Numbers::kernel1D_ArraySumm, from phase-lowered.mlir:{{[0-9]+}}. Reduction: m_summ (add); tree in shared memory, finished by
// CHECK-NEXT: // the last workgroup.
// CHECK-NEXT: #version 450
// CHECK-EMPTY:
// CHECK-NEXT: layout(local_size_x = 256) in;
// CHECK-EMPTY:
// CHECK-NEXT: layout(push_constant) uniform Arguments {
// CHECK-NEXT:   uint a_dataSize;
// CHECK-NEXT: };
// CHECK-EMPTY:
// CHECK-NEXT: layout(std430, binding = 0) readonly buffer a_dataBuffer {
// CHECK-NEXT:   int a_data[];
// CHECK-NEXT: };
// CHECK-EMPTY:
// CHECK-NEXT: // The members of Numbers that kernels touch.
// CHECK-NEXT: layout(std430, binding = 1) writeonly buffer ClassData {
// CHECK-NEXT:   int m_summ;
// CHECK-NEXT: };
// CHECK-EMPTY:
// CHECK-NEXT: layout(std430, binding = 2) coherent buffer ArraySummPartials {
// CHECK-NEXT:   uint groupsDone;
// CHECK-NEXT:   int m_summPartials[1024];
// CHECK-NEXT: };
// CHECK-EMPTY:
// CHECK-NEXT: shared int m_summShared[256];
// CHECK-NEXT: shared bool isLastGroup;
// CHECK-EMPTY:
// CHECK-NEXT: void combineShared() {
// CHECK-NEXT:   const uint lid = gl_LocalInvocationID.x;
// CHECK-EMPTY:
// CHECK-NEXT:   barrier();
// CHECK-NEXT:   for (uint offset = 128u; offset > 0u; offset /= 2u) {
// CHECK-NEXT:     if (lid < offset) {
// CHECK-NEXT:       m_summShared[lid] += m_summShared[lid + offset];
// CHECK-NEXT:     }
// CHECK-NEXT:     barrier();
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void main() {
// CHECK-NEXT:   const uint lid = gl_LocalInvocationID.x;
// CHECK-EMPTY:
// CHECK-NEXT:   int m_summLocal = 0;
// CHECK-NEXT:   for (uint i = gl_GlobalInvocationID.x; i < a_dataSize; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x) {
// CHECK-NEXT:     // Only the positive numbers count.
// CHECK-NEXT:     int number = a_data[i];
// CHECK-NEXT:     if (number > 0) {
// CHECK-NEXT:       m_summLocal += number;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   m_summShared[lid] = m_summLocal;
// CHECK-NEXT:   combineShared();
// CHECK-NEXT:   if (lid == 0u) {
// CHECK-NEXT:     m_summPartials[gl_WorkGroupID.x] = m_summShared[0];
// CHECK-NEXT:     memoryBarrierBuffer();
// CHECK-NEXT:     isLastGroup = atomicAdd(groupsDone, 1u) == gl_NumWorkGroups.x - 1u;
// CHECK-NEXT:   }
// CHECK-NEXT:   barrier();
// CHECK-NEXT:   if (!isLastGroup) {
// CHECK-NEXT:     return;
// CHECK-NEXT:   }
// CHECK-NEXT:   memoryBarrierBuffer();
// CHECK-NEXT:   if (lid == 0u) {
// CHECK-NEXT:     m_summ = 0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
