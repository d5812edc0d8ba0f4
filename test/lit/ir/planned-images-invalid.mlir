// Planned images have kernels that fill them, which the target can run.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>} {
  // expected-error@+1 {{'vkm.class' op has arrays with vkm.image, and no vkm.image_conversion that says how kernels are dispatched that fill images}}
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<f32> {vkm.image = !vkm.texel<f32>}
    vkm.field @m_a_size : ui32 size_of @m_a
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  // expected-error@+1 {{'vkm.class' op has an vkm.image_conversion that target '' cannot run: workgroups of 16 x 16 x 1 threads, of which each takes several pixels}}
  vkm.class @C namespaces [] header "c.h" attributes {vkm.image_conversion = {workgroup_size = array<i32: 16, 16, 1>}} {
    vkm.field @m_a : !vkm.dynarray<f32> {vkm.image = !vkm.texel<f32>}
    vkm.field @m_a_size : ui32 size_of @m_a
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  // expected-error@+1 {{'vkm.class' op attribute vkm.image_conversion holds a dictionary of workgroup_size, not 4 : i64}}
  vkm.class @C namespaces [] header "c.h" attributes {vkm.image_conversion = 4 : i64} {
  }
}
