// Linearised indices of 2D and 3D grids and of inner loops: as long as a row is no longer than the pitch.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-check-independence

// a[y * w + x] and its mirror image over the diagonal, b[x * h + (h - 1 - y)]
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_Turn(%a: !vkm.ptr<f32> {vkm.name = "a"}, %b: !vkm.ptr<f32> {vkm.name = "b"},
                              %w: si32 {vkm.name = "w"}, %h: si32 {vkm.name = "h"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%y: si32 "y", %x: si32 "x") = (%zero, %zero) lt, lt (%h : si32, %w : si32) step (1, 1) {
        %row = vkm.binary mul %y, %w : si32
        %index = vkm.binary add %row, %x : si32
        %source = vkm.deref %a[%index] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        %0 = vkm.load %source : !vkm.ref<f32>
        %one = vkm.constant 1 : si32
        vkm.update add %source, %0 : !vkm.ref<f32>, f32
        %column = vkm.binary mul %x, %h : si32
        %last = vkm.binary sub %h, %one : si32
        %mirrored = vkm.binary sub %last, %y : si32
        %other = vkm.binary add %column, %mirrored : si32
        %target = vkm.deref %b[%other] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %target, %0 : !vkm.ref<f32>
      }
    }
  }
}

// -----

// const int i = (z * h + y) * w + x: a local that gets one value; 64-bit arithmetic between
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel3D_Map(%a: !vkm.ptr<f32> {vkm.name = "a"}, %w: ui32 {vkm.name = "w"}, %h: ui32 {vkm.name = "h"},
                             %d: ui32 {vkm.name = "d"}) attributes {dims = 3 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%z: ui32 "z", %y: ui32 "y", %x: ui32 "x") = (%zero, %zero, %zero)
          lt, lt, lt (%d : ui32, %h : ui32, %w : ui32) step (1, 1, 1) {
        %0 = vkm.binary mul %z, %h : ui32
        %1 = vkm.binary add %0, %y : ui32
        %2 = vkm.cast %1 : ui32 to ui64
        %3 = vkm.cast %w : ui32 to ui64
        %4 = vkm.binary mul %2, %3 : ui64
        %5 = vkm.cast %x : ui32 to ui64
        %6 = vkm.binary add %4, %5 : ui64
        %i = vkm.var "i" : !vkm.ref<ui64>
        vkm.assign %i, %6 : !vkm.ref<ui64>
        %index = vkm.load %i : !vkm.ref<ui64>
        %target = vkm.deref %a[%index] : !vkm.ptr<f32>, ui64 -> !vkm.ref<f32>
        %value = vkm.constant 1.0 : f32
        vkm.update mul %target, %value : !vkm.ref<f32>, f32
      }
    }
  }
}

// -----

// A frame of one cell: pitch = w + 2. for (y = 1; y <= h; ...) for (x = 1; x <= w; ...) a[y * pitch + x] = 0
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_Frame(%a: !vkm.ptr<f32> {vkm.name = "a"}, %w: si32 {vkm.name = "w"}, %h: si32 {vkm.name = "h"})
        attributes {dims = 2 : i32} {
      %one = vkm.constant 1 : si32
      %two = vkm.constant 2 : si32
      %0 = vkm.binary add %w, %two : si32
      %pitch = vkm.var const "pitch" : !vkm.ref<si32> = %0 : si32
      vkm.grid (%y: si32 "y", %x: si32 "x") = (%one, %one) le, le (%h : si32, %w : si32) step (1, 1) {
        %1 = vkm.load %pitch : !vkm.ref<si32>
        %row = vkm.binary mul %y, %1 : si32
        %index = vkm.binary add %row, %x : si32
        %target = vkm.deref %a[%index] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        %2 = vkm.cast %x : si32 to f32
        vkm.assign %target, %2 : !vkm.ref<f32>
      }
    }
  }
}

// -----

// out[i * 3 + k] with k in 0..2, and blocks of 16: for (j = i * 16; j < i * 16 + 16; j++)
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Blocks(%out: !vkm.ptr<ui32> {vkm.name = "out"}, %blocks: !vkm.ptr<ui32> {vkm.name = "blocks"},
                                %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %three = vkm.constant 3 : ui32
        vkm.for "k" = %zero : ui32 cond (%k: !vkm.ref<ui32>) {
          %0 = vkm.load %k : !vkm.ref<ui32>
          %1 = vkm.cmp lt %0, %three : ui32
          vkm.yield %1 : i1
        } step (%k: !vkm.ref<ui32>) {
          %one = vkm.constant 1 : ui32
          vkm.update add %k, %one : !vkm.ref<ui32>, ui32
        } body (%k: !vkm.ref<ui32>) {
          %0 = vkm.binary mul %i, %three : ui32
          %1 = vkm.load %k : !vkm.ref<ui32>
          %2 = vkm.binary add %0, %1 : ui32
          %target = vkm.deref %out[%2] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
          vkm.assign %target, %1 : !vkm.ref<ui32>
        }
        %four = vkm.constant 4 : ui32
        %sixteen = vkm.constant 16 : ui32
        %first = vkm.binary shl %i, %four : ui32
        vkm.for "j" = %first : ui32 cond (%j: !vkm.ref<ui32>) {
          %0 = vkm.load %j : !vkm.ref<ui32>
          %1 = vkm.binary mul %i, %sixteen : ui32
          %2 = vkm.binary add %1, %sixteen : ui32
          %3 = vkm.cmp gt %2, %0 : ui32
          vkm.yield %3 : i1
        } step (%j: !vkm.ref<ui32>) {
          %one = vkm.constant 1 : ui32
          %0 = vkm.load %j : !vkm.ref<ui32>
          %1 = vkm.binary add %0, %one : ui32
          vkm.assign %j, %1 : !vkm.ref<ui32>
        } body (%j: !vkm.ref<ui32>) {
          %0 = vkm.load %j : !vkm.ref<ui32>
          %target = vkm.deref %blocks[%0] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
          vkm.assign %target, %i : !vkm.ref<ui32>
        }
      }
    }
  }
}
