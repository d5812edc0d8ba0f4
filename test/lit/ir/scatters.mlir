// Elements that iterations update together, as they are recognised and planned.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_best : !vkm.array<16 x f32>
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<ui32> {vkm.name = "bins"}, %wide: !vkm.ptr<si64> {vkm.name = "wide"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %one = vkm.constant 1 : ui32
        %x = vkm.constant 1.5 : f32
        %long = vkm.constant 3 : si64
        %field = vkm.field_ref @m_best : !vkm.ref<!vkm.array<16 x f32>>
        %best = vkm.element %field[%i] : !vkm.ref<!vkm.array<16 x f32>>, si32 -> !vkm.ref<f32>
        %bin = vkm.deref %bins[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        %sum = vkm.deref %wide[%i] : !vkm.ptr<si64>, si32 -> !vkm.ref<si64>
        // CHECK: vkm.scatter add %{{.*}}, %{{.*}} : <ui32>, ui32 by <atomic> {vkm.comment = "a bin"}
        vkm.scatter add %bin, %one : !vkm.ref<ui32>, ui32 by <atomic> {vkm.comment = "a bin"}
        // CHECK-NEXT: vkm.scatter max %{{.*}}, %{{.*}} : <f32>, f32 by <shared_compare_swap of 16>
        vkm.scatter max %best, %x : !vkm.ref<f32>, f32 by <shared_compare_swap of 16>
        // CHECK-NEXT: vkm.scatter min %{{.*}}, %{{.*}} : <f32>, f32 {vkm.replaces_nan, vkm.takes_equal, vkm.takes_nan}
        vkm.scatter min %best, %x : !vkm.ref<f32>, f32 {vkm.replaces_nan, vkm.takes_nan, vkm.takes_equal}
        // CHECK-NEXT: vkm.scatter xor %{{.*}}, %{{.*}} : <si64>, si64{{$}}
        vkm.scatter xor %sum, %long : !vkm.ref<si64>, si64
      }
    }
  }
}
