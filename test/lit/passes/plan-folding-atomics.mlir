// There is no last workgroup where atomics finish: the command buffer sets the first value, and the epilogue is a dispatch of its own.
// RUN: vkmorph-opt %s -verify-each -verify-diagnostics -vkm-plan=finish=atomics | FileCheck %s

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_out : si32
    vkm.field @m_scale : si32
    // CHECK: vkm.once folded commands {
    // CHECK: vkm.grid
    // CHECK: vkm.once {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-remark @below {{kernel 'kernel1D_K': these statements run in the command buffer, which sets the members [vkm2211, decisions]}}
      vkm.once {
        %c = vkm.constant 0 : si32
        %f = vkm.field_ref @m_sum : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
      // expected-remark @below {{finished by atomics}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
      // expected-remark @below {{kernel 'kernel1D_K': these statements run in a dispatch of one thread of its own [vkm2211, decisions]}}
      vkm.once {
        %f = vkm.field_ref @m_sum : !vkm.ref<si32>
        %o = vkm.load %f : !vkm.ref<si32>
        %t = vkm.field_ref @m_out : !vkm.ref<si32>
        vkm.assign %t, %o : !vkm.ref<si32>
      }
    }
  }
}
