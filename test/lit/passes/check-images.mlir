// The checker wants an image to have its layout before commands work on it: vkm2305.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-check-barriers

// Prepared before the loop that works on it; images of one call are nobody else's, so that no barrier stands at the entry.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @lightImage : !vkm.dynarray<!vkm.texel<f32>>
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [#vkm.binding<0, vector "lightImage" : !vkm.texel<f32>, write>] doc "" {
      %c = vkm.constant 1.0 : f32
      %i = vkm.constant 0 : si32
      %a = vkm.vector_data @lightImage : !vkm.ptr<!vkm.texel<f32>>
      %p = vkm.pixel %a[%i, %i] : !vkm.ptr<!vkm.texel<f32>>, si32, si32 -> !vkm.ref<f32>
      vkm.assign %p, %c : !vkm.ref<f32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [#vkm.binding<0, vector "lightImage" : !vkm.texel<f32>, write>], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.control @Run(%n: ui32 {vkm.name = "n"}) {
      vkm.prepare_image @lightImage, %n, %n : ui32, ui32
      vkm.cmd.bind @A_commands site 0 ()
      vkm.scope {
        vkm.cmd.run @A_commands()
      }
    }
  }
}

// -----

// Not prepared, and prepared after the set that binds it.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @lightImage : !vkm.dynarray<!vkm.texel<f32>>
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [#vkm.binding<0, vector "lightImage" : !vkm.texel<f32>, write>] doc "" {
      %c = vkm.constant 1.0 : f32
      %i = vkm.constant 0 : si32
      %a = vkm.vector_data @lightImage : !vkm.ptr<!vkm.texel<f32>>
      %p = vkm.pixel %a[%i, %i] : !vkm.ptr<!vkm.texel<f32>>, si32, si32 -> !vkm.ref<f32>
      vkm.assign %p, %c : !vkm.ref<f32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [#vkm.binding<0, vector "lightImage" : !vkm.texel<f32>, write>], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.control @Run(%n: ui32 {vkm.name = "n"}) {
      vkm.cmd.bind @A_commands site 0 ()
      vkm.prepare_image @lightImage, %n, %n : ui32, ui32
      // expected-error@+2 {{'A' works on image 'lightImage', whose layout is not known here [vkm2305]}}
      // expected-note@+1 {{place a vkm.prepare_image of it before, in the same block or in one around it}}
      vkm.cmd.run @A_commands()
    }
  }
}

// -----

// Two writers of one image with nothing between them.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @lightImage : !vkm.dynarray<!vkm.texel<f32>>
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [#vkm.binding<0, vector "lightImage" : !vkm.texel<f32>, write>] doc "" {
      %c = vkm.constant 1.0 : f32
      %i = vkm.constant 0 : si32
      %a = vkm.vector_data @lightImage : !vkm.ptr<!vkm.texel<f32>>
      %p = vkm.pixel %a[%i, %i] : !vkm.ptr<!vkm.texel<f32>>, si32, si32 -> !vkm.ref<f32>
      vkm.assign %p, %c : !vkm.ref<f32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [#vkm.binding<0, vector "lightImage" : !vkm.texel<f32>, write>], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.control @Run(%n: ui32 {vkm.name = "n"}) {
      vkm.prepare_image @lightImage, %n, %n : ui32, ui32
      vkm.cmd.bind @A_commands site 0 ()
      // expected-note@+1 {{'A' is here}}
      vkm.cmd.run @A_commands()
      // expected-error@+2 {{no barrier orders 'A', which writes 'lightImage', after it was written by 'A' [vkm2301]}}
      // expected-note@+1 {{place a vkm.cmd.barrier between them that names both kernels and the hazard}}
      vkm.cmd.run @A_commands()
    }
  }
}
