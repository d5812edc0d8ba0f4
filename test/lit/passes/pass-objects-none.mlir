// Without such objects nothing changes.
// RUN: vkmorph-opt %s --vkm-pass-objects > %t.after
// RUN: vkmorph-opt %s > %t.before
// RUN: diff %t.before %t.after

module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_data : !vkm.dynarray<f32>
    vkm.field @m_data_size : ui32 size_of @m_data
    vkm.kernel @kernel1D_Sum(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
    }
    vkm.control @Run() {
      %0 = vkm.field_ref @m_data_size : <ui32>
      %1 = vkm.load %0 : <ui32>
      vkm.call @kernel1D_Sum(%1) : (ui32) -> ()
    }
  }
}
