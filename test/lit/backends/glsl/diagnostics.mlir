// Everything that GLSL cannot express is an error at its place, with a remedy.
// RUN: vkmorph-translate --emit-glsl --verify-diagnostics --split-input-file %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "data" : f64, read_write>] doc "" {
      %data = vkm.buffer "data" : !vkm.ptr<f64>
      %zero = vkm.constant 0 : si32
      %0 = vkm.deref %data[%zero] : !vkm.ptr<f64>, si32 -> !vkm.ref<f64>
      %1 = vkm.load %0 : !vkm.ref<f64>
      // expected-error @below {{GLSL has no 'radians' for double [vkm3102]}}
      // expected-note @below {{compute it in float}}
      %2 = vkm.math radians(%1) : (f64) -> f64
      vkm.assign %0, %2 : !vkm.ref<f64>
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  // expected-error @below {{struct 'Empty' has no members, which GLSL does not allow [vkm3104]}}
  // expected-note @below {{give it a member}}
  vkm.record @Empty size 1 align 1 []
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [] doc "" {
      %e = vkm.var "e" : !vkm.ref<!vkm.record<@Empty>>
    }
  }
}

// -----

// A packed struct on a target without narrow types: its members straddle words.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Packed size 5 align 1 [#vkm.member<"a" : ui8 at 0>, #vkm.member<"b" : f32 at 1>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "data" : !vkm.record<@Packed>, read_write>] doc "" {
      %data = vkm.buffer "data" : !vkm.ptr<!vkm.record<@Packed>>
      %zero = vkm.constant 0 : si32
      %0 = vkm.deref %data[%zero] : !vkm.ptr<!vkm.record<@Packed>>, si32 -> !vkm.ref<!vkm.record<@Packed>>
      %1 = vkm.member %0["b"] : !vkm.ref<!vkm.record<@Packed>> -> !vkm.ref<f32>
      // expected-error @below {{this member lies where its type is not aligned, as in a packed struct [vkm3105]}}
      // expected-note @below {{do not pack the struct}}
      %2 = vkm.load %1 : !vkm.ref<f32>
      vkm.assign %1, %2 : !vkm.ref<f32>
    }
  }
}

// -----

// So does what is only written.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Packed size 5 align 1 [#vkm.member<"a" : ui8 at 0>, #vkm.member<"b" : f32 at 1>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "data" : !vkm.record<@Packed>, write>] doc "" {
      %data = vkm.buffer "data" : !vkm.ptr<!vkm.record<@Packed>>
      %i = vkm.push_constant "i" : si32
      %one = vkm.constant 1.0 : f32
      %0 = vkm.deref %data[%i] : !vkm.ptr<!vkm.record<@Packed>>, si32 -> !vkm.ref<!vkm.record<@Packed>>
      %1 = vkm.member %0["b"] : !vkm.ref<!vkm.record<@Packed>> -> !vkm.ref<f32>
      // expected-error @below {{this member lies where its type is not aligned, as in a packed struct [vkm3105]}}
      // expected-note @below {{do not pack the struct}}
      vkm.assign %1, %one : !vkm.ref<f32>
    }
  }
}

// -----

// Elements with different numbers, members with different names: two copies, as in C++ two variables.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @P size 8 align 4 [#vkm.member<"x" : si32 at 0>, #vkm.member<"y" : si32 at 4>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @swap(%a: !vkm.ref<si32> {vkm.name = "a"}, %b: !vkm.ref<si32> {vkm.name = "b"}) {
    }
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [] doc "" {
      %t = vkm.var "t" : !vkm.ref<!vkm.array<2 x !vkm.record<@P>>>
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : ui32
      %i = vkm.push_constant "i" : si32
      %0 = vkm.element %t[%zero] : !vkm.ref<!vkm.array<2 x !vkm.record<@P>>>, si32 -> !vkm.ref<!vkm.record<@P>>
      %1 = vkm.element %t[%one] : !vkm.ref<!vkm.array<2 x !vkm.record<@P>>>, ui32 -> !vkm.ref<!vkm.record<@P>>
      %2 = vkm.element %t[%i] : !vkm.ref<!vkm.array<2 x !vkm.record<@P>>>, si32 -> !vkm.ref<!vkm.record<@P>>
      %x0 = vkm.member %0["x"] : !vkm.ref<!vkm.record<@P>> -> !vkm.ref<si32>
      %y0 = vkm.member %0["y"] : !vkm.ref<!vkm.record<@P>> -> !vkm.ref<si32>
      %x1 = vkm.member %1["x"] : !vkm.ref<!vkm.record<@P>> -> !vkm.ref<si32>
      %xi = vkm.member %2["x"] : !vkm.ref<!vkm.record<@P>> -> !vkm.ref<si32>
      %yi = vkm.member %2["y"] : !vkm.ref<!vkm.record<@P>> -> !vkm.ref<si32>
      vkm.call @swap(%x0, %x1) : (!vkm.ref<si32>, !vkm.ref<si32>) -> ()
      vkm.call @swap(%x0, %y0) : (!vkm.ref<si32>, !vkm.ref<si32>) -> ()
      // expected-error @below {{this call of 'swap' passes one variable to two reference parameters, which are separate copies in a shader [vkm3106]}}
      // expected-note @below {{pass two variables}}
      vkm.call @swap(%xi, %x1) : (!vkm.ref<si32>, !vkm.ref<si32>) -> ()
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @swap(%a: !vkm.ref<si32> {vkm.name = "a"}, %b: !vkm.ref<si32> {vkm.name = "b"}) {
    }
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [] doc "" {
      %x = vkm.var "x" : !vkm.ref<si32>
      // expected-error @below {{this call of 'swap' passes one variable to two reference parameters, which are separate copies in a shader [vkm3106]}}
      // expected-note @below {{pass two variables}}
      vkm.call @swap(%x, %x) : (!vkm.ref<si32>, !vkm.ref<si32>) -> ()
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "data" : f32, read_write>] doc "" {
      %data = vkm.buffer "data" : !vkm.ptr<f32>
      %zero = vkm.constant 0 : si32
      %0 = vkm.deref %data[%zero] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
      %one = vkm.constant 1.0 : f32
      // expected-error @below {{Vulkan has no atomic 'max' for float [vkm3107]}}
      // expected-note @below {{--finish=last-workgroup}}
      %1 = vkm.atomic max %0, %one : !vkm.ref<f32>
    }
  }
}

