// Iterations that depend on each other: an error at one access, a note at the other one.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-check-independence

// a[i] = a[i - 1] + 1
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Prefix(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: ui32 "i") = (%one) lt (%n : ui32) step (1) {
        %before = vkm.binary sub %i, %one : ui32
        %source = vkm.deref %a[%before] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        // expected-note @below {{read here}}
        %0 = vkm.load %source : !vkm.ref<f32>
        %target = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        // expected-error @below {{iterations of kernel 'kernel1D_Prefix' depend on each other: one writes 'a' here, and another one reads the same element [vkm2101]}}
        // expected-note @below {{iterations of a kernel run in any order and in parallel}}
        vkm.assign %target, %0 : !vkm.ref<f32>
      }
    }
  }
}

// -----

// A stencil in place: a[y * w + x] = a[(y + 1) * w + x]
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_Stencil(%a: !vkm.ptr<f32> {vkm.name = "a"}, %w: si32 {vkm.name = "w"}, %h: si32 {vkm.name = "h"})
        attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%y: si32 "y", %x: si32 "x") = (%zero, %zero) lt, lt (%h : si32, %w : si32) step (1, 1) {
        %one = vkm.constant 1 : si32
        %row = vkm.binary mul %y, %w : si32
        %index = vkm.binary add %row, %x : si32
        %next = vkm.binary add %y, %one : si32
        %nextRow = vkm.binary mul %next, %w : si32
        %below = vkm.binary add %nextRow, %x : si32
        %source = vkm.deref %a[%below] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        // expected-note @below {{read here}}
        %0 = vkm.load %source : !vkm.ref<f32>
        %target = vkm.deref %a[%index] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        // expected-error @below {{another one reads the same element [vkm2101]}}
        // expected-note @below {{write to another array, or split the kernel in two}}
        vkm.assign %target, %0 : !vkm.ref<f32>
      }
    }
  }
}

// -----

// if (x[i] > 0) m_last = x[i]: which iteration comes last matters.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_last : f32
    vkm.kernel @kernel1D_Last(%x: !vkm.ptr<const f32> {vkm.name = "x"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %start = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%start) lt (%n : ui32) step (1) {
        %source = vkm.deref %x[%i] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
        %0 = vkm.load %source : !vkm.ref<f32>
        %zero = vkm.constant 0.0 : f32
        %1 = vkm.cmp gt %0, %zero : f32
        vkm.if %1 {
          %last = vkm.field_ref @m_last : !vkm.ref<f32>
          // expected-error @below {{iterations of kernel 'kernel1D_Last' depend on each other: more than one writes the same element of 'm_last' here [vkm2102]}}
          // expected-note @below {{let each write an element of its own}}
          vkm.assign %last, %0 : !vkm.ref<f32>
        }
      }
    }
  }
}

// -----

// if (m_n < 10) m_n++
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : si32
    vkm.kernel @kernel1D_Count(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %start = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%start) lt (%n : ui32) step (1) {
        %place = vkm.field_ref @m_n : !vkm.ref<si32>
        // expected-note @below {{read here}}
        %0 = vkm.load %place : !vkm.ref<si32>
        %ten = vkm.constant 10 : si32
        %1 = vkm.cmp lt %0, %ten : si32
        vkm.if %1 {
          %one = vkm.constant 1 : si32
          // expected-error @below {{one writes 'm_n' here, and another one reads the same element [vkm2101]}}
          // expected-note @below {{run in any order and in parallel}}
          vkm.update add %place, %one : !vkm.ref<si32>, si32
        }
      }
    }
  }
}

// -----

// out[0] = i
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_One(%out: !vkm.ptr<ui32> {vkm.name = "out"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %target = vkm.deref %out[%zero] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        // expected-error @below {{more than one writes the same element of 'out' here [vkm2102]}}
        // expected-note @below {{run in any order and in parallel}}
        vkm.assign %target, %i : !vkm.ref<ui32>
      }
    }
  }
}

// -----

// out[0] = 1 in one iteration, out[i] = 2 in others: element 0 is written twice.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Two(%out: !vkm.ptr<ui32> {vkm.name = "out"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %first = vkm.deref %out[%zero] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        %one = vkm.constant 1 : ui32
        // expected-error @below {{one writes 'out' here, and another one writes the same element [vkm2101]}}
        // expected-note @below {{run in any order and in parallel}}
        vkm.assign %first, %one : !vkm.ref<ui32>
        %own = vkm.deref %out[%i] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        %two = vkm.constant 2 : ui32
        // expected-note @below {{written here, too}}
        vkm.assign %own, %two : !vkm.ref<ui32>
      }
    }
  }
}
