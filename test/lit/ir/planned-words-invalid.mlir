// Structs that shaders see as words: those there are, of whole words, of which no store changes a part of a word.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.kernel' op has vkm.words of 'Pixel', and there is no such struct}}
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, vkm.words = ["Pixel"]} {
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.record @Odd size 3 align 1 [#vkm.member<"a" : ui8 at 0>, #vkm.member<"b" : ui8 at 1>, #vkm.member<"c" : ui8 at 2>]
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.kernel' op has vkm.words of 'Odd', which has 3 bytes, which are no 1 to 4 words}}
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, vkm.words = ["Odd"]} {
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.record @Packed size 4 align 1 [#vkm.member<"a" : ui8 at 0>, #vkm.member<"b" : ui16 at 1>]
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.kernel' op has vkm.words of 'Packed', which has a number that lies in two words}}
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, vkm.words = ["Packed"]} {
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.record @Pair size 4 align 2 [#vkm.member<"a" : ui16 at 0>, #vkm.member<"b" : ui16 at 2>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%p: !vkm.ptr<!vkm.record<@Pair>> {vkm.name = "p"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, vkm.words = ["Pair"]} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %0 = vkm.deref %p[%i] : !vkm.ptr<!vkm.record<@Pair>>, ui32 -> !vkm.ref<!vkm.record<@Pair>>
        %1 = vkm.member %0["a"] : !vkm.ref<!vkm.record<@Pair>> -> !vkm.ref<ui16>
        %one = vkm.constant 1 : ui16
        // expected-error@+1 {{'vkm.assign' op stores a part of a word of 'Pair', which the kernel has in vkm.words}}
        vkm.assign %1, %one : !vkm.ref<ui16>
      }
    }
  }
}

// -----

// Stores that become one: of all numbers of an element.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.record @Pair size 4 align 2 [#vkm.member<"a" : ui16 at 0>, #vkm.member<"b" : ui16 at 2>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%p: !vkm.ptr<!vkm.record<@Pair>> {vkm.name = "p"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %0 = vkm.deref %p[%i] : !vkm.ptr<!vkm.record<@Pair>>, ui32 -> !vkm.ref<!vkm.record<@Pair>>
        %1 = vkm.member %0["a"] : !vkm.ref<!vkm.record<@Pair>> -> !vkm.ref<ui16>
        %one = vkm.constant 1 : ui16
        // expected-error@+1 {{'vkm.assign' op has vkm.joined, and the stores from here on do not set all numbers of an element of a buffer, a struct of a few words}}
        vkm.assign %1, %one : !vkm.ref<ui16> {vkm.joined}
      }
    }
  }
}
