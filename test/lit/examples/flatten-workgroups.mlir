// The example of docs/AddingAPass.md: a pass from a plugin changes the planner's decision.
// DEFINE: %{opt} = vkmorph-opt %s --load-pass-plugin=%obj_root/lib/FlattenWorkgroups.so -split-input-file
// RUN: %{opt} --pass-pipeline='builtin.module(example-flatten-workgroups{rows=4})' -verify-diagnostics | FileCheck %s
// RUN: not %{opt} --pass-pipeline='builtin.module(example-flatten-workgroups{rows=3})' 2>&1 | FileCheck %s --check-prefix=ERROR

// Changes nothing when there is nothing to do: grids of one dimension, workgroups that are flat already.
// CHECK-LABEL: vkm.class @Same
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @Same namespaces [] header "same.h" {
    vkm.kernel @kernel1D_Line(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // CHECK: vkm.grid
      // CHECK-SAME: {workgroup_size = array<i32: 256, 1, 1>}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 256, 1, 1>} {
      }
      // CHECK: vkm.grid
      // CHECK-SAME: {workgroup_size = array<i32: 64, 4, 1>}
      vkm.grid (%y: ui32 "y", %x: ui32 "x") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {workgroup_size = array<i32: 64, 4, 1>} {
      }
    }
  }
}

// -----

// CHECK-LABEL: vkm.class @Changed
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @Changed namespaces [] header "changed.h" {
    vkm.kernel @kernel2D_Plane(%n: ui32) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // CHECK: vkm.grid
      // CHECK-SAME: {workgroup_size = array<i32: 64, 4, 1>}
      // ERROR: error: 3 rows do not divide the 256 threads of a workgroup of kernel 'kernel2D_Plane' [example1]
      // ERROR: note: choose a power of two of at most 256
      // expected-remark@+1 {{kernel 'kernel2D_Plane': workgroups of 64 x 4 instead of 16 x 16 [example2, decisions]}}
      vkm.grid (%y: ui32 "y", %x: ui32 "x") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {workgroup_size = array<i32: 16, 16, 1>} {
      }
    }
  }
}

// -----

// In another phase there is no decision to change.
// CHECK-LABEL: vkm.class @Undecided
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @Undecided namespaces [] header "undecided.h" {
    vkm.kernel @kernel2D_Plane(%n: ui32) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // CHECK: vkm.grid
      // CHECK-NOT: workgroup_size
      vkm.grid (%y: ui32 "y", %x: ui32 "x") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1) {
      }
    }
  }
}
