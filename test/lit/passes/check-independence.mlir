// Iterations that are proved independent; nothing is said and nothing changes.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-check-independence | FileCheck %s

// Changes nothing when there is nothing to do.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.kernel @kernel1D_Empty
    // CHECK-NEXT: vkm.constant
    // CHECK-NEXT: vkm.grid
    // CHECK-NEXT: }
    vkm.kernel @kernel1D_Empty(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
      }
    }
  }
}

// -----

// a[i] = a[i] + b[n - i], every other element of c
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Copy(%a: !vkm.ptr<f32> {vkm.name = "a"}, %b: !vkm.ptr<const f32> {vkm.name = "b"},
                              %c: !vkm.ptr<f32> {vkm.name = "c"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %mirrored = vkm.binary sub %n, %i : ui32
        %source = vkm.deref %b[%mirrored] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
        %0 = vkm.load %source : !vkm.ref<f32>
        %target = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %1 = vkm.load %target : !vkm.ref<f32>
        %2 = vkm.binary add %0, %1 : f32
        vkm.assign %target, %2 : !vkm.ref<f32>
        %two = vkm.constant 2 : ui32
        %even = vkm.binary mul %i, %two : ui32
        %one = vkm.constant 1 : ui32
        %odd = vkm.binary add %even, %one : ui32
        %evenPlace = vkm.deref %c[%even] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %oddPlace = vkm.deref %c[%odd] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.assign %evenPlace, %0 : !vkm.ref<f32>
        vkm.assign %oddPlace, %1 : !vkm.ref<f32>
      }
    }
  }
}

// -----

// for (int i = n - 1; i >= 0; i -= 2) a[i] = a[i - 1]: the element between belongs to nobody else.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Down(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : si32
      %last = vkm.binary sub %n, %one : si32
      vkm.grid (%i: si32 "i") = (%last) ge (%zero : si32) step (-2) {
        %before = vkm.binary sub %i, %one : si32
        %source = vkm.deref %a[%before] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        %0 = vkm.load %source : !vkm.ref<f32>
        %target = vkm.deref %a[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %target, %0 : !vkm.ref<f32>
      }
    }
  }
}

// -----

// for (uint32_t i = first; i < n; i += stride) a[i] = 2: a step that is no constant is positive.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Stride(%a: !vkm.ptr<ui32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"},
                                %first: ui32 {vkm.name = "first"}, %stride: ui32 {vkm.name = "stride"}) attributes {dims = 1 : i32} {
      vkm.grid (%i: ui32 "i") = (%first) lt (%n : ui32) step (%stride : ui32) {
        %target = vkm.deref %a[%i] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        vkm.assign %target, %i : !vkm.ref<ui32>
      }
    }
  }
}

// -----

// a[i] += a[i + n / 2] over the first half
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Halve(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %two = vkm.constant 2 : ui32
      %half = vkm.binary div %n, %two : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%half : ui32) step (1) {
        %h = vkm.binary div %n, %two : ui32
        %other = vkm.binary add %i, %h : ui32
        %source = vkm.deref %a[%other] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %0 = vkm.load %source : !vkm.ref<f32>
        %target = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.update add %target, %0 : !vkm.ref<f32>, f32
      }
    }
  }
}
