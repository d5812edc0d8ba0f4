// Fields that every launch replaces before anything reads them: the host need not upload them.
// RUN: vkmorph-opt %s --vkm-plan --vkm-lower-kernels 2>/dev/null | FileCheck %s

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_mean : si32
    vkm.field @m_runs : si32
    vkm.field @m_sometimes : si32
    // m_sum by the prologue, m_mean by the epilogue; m_runs is read, m_sometimes not always assigned.
    // CHECK: vkm.commands @kernel1D_Sum_commands
    // CHECK-SAME: overwritten = ["m_sum", "m_mean"]
    vkm.kernel @kernel1D_Sum(%data: !vkm.ptr<const si32> {vkm.name = "data"}, %n: ui32 {vkm.name = "n"})
        attributes {dims = 1 : i32} {
      vkm.once {
        %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
        %zero = vkm.constant 0 : si32
        vkm.assign %sum, %zero : !vkm.ref<si32>
        %runs = vkm.field_ref @m_runs : !vkm.ref<si32>
        %one = vkm.constant 1 : si32
        vkm.update add %runs, %one : !vkm.ref<si32>, si32
        vkm.assign %runs, %one : !vkm.ref<si32>
      }
      %start = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%start) lt (%n : ui32) step (1) {
        %0 = vkm.deref %data[%i] : !vkm.ptr<const si32>, ui32 -> !vkm.ref<si32>
        %1 = vkm.load %0 : !vkm.ref<si32>
        vkm.reduce add @m_sum, %1 : si32
      }
      vkm.once {
        %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
        %0 = vkm.load %sum : !vkm.ref<si32>
        %mean = vkm.field_ref @m_mean : !vkm.ref<si32>
        vkm.assign %mean, %0 : !vkm.ref<si32>
        %zero = vkm.constant 0 : si32
        %1 = vkm.cmp gt %0, %zero : si32
        vkm.if %1 {
          %sometimes = vkm.field_ref @m_sometimes : !vkm.ref<si32>
          vkm.assign %sometimes, %0 : !vkm.ref<si32>
        }
      }
    }
  }
}
