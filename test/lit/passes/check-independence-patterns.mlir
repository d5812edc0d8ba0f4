// Patterns: reductions, one value that does not vary, parts of structs and arrays.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-check-independence

// m_sum is combined twice, m_found = 1 and out[index[i]] = size: nothing depends on the order.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : ui32
    vkm.field @m_found : si32
    vkm.field @m_size : ui32
    vkm.kernel @kernel1D_Patterns(%index: !vkm.ptr<const ui32> {vkm.name = "index"}, %out: !vkm.ptr<ui32> {vkm.name = "out"},
                                  %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        vkm.reduce add @m_sum, %i : ui32
        vkm.reduce add @m_sum, %n : ui32
        %found = vkm.field_ref @m_found : !vkm.ref<si32>
        %one = vkm.constant 1 : si32
        vkm.assign %found, %one : !vkm.ref<si32>
        %source = vkm.deref %index[%i] : !vkm.ptr<const ui32>, ui32 -> !vkm.ref<ui32>
        %0 = vkm.load %source : !vkm.ref<ui32>
        %target = vkm.deref %out[%0] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        %place = vkm.field_ref @m_size : !vkm.ref<ui32>
        %size = vkm.load %place : !vkm.ref<ui32>
        vkm.assign %target, %size : !vkm.ref<ui32>
      }
    }
  }
}

// -----

// A running total that the loop reads.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : ui32
    vkm.kernel @kernel1D_Running(%out: !vkm.ptr<ui32> {vkm.name = "out"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-note @below {{the reduction is here}}
        vkm.reduce add @m_sum, %i : ui32
        %sum = vkm.field_ref @m_sum : !vkm.ref<ui32>
        // expected-error @below {{'m_sum' is a reduction of kernel 'kernel1D_Running', and an iteration reads it here [vkm2103]}}
        // expected-note @below {{a running total is combined and read by the statements of the loop itself}}
        %0 = vkm.load %sum : !vkm.ref<ui32>
        %target = vkm.deref %out[%i] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        vkm.assign %target, %0 : !vkm.ref<ui32>
      }
    }
  }
}

// -----

// p[i + 1].x is written, p[i].y is read; parts of fields are apart; a whole struct is not.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.record @P size 8 align 4 [#vkm.member<"x" : f32 at 0>, #vkm.member<"y" : f32 at 4>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_box : !vkm.record<@P>
    vkm.field @m_moment : !vkm.array<2 x f32>
    vkm.kernel @kernel1D_Parts(%p: !vkm.ptr<!vkm.record<@P>> {vkm.name = "p"}, %q: !vkm.ptr<!vkm.record<@P>> {vkm.name = "q"},
                               %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %one = vkm.constant 1 : ui32
        %next = vkm.binary add %i, %one : ui32
        %mine = vkm.deref %p[%i] : !vkm.ptr<!vkm.record<@P>>, ui32 -> !vkm.ref<!vkm.record<@P>>
        %theirs = vkm.deref %p[%next] : !vkm.ptr<!vkm.record<@P>>, ui32 -> !vkm.ref<!vkm.record<@P>>
        %y = vkm.member %mine["y"] : !vkm.ref<!vkm.record<@P>> -> !vkm.ref<f32>
        %x = vkm.member %theirs["x"] : !vkm.ref<!vkm.record<@P>> -> !vkm.ref<f32>
        %0 = vkm.load %y : !vkm.ref<f32>
        vkm.assign %x, %0 : !vkm.ref<f32>
        vkm.reduce min @m_box["x"], %0 : f32
        vkm.reduce max @m_box["y"], %0 : f32
        vkm.reduce add @m_moment[0 : i64], %0 : f32
        vkm.reduce max @m_moment[1 : i64], %0 : f32
        %part = vkm.deref %q[%next] : !vkm.ptr<!vkm.record<@P>>, ui32 -> !vkm.ref<!vkm.record<@P>>
        %qx = vkm.member %part["x"] : !vkm.ref<!vkm.record<@P>> -> !vkm.ref<f32>
        // expected-error @below {{one writes 'q' here, and another one reads the same element [vkm2101]}}
        // expected-note @below {{run in any order and in parallel}}
        vkm.assign %qx, %0 : !vkm.ref<f32>
        %whole = vkm.deref %q[%i] : !vkm.ptr<!vkm.record<@P>>, ui32 -> !vkm.ref<!vkm.record<@P>>
        // expected-note @below {{read here}}
        %1 = vkm.load %whole : !vkm.ref<!vkm.record<@P>>
        %2 = vkm.extract %1["y"] : !vkm.record<@P> -> f32
        vkm.assign %y, %2 : !vkm.ref<f32>
      }
    }
  }
}
