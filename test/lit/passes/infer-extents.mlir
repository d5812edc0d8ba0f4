// Extents of pointer parameters: the largest subscript that is reached for certain, plus one.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-infer-extents | FileCheck %s

// Changes nothing when there is nothing to do.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.control @Go(%n: ui32 {vkm.name = "n"}) {
    // CHECK-NEXT: vkm.launch
    vkm.kernel @kernel1D_None(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
      }
    }
    vkm.control @Go(%n: ui32 {vkm.name = "n"}) {
      vkm.launch @kernel1D_None(%n) : ui32
    }
  }
}

// -----

// out[i] = in[i]: n elements each, out is overwritten; a parameter that is read and written is not.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.kernel @kernel1D_Copy(%in: !vkm.ptr<const f32> {vkm.access = #vkm.access<read>, vkm.name = "in"},
    // CHECK-SAME: %out: !vkm.ptr<f32> {vkm.access = #vkm.access<write>, vkm.name = "out", vkm.overwritten},
    // CHECK-SAME: %both: !vkm.ptr<f32> {vkm.access = #vkm.access<read_write>, vkm.name = "both"}
    // CHECK-NEXT: vkm.extent %in : <const f32> {
    // CHECK-NEXT: vkm.yield %n : ui32
    vkm.kernel @kernel1D_Copy(%in: !vkm.ptr<const f32> {vkm.name = "in"}, %out: !vkm.ptr<f32> {vkm.name = "out"},
                              %both: !vkm.ptr<f32> {vkm.name = "both"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %source = vkm.deref %in[%i] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
        %0 = vkm.load %source : !vkm.ref<f32>
        %target = vkm.deref %out[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.assign %target, %0 : !vkm.ref<f32>
        %place = vkm.deref %both[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.update add %place, %0 : !vkm.ref<f32>, f32
      }
    }
    // The signed argument counts as 0 where it is negative only if the kernel says so; a conversion keeps the value.
    // CHECK: vkm.control @Go(%x: !vkm.ptr<const f32> {vkm.access = #vkm.access<read>, vkm.name = "x"},
    // CHECK-SAME: %y: !vkm.ptr<f32> {vkm.access = #vkm.access<write>, vkm.name = "y", vkm.overwritten},
    // CHECK-SAME: %z: !vkm.ptr<f32> {vkm.access = #vkm.access<read_write>, vkm.name = "z"},
    // CHECK-SAME: %unused: !vkm.ptr<f32> {vkm.access = #vkm.access<none>, vkm.name = "unused"}, %n: si32
    // CHECK-NEXT: vkm.extent %x : <const f32> {
    // CHECK-NEXT: vkm.yield %n : si32
    // CHECK: vkm.extent %unused : <f32> {
    // CHECK-NEXT: %[[ZERO:.*]] = vkm.constant 0 : ui32
    // CHECK-NEXT: vkm.yield %[[ZERO]] : ui32
    vkm.control @Go(%x: !vkm.ptr<const f32> {vkm.name = "x"}, %y: !vkm.ptr<f32> {vkm.name = "y"},
                    %z: !vkm.ptr<f32> {vkm.name = "z"}, %unused: !vkm.ptr<f32> {vkm.name = "unused"}, %n: si32 {vkm.name = "n"}) {
      %0 = vkm.cast %n : si32 to ui32
      vkm.launch @kernel1D_Copy(%x, %y, %z, %0) : !vkm.ptr<const f32>, !vkm.ptr<f32>, !vkm.ptr<f32>, ui32
    }
  }
}

// -----

// a[y * w + x] over signed bounds: max(w, 0) * max(h, 0), in 64 bits; overwritten in whichever order
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_Fill(%a: !vkm.ptr<si32> {vkm.name = "a"}, %w: si32 {vkm.name = "w"}, %h: si32 {vkm.name = "h"})
        attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%y: si32 "y", %x: si32 "x") = (%zero, %zero) lt, lt (%h : si32, %w : si32) step (1, 1) {
        %one = vkm.constant 1 : si32
        %last = vkm.binary sub %h, %one : si32
        %mirrored = vkm.binary sub %last, %y : si32
        %row = vkm.binary mul %mirrored, %w : si32
        %index = vkm.binary add %row, %x : si32
        %target = vkm.deref %a[%index] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %target, %x : !vkm.ref<si32>
      }
    }
    // CHECK: vkm.control @Go(%a: !vkm.ptr<si32> {vkm.access = #vkm.access<write>, vkm.name = "a", vkm.overwritten}
    // CHECK-NEXT: vkm.extent %a : <si32> {
    // CHECK-NEXT: %[[Z0:.*]] = vkm.constant 0 : si32
    // CHECK-NEXT: %[[W:.*]] = vkm.math max(%w, %[[Z0]]) : (si32, si32) -> si32
    // CHECK-NEXT: %[[W64:.*]] = vkm.cast %[[W]] : si32 to ui64
    // CHECK-NEXT: %[[Z1:.*]] = vkm.constant 0 : si32
    // CHECK-NEXT: %[[H:.*]] = vkm.math max(%h, %[[Z1]]) : (si32, si32) -> si32
    // CHECK-NEXT: %[[H64:.*]] = vkm.cast %[[H]] : si32 to ui64
    // CHECK-NEXT: %[[N:.*]] = vkm.binary mul %[[W64]], %[[H64]] : ui64
    // CHECK-NEXT: vkm.yield %[[N]] : ui64
    vkm.control @Go(%a: !vkm.ptr<si32> {vkm.name = "a"}, %w: si32 {vkm.name = "w"}, %h: si32 {vkm.name = "h"}) {
      vkm.launch @kernel2D_Fill(%a, %w, %h) : !vkm.ptr<si32>, si32, si32
    }
  }
}

