// The recognised and planned phases: the patterns have names, the decisions are attributes.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @Numbers namespaces ["linalg"] header "numbers.h" {
    vkm.field @m_summ : si32 access private
    vkm.kernel @kernel1D_ArraySumm(%a_data: !vkm.ptr<const si32> {vkm.name = "a_data"},
                                   %a_dataSize: ui64 {vkm.name = "a_dataSize"}) attributes {dims = 1 : i32} {
      // CHECK: vkm.once folded next {
      vkm.once folded next {
        %m_summ = vkm.field_ref @m_summ : !vkm.ref<si32>
        %c0 = vkm.constant 0 : si32
        vkm.assign %m_summ, %c0 : !vkm.ref<si32>
      }
      %start = vkm.constant 0 : ui32
      // CHECK: vkm.grid (%[[I:.*]]: ui32 "i") = (%{{.*}}) lt (%{{.*}} : ui64) step (1)
      // CHECK-SAME: attributes {max_workgroups = array<i32: 1024, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>}
      vkm.grid (%i: ui32 "i") = (%start) lt (%a_dataSize : ui64) step (1) attributes {
          workgroup_size = array<i32: 256, 1, 1>, max_workgroups = array<i32: 1024, 1, 1>,
          plan = #vkm.reduction<tree, last_workgroup>} {
        %1 = vkm.deref %a_data[%i] : !vkm.ptr<const si32>, ui32 -> !vkm.ref<si32>
        %2 = vkm.load %1 : !vkm.ref<si32>
        %number = vkm.var "number" : !vkm.ref<si32> = %2 : si32
        %3 = vkm.load %number : !vkm.ref<si32>
        %zero = vkm.constant 0 : si32
        %4 = vkm.cmp gt %3, %zero : si32
        vkm.if %4 {
          %5 = vkm.load %number : !vkm.ref<si32>
          // CHECK: vkm.reduce add @m_summ, %{{.*}} : si32
          vkm.reduce add @m_summ, %5 : si32
        }
      }
    }
    vkm.control @CalcArraySumm(%a_data: !vkm.ptr<const si32> {vkm.name = "a_data"},
                               %a_dataSize: ui32 {vkm.name = "a_dataSize"}) attributes {is_virtual} {
      // CHECK: vkm.extent %{{.*}} : <const si32> {
      vkm.extent %a_data : !vkm.ptr<const si32> {
        vkm.yield %a_dataSize : ui32
      }
      %0 = vkm.cast %a_dataSize : ui32 to ui64
      // CHECK: vkm.launch @kernel1D_ArraySumm(%{{.*}}, %{{.*}}) : !vkm.ptr<const si32>, ui64
      vkm.launch @kernel1D_ArraySumm(%a_data, %0) : !vkm.ptr<const si32>, ui64
    }
  }
}