// -----

// Nor does it go on with what it has refused: words are of 32 bits.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Tag size 16 align 8 [#vkm.member<"kind" : ui8 at 0>, #vkm.member<"mass" : ui64 at 8>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "tags" : !vkm.record<@Tag>, read_write>] doc "" {
      %tags = vkm.buffer "tags" : !vkm.ptr<!vkm.record<@Tag>>
      %zero = vkm.constant 0 : si32
      %tag = vkm.deref %tags[%zero] : !vkm.ptr<!vkm.record<@Tag>>, si32 -> !vkm.ref<!vkm.record<@Tag>>
      %mass = vkm.member %tag["mass"] : !vkm.ref<!vkm.record<@Tag>> -> !vkm.ref<ui64>
      %one = vkm.constant 1 : ui64
      // expected-error @below {{Vulkan has no atomic 'compare and swap' for this member [vkm3107]}}
      // expected-note @below {{--finish=last-workgroup}}
      %old = vkm.compare_swap %mass, %one, %one : !vkm.ref<ui64>
      %now = vkm.var "now" : !vkm.ref<ui64> = %old : ui64
    }
  }
}

// -----

// What glslang rejects is a fault of ours (vkm3101); it is told with the line of the text.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error @below {{the text of shader 'k' is rejected: ERROR: 0:4: 'local_size' : too large; see gl_MaxComputeWorkGroupSize}}
    // expected-note @below {{this is a fault of vkmorph, not of the source}}
    // expected-note @below {{line 4 of k.comp: layout(local_size_x = 4096) in;}}
    vkm.shader @k kernel "k" local_size [4096, 1, 1] bindings [] doc "" {
      vkm.barrier
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [] doc "" {
      %0 = vkm.constant 1 : ui64
      // expected-error @below {{shaders have no counterpart of 'vkm.narrow' [vkm3109]}}
      // expected-note @below {{this is a fault of vkmorph}}
      %1 = vkm.narrow "n" %0 : ui64
    }
  }
}
// -----

// An index that no array has, and a variable that no thread has room for.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [] doc "" {
      %w = vkm.var "w" : !vkm.ref<!vkm.array<4 x f32>>
      %k = vkm.constant -1 : si32
      // expected-error @below {{index -1 is outside of this array of 4 elements [vkm3110]}}
      // expected-note @below {{keep the index between 0 and 4 - 1}}
      %0 = vkm.element %w[%k] : !vkm.ref<!vkm.array<4 x f32>>, si32 -> !vkm.ref<f32>
      // expected-error @below {{variable 'big' takes 4000000 bytes in each thread, and devices have at most 1048576 [vkm3111]}}
      // expected-note @below {{use a smaller array}}
      %big = vkm.var "big" : !vkm.ref<!vkm.array<1000000 x f32>>
    }
  }
}
// -----

// An element that no buffer has, and a member that does not fit into one.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error @below {{member 'm_many' takes 4000000000 bytes, and a buffer of some devices holds at most 2147483647 [vkm3113]}}
    // expected-note @below {{use a smaller array}}
    vkm.field @m_many : !vkm.array<1000000000 x f32> offset 0
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "a" : f32, read>] doc "" {
      %a = vkm.buffer "a" : !vkm.ptr<const f32>
      %k = vkm.constant -1 : si32
      // expected-error @below {{index -1 is outside of an array that the caller provides, whose indices on the device go from 0 to 2147483647 [vkm3112]}}
      // expected-note @below {{let the pointer point to the first element, and keep the index in that range}}
      %0 = vkm.deref %a[%k] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
    }
  }
}
