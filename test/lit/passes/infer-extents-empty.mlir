// Loops that may have no iteration: nothing wraps, and nothing is reached that the loop does not reach.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-infer-extents | FileCheck %s

// for (i = 1; i < n - 1; i++) out[i] = in[i + 1]: n and n - 1 elements, none for n <= 2
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Stencil(%in: !vkm.ptr<const f32> {vkm.name = "in"}, %out: !vkm.ptr<f32> {vkm.name = "out"},
                                 %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %one = vkm.constant 1 : ui32
      %last = vkm.binary sub %n, %one : ui32
      vkm.grid (%i: ui32 "i") = (%one) lt (%last : ui32) step (1) {
        %next = vkm.binary add %i, %one : ui32
        %source = vkm.deref %in[%next] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
        %0 = vkm.load %source : !vkm.ref<f32>
        %target = vkm.deref %out[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.assign %target, %0 : !vkm.ref<f32>
      }
    }
    // CHECK: vkm.control @Go({{.*}}, %out: !vkm.ptr<f32> {vkm.access = #vkm.access<write>, vkm.name = "out"}
    // CHECK-NEXT: vkm.extent %in : <const f32> {
    // CHECK-NEXT: %[[TWO:.*]] = vkm.constant 2 : ui32
    // CHECK-NEXT: %[[C:.*]] = vkm.cmp gt %n, %[[TWO]] : ui32
    // CHECK-NEXT: %[[N:.*]] = vkm.select %[[C]] : ui32 {
    // CHECK-NEXT: vkm.yield %n : ui32
    // CHECK-NEXT: } else {
    // CHECK-NEXT: %[[ZERO:.*]] = vkm.constant 0 : ui32
    // CHECK-NEXT: vkm.yield %[[ZERO]] : ui32
    // CHECK: vkm.extent %out : <f32> {
    // CHECK: vkm.select %{{.*}} : ui64 {
    // CHECK-NEXT: %[[N64:.*]] = vkm.cast %n : ui32 to ui64
    // CHECK-NEXT: %[[ONE:.*]] = vkm.constant 1 : ui64
    // CHECK-NEXT: vkm.binary sub %[[N64]], %[[ONE]] : ui64
    vkm.control @Go(%in: !vkm.ptr<const f32> {vkm.name = "in"}, %out: !vkm.ptr<f32> {vkm.name = "out"}, %n: ui32 {vkm.name = "n"}) {
      vkm.launch @kernel1D_Stencil(%in, %out, %n) : !vkm.ptr<const f32>, !vkm.ptr<f32>, ui32
    }
  }
}

// -----

// for (int i = 0; i < n; i += 4) a[i] = 0: the last i is (n - 1) / 4 * 4.
// for (uint32_t i = 1; i < 2 * m; i += 2) z[i] = 0: the last one is 2 * m - 1.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Steps(%a: !vkm.ptr<f32> {vkm.name = "a"}, %z: !vkm.ptr<f32> {vkm.name = "z"}, %n: si32 {vkm.name = "n"},
                               %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %value = vkm.constant 0.0 : f32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (4) {
        %target = vkm.deref %a[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %target, %value : !vkm.ref<f32>
      }
      %one = vkm.constant 1 : ui32
      %two = vkm.constant 2 : ui32
      %bound = vkm.binary mul %two, %m : ui32
      vkm.grid (%i: ui32 "i") = (%one) lt (%bound : ui32) step (2) {
        %target = vkm.deref %z[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.assign %target, %value : !vkm.ref<f32>
      }
    }
    // CHECK: vkm.control @Go
    // CHECK-NEXT: vkm.extent %a : <f32> {
    // CHECK-NEXT: %[[ZERO:.*]] = vkm.constant 0 : si32
    // CHECK-NEXT: %[[C:.*]] = vkm.cmp gt %n, %[[ZERO]] : si32
    // CHECK-NEXT: vkm.select %[[C]] : ui64 {
    // CHECK: vkm.binary div
    // CHECK: vkm.binary mul
    // CHECK: vkm.extent %z : <f32> {
    // CHECK-NEXT: %[[TWO:.*]] = vkm.constant 2 : ui64
    // CHECK-NEXT: %[[M:.*]] = vkm.cast %m : ui32 to ui64
    // CHECK-NEXT: %[[COUNT:.*]] = vkm.binary mul %[[TWO]], %[[M]] : ui64
    // CHECK-NEXT: vkm.yield %[[COUNT]] : ui64
    vkm.control @Go(%a: !vkm.ptr<f32> {vkm.name = "a"}, %z: !vkm.ptr<f32> {vkm.name = "z"}, %n: si32 {vkm.name = "n"},
                    %m: ui32 {vkm.name = "m"}) {
      vkm.launch @kernel1D_Steps(%a, %z, %n, %m) : !vkm.ptr<f32>, !vkm.ptr<f32>, si32, ui32
    }
  }
}

// -----

// Accesses under conditions do not count, but must lie within what does: if (x + 1 < w) sum += a[y * w + x + 1];
// a loop that may be left early has its first iteration.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel2D_Inside(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %w: ui32 {vkm.name = "w"}, %h: ui32 {vkm.name = "h"})
        attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%y: ui32 "y", %x: ui32 "x") = (%zero, %zero) lt, lt (%h : ui32, %w : ui32) step (1, 1) {
        %one = vkm.constant 1 : ui32
        %row = vkm.binary mul %y, %w : ui32
        %index = vkm.binary add %row, %x : ui32
        vkm.for "k" = %zero : ui32 cond (%k: !vkm.ref<ui32>) {
          %0 = vkm.load %k : !vkm.ref<ui32>
          %four = vkm.constant 4 : ui32
          %1 = vkm.cmp lt %0, %four : ui32
          vkm.yield %1 : i1
        } step (%k: !vkm.ref<ui32>) {
          vkm.update add %k, %one : !vkm.ref<ui32>, ui32
        } body (%k: !vkm.ref<ui32>) {
          %here = vkm.deref %a[%index] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
          %0 = vkm.load %here : !vkm.ref<f32>
          %none = vkm.constant 0.0 : f32
          %1 = vkm.cmp gt %0, %none : f32
          vkm.if %1 {
            vkm.break
          }
        }
        %right = vkm.binary add %x, %one : ui32
        %2 = vkm.cmp lt %right, %w : ui32
        vkm.if %2 {
          %next = vkm.binary add %index, %one : ui32
          %beside = vkm.deref %a[%next] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
          %3 = vkm.load %beside : !vkm.ref<f32>
          vkm.reduce add @m_sum, %3 : f32
        }
      }
    }
    // CHECK: vkm.control @Go
    // CHECK-NEXT: vkm.extent %a : <const f32> {
    // CHECK-NEXT: %[[W:.*]] = vkm.cast %w : ui32 to ui64
    // CHECK-NEXT: %[[H:.*]] = vkm.cast %h : ui32 to ui64
    // CHECK-NEXT: %[[COUNT:.*]] = vkm.binary mul %[[W]], %[[H]] : ui64
    // CHECK-NEXT: vkm.yield %[[COUNT]] : ui64
    vkm.control @Go(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %w: ui32 {vkm.name = "w"}, %h: ui32 {vkm.name = "h"}) {
      vkm.launch @kernel2D_Inside(%a, %w, %h) : !vkm.ptr<const f32>, ui32, ui32
    }
  }
}
