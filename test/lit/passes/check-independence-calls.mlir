// Device functions are looked through: what they read and write, and subscripts that they compute.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-check-independence

// a[index(x, y)] = doubled(a[index(x, y)]), through a reference, with index(x, y) = y * m_width + x
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.func @doubleIt(%place: !vkm.ref<f32> {vkm.name = "place"}) {
    %0 = vkm.load %place : !vkm.ref<f32>
    vkm.update add %place, %0 : !vkm.ref<f32>, f32
  }
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_width : si32
    vkm.func @index(%x: si32 {vkm.name = "x"}, %y: si32 {vkm.name = "y"}) -> si32 {
      %width = vkm.field_ref @m_width : !vkm.ref<si32>
      %0 = vkm.load %width : !vkm.ref<si32>
      %1 = vkm.binary mul %y, %0 : si32
      %2 = vkm.binary add %1, %x : si32
      vkm.return %2 : si32
    }
    vkm.kernel @kernel2D_Double(%a: !vkm.ptr<f32> {vkm.name = "a"}, %h: si32 {vkm.name = "h"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : si32
      %place = vkm.field_ref @m_width : !vkm.ref<si32>
      %w = vkm.load %place : !vkm.ref<si32>
      vkm.grid (%y: si32 "y", %x: si32 "x") = (%zero, %zero) lt, lt (%h : si32, %w : si32) step (1, 1) {
        %0 = vkm.call @index(%x, %y) : (si32, si32) -> si32
        %target = vkm.deref %a[%0] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.call @doubleIt(%target) : (!vkm.ref<f32>) -> ()
      }
    }
  }
}

// -----

// A function that writes a field, and one that reads what the grid reduces.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_seen : ui32
    vkm.field @m_touched : si32
    vkm.field @m_sum : ui32
    vkm.func @see(%x: ui32 {vkm.name = "x"}) {
      %touched = vkm.field_ref @m_touched : !vkm.ref<si32>
      %one = vkm.constant 1 : si32
      vkm.assign %touched, %one : !vkm.ref<si32>
      %seen = vkm.field_ref @m_seen : !vkm.ref<ui32>
      // expected-error @below {{more than one writes the same element of 'm_seen' here [vkm2102]}}
      // expected-note @below {{run in any order and in parallel}}
      vkm.assign %seen, %x : !vkm.ref<ui32>
    }
    vkm.func @sum() -> ui32 {
      %sum = vkm.field_ref @m_sum : !vkm.ref<ui32>
      // expected-error @below {{'m_sum' is a reduction of kernel 'kernel1D_Calls', and an iteration reads it here [vkm2103]}}
      // expected-note @below {{a running total is combined and read by the statements of the loop itself}}
      %0 = vkm.load %sum : !vkm.ref<ui32>
      vkm.return %0 : ui32
    }
    vkm.kernel @kernel1D_Calls(%out: !vkm.ptr<ui32> {vkm.name = "out"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        vkm.call @see(%i) : (ui32) -> ()
        // expected-note @below {{the reduction is here}}
        vkm.reduce add @m_sum, %i : ui32
        %0 = vkm.call @sum() : () -> ui32
        %target = vkm.deref %out[%i] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        vkm.assign %target, %0 : !vkm.ref<ui32>
      }
    }
  }
}