// -----

// The prologue reads f[0], the epilogue f[n]; what the loop reads lies between.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_Ends(%f: !vkm.ptr<const f32> {vkm.name = "f"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: ui32 "i") = (%one) lt (%n : ui32) step (2) {
        %place = vkm.deref %f[%i] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
        %0 = vkm.load %place : !vkm.ref<f32>
        vkm.reduce add @m_sum, %0 : f32
      }
      vkm.once {
        %first = vkm.deref %f[%zero] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
        %0 = vkm.load %first : !vkm.ref<f32>
        %last = vkm.deref %f[%n] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
        %1 = vkm.load %last : !vkm.ref<f32>
        %2 = vkm.binary add %0, %1 : f32
        %sum = vkm.field_ref @m_sum : !vkm.ref<f32>
        vkm.update add %sum, %2 : !vkm.ref<f32>, f32
      }
    }
    // CHECK: vkm.control @Go
    // CHECK-NEXT: vkm.extent %f : <const f32> {
    // CHECK-NEXT: %[[N:.*]] = vkm.cast %n : ui32 to ui64
    // CHECK-NEXT: %[[ONE:.*]] = vkm.constant 1 : ui64
    // CHECK-NEXT: %[[COUNT:.*]] = vkm.binary add %[[N]], %[[ONE]] : ui64
    // CHECK-NEXT: vkm.yield %[[COUNT]] : ui64
    vkm.control @Go(%f: !vkm.ptr<const f32> {vkm.name = "f"}, %n: ui32 {vkm.name = "n"}) {
      vkm.launch @kernel1D_Ends(%f, %n) : !vkm.ptr<const f32>, ui32
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @OwnWrites namespaces [] header "c.h" {
    // What an iteration reads is what it has written: nothing is needed from before. The next element is another one's.
    // CHECK: vkm.kernel @kernel1D_Twice(%own: !vkm.ptr<si32> {vkm.access = #vkm.access<read_write>, vkm.name = "own", vkm.overwritten},
    // CHECK-SAME: %next: !vkm.ptr<si32> {vkm.access = #vkm.access<read_write>, vkm.name = "next"},
    // CHECK-SAME: %late: !vkm.ptr<si32> {vkm.access = #vkm.access<read_write>, vkm.name = "late"},
    vkm.kernel @kernel1D_Twice(%own: !vkm.ptr<si32> {vkm.name = "own"}, %next: !vkm.ptr<si32> {vkm.name = "next"}, %late: !vkm.ptr<si32> {vkm.name = "late"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %one = vkm.constant 1 : si32
        %a = vkm.deref %own[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %a, %i : !vkm.ref<si32>
        %is = vkm.cmp gt %i, %one : si32
        vkm.if %is {
          %again = vkm.deref %own[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
          vkm.update add %again, %one : !vkm.ref<si32>, si32
        }
        %b = vkm.deref %next[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %b, %i : !vkm.ref<si32>
        %behind = vkm.binary add %i, %one : si32
        %other = vkm.deref %next[%behind] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %v = vkm.load %other : !vkm.ref<si32>
        %c = vkm.deref %late[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %old = vkm.load %c : !vkm.ref<si32>
        vkm.assign %c, %v : !vkm.ref<si32>
        %unused = vkm.var "unused" : !vkm.ref<si32> = %old : si32
      }
    }
    vkm.control @Run(%own: !vkm.ptr<si32> {vkm.name = "own"}, %next: !vkm.ptr<si32> {vkm.name = "next"}, %late: !vkm.ptr<si32> {vkm.name = "late"}, %n: si32 {vkm.name = "n"}) {
      vkm.launch @kernel1D_Twice(%own, %next, %late, %n) : !vkm.ptr<si32>, !vkm.ptr<si32>, !vkm.ptr<si32>, si32
    }
  }
}
