// Floats that may be NaN are compared, as the source does; what threads have combined never is NaN.
// RUN: vkmorph-opt %s -vkm-lower-kernels | vkmorph-translate --emit-glsl | FileCheck %s

// CHECK: void combineWorkgroup(inout float m_lowLocal, inout float m_highLocal) {
// CHECK-NEXT: m_lowLocal = subgroupMin(m_lowLocal);
// CHECK-NEXT: m_highLocal = subgroupMax(m_highLocal);
// CHECK: m_lowLocal = min(m_lowLocal, m_lowShared[first + gl_SubgroupInvocationID]);
// CHECK: void main() {
// CHECK: float m_lowLocal = uintBitsToFloat(0x7f800000u);
// CHECK: for (int i =
// CHECK-NEXT: const float aValue = a[i];
// CHECK-NEXT: if (aValue < m_lowLocal) {
// CHECK-NEXT:   m_lowLocal = aValue;
// CHECK-NEXT: }
// A converted integer is never NaN.
// CHECK-NEXT: m_highLocal = max(m_highLocal, float(i));
// CHECK: m_lowLocal = min(m_lowLocal, m_lowPartials[group]);
// CHECK: if (lid == 0u) {
// CHECK-NEXT: groupsDone = 0u;
// CHECK-NEXT: if (m_lowLocal < m_low) {
// CHECK-NEXT:   m_low = m_lowLocal;
// CHECK-NEXT: }
// CHECK-NEXT: if (m_highLocal > m_high) {
// CHECK-NEXT:   m_high = m_highLocal;
// CHECK-NEXT: }
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_low : f32
    vkm.field @m_high : f32
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<subgroup, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        %v = vkm.load %p : !vkm.ref<f32>
        vkm.reduce min @m_low, %v : f32
        %c = vkm.cast %i : si32 to f32
        vkm.reduce max @m_high, %c : f32
      }
    }
  }
}
