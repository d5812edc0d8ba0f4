// The imported phase: a class with one kernel, as the front end leaves it.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

// CHECK: vkm.phase = #vkm.phase<imported>
module attributes {vkm.phase = #vkm.phase<imported>} {
  // CHECK: vkm.class @Numbers namespaces ["linalg"] header "numbers.h" virtual_destructor
  vkm.class @Numbers namespaces ["linalg"] header "numbers.h" virtual_destructor {
    // CHECK: vkm.field @m_summ : si32 access private
    vkm.field @m_summ : si32 access private {vkm.comment = "the sum"}
    // CHECK: vkm.kernel @kernel1D_ArraySumm
    vkm.kernel @kernel1D_ArraySumm(%a_data: !vkm.ptr<const si32> {vkm.name = "a_data"},
                                   %a_dataSize: ui64 {vkm.name = "a_dataSize"}) attributes {dims = 1 : i32} {
      %m_summ = vkm.field_ref @m_summ : !vkm.ref<si32>
      %c0 = vkm.constant 0 : si32
      vkm.assign %m_summ, %c0 : !vkm.ref<si32>
      %start = vkm.constant 0 : ui32
      vkm.for "i" = %start : ui32 cond (%i: !vkm.ref<ui32>) {
        %0 = vkm.load %i : !vkm.ref<ui32>
        %1 = vkm.cast %0 : ui32 to ui64
        %2 = vkm.cmp lt %1, %a_dataSize : ui64
        vkm.yield %2 : i1
      } step (%i: !vkm.ref<ui32>) {
        %one = vkm.constant 1 : ui32
        vkm.update add %i, %one : !vkm.ref<ui32>, ui32
      } body (%i: !vkm.ref<ui32>) {
        %0 = vkm.load %i : !vkm.ref<ui32>
        %1 = vkm.deref %a_data[%0] : !vkm.ptr<const si32>, ui32 -> !vkm.ref<si32>
        %2 = vkm.load %1 : !vkm.ref<si32>
        %number = vkm.var "number" : !vkm.ref<si32> = %2 : si32 {vkm.comment = "Only the positive numbers count."}
        %3 = vkm.load %number : !vkm.ref<si32>
        %zero = vkm.constant 0 : si32
        %4 = vkm.cmp gt %3, %zero : si32
        vkm.if %4 {
          %sum = vkm.field_ref @m_summ : !vkm.ref<si32>
          %5 = vkm.load %number : !vkm.ref<si32>
          vkm.update add %sum, %5 : !vkm.ref<si32>, si32
        }
      }
    }
    // CHECK: vkm.control @CalcArraySumm({{.*}}attributes {is_virtual}
    vkm.control @CalcArraySumm(%a_data: !vkm.ptr<const si32> {vkm.name = "a_data"},
                               %a_dataSize: ui32 {vkm.name = "a_dataSize"}) attributes {is_virtual} {
      %0 = vkm.cast %a_dataSize : ui32 to ui64
      // CHECK: vkm.call @kernel1D_ArraySumm(%{{.*}}, %{{.*}}) : (!vkm.ptr<const si32>, ui64) -> ()
      vkm.call @kernel1D_ArraySumm(%a_data, %0) : (!vkm.ptr<const si32>, ui64) -> ()
    }
  }
}
