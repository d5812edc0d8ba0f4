// A sampler takes the place of what samples a texture that stays what it is while commands run.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.func' op has vkm.by_sampler, and no vkm.sampling that says what it samples}}
    vkm.func @f(%u: f32) -> f32 attributes {vkm.by_sampler} {
      vkm.return %u : f32
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : si32
    vkm.field @m_texels : !vkm.dynarray<f32>
    vkm.field @m_texels_size : ui32 size_of @m_texels
    // expected-error@+1 {{'vkm.func' op has vkm.by_sampler, and kernel 'Grow' changes 'm_n', and images are filled before all commands}}
    vkm.func @f(%u: f32 {vkm.name = "u"}) -> f32 attributes {vkm.by_sampler, vkm.sampling = {
        name = "m_texture", texels = @m_texels, sizes = [@m_n], filter = "linear", address = "clamp", class = "C", method = "f"}} {
      vkm.return %u : f32
    }
    vkm.kernel @kernel1D_Grow() attributes {dims = 1 : i32, display = "Grow"} {
      vkm.once {
        %0 = vkm.field_ref @m_n : !vkm.ref<si32>
        %1 = vkm.constant 1 : si32
        vkm.assign %0, %1 : !vkm.ref<si32>
      }
    }
  }
}
