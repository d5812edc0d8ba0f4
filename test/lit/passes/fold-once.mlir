// What has no dispatch of its own: statements beside the loops, with the count of workgroups, and as commands.
// RUN: vkmorph-opt %s -split-input-file -verify-each -vkm-lower-kernels -vkm-place-barriers -vkm-check-barriers -vkm-check-uniformity | FileCheck %s

// The first thread of a grid that touches nothing of theirs runs them; there is one, also where the grid is empty.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_steps : si32
    // CHECK-LABEL: vkm.shader @kernel2D_Beside kernel
    // CHECK-SAME: local_size [8, 8, 1]
    // CHECK: %[[X:.*]] = vkm.builtin global_invocation[0]
    // CHECK: %[[Y:.*]] = vkm.builtin global_invocation[1]
    // CHECK: %[[BOTH:.*]] = vkm.binary or %[[X]], %[[Y]]
    // CHECK: %[[FIRST:.*]] = vkm.cmp eq %[[BOTH]]
    // CHECK: vkm.if %[[FIRST]]
    // CHECK: vkm.field_ref @m_steps
    // CHECK: vkm.for
    // CHECK-NOT: vkm.shader
    // CHECK: vkm.workgroup_count %{{.*}} by 8 limit 0 dim 0 nonempty
    // CHECK: %[[ROWS:.*]] = vkm.workgroup_count %{{.*}} by 8 limit 0 dim 1 coarsening 4
    // CHECK: vkm.math max(%[[ROWS]]
    vkm.kernel @kernel2D_Beside(%a: !vkm.ptr<si32> {vkm.name = "a"}, %w: si32 {vkm.name = "w"}, %h: si32 {vkm.name = "h"}) attributes {dims = 2 : i32, display = "Beside"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%y: si32 "y", %x: si32 "x") = (%zero, %zero) lt, lt (%h : si32, %w : si32) step (1, 1) attributes {
          coarsening = 4 : i64, elements_per_thread = 1 : i32, workgroup_size = array<i32: 8, 8, 1>} {
        %row = vkm.binary mul %y, %w : si32
        %at = vkm.binary add %row, %x : si32
        %p = vkm.deref %a[%at] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %p, %x : !vkm.ref<si32>
      }
      vkm.once folded previous {
        %f = vkm.field_ref @m_steps : !vkm.ref<si32>
        %one = vkm.constant 1 : si32
        vkm.update add %f, %one : !vkm.ref<si32>, si32
      }
    }
  }
}

// -----

// The thread that counts workgroups; a second count does not move in front of the statements that it has to follow.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_bound : ui32
    vkm.field @m_scale : si32
    // CHECK-LABEL: vkm.shader @kernel1D_Counting_groups kernel
    // CHECK-SAME: doc "What runs once, in one thread, and how many workgroups the next dispatch has
    // CHECK: vkm.field_ref @m_scale
    // CHECK: vkm.assign
    // CHECK: vkm.scratch_ref @CountingGroups
    // CHECK: vkm.shader @kernel1D_Counting kernel
    // CHECK: vkm.shader @kernel1D_Counting_loop2_groups kernel
    // CHECK: vkm.shader @kernel1D_Counting_loop2 kernel
    // CHECK: vkm.commands @kernel1D_Counting_commands
    // CHECK: vkm.cmd.pipeline @kernel1D_Counting_groups
    // CHECK: vkm.cmd.barrier indirect
    // CHECK: vkm.cmd.dispatch_indirect @CountingGroups
    // CHECK: vkm.cmd.pipeline @kernel1D_Counting_loop2_groups
    // CHECK: vkm.cmd.dispatch_indirect
    vkm.kernel @kernel1D_Counting(%a: !vkm.ptr<si32> {vkm.name = "a"}) attributes {dims = 1 : i32, display = "Counting"} {
      %zero = vkm.constant 0 : ui32
      %b = vkm.field_ref @m_bound : !vkm.ref<ui32>
      %n = vkm.load %b : !vkm.ref<ui32>
      vkm.once folded counting {
        %c = vkm.constant 3 : si32
        %f = vkm.field_ref @m_scale : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) attributes {
          device_bounds, elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %f = vkm.field_ref @m_scale : !vkm.ref<si32>
        %v = vkm.load %f : !vkm.ref<si32>
        vkm.assign %p, %v : !vkm.ref<si32>
      }
      vkm.once folded counting {
        %c = vkm.constant 4 : si32
        %f = vkm.field_ref @m_scale : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) attributes {
          device_bounds, elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %f = vkm.field_ref @m_scale : !vkm.ref<si32>
        %v = vkm.load %f : !vkm.ref<si32>
        vkm.update add %p, %v : !vkm.ref<si32>, si32
      }
    }
  }
}

// -----

// Commands in front of the loops.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_scale : si32
    // CHECK-LABEL: vkm.commands @kernel1D_Set_commands
    // CHECK-SAME: fields = {m_scale = #vkm.access<read_write>}
    // CHECK: vkm.cmd.update @m_scale = %{{.*}} : si32 {role = "prologue"}
    // CHECK: vkm.cmd.barrier after{{ +}}updates {{.*}} [#vkm.hazard<read_after_write "m_scale" from "Set prologue" to "Set">]
    // CHECK: vkm.cmd.dispatch
    vkm.kernel @kernel1D_Set(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}, %by: si32 {vkm.name = "by"}) attributes {dims = 1 : i32, display = "Set"} {
      %zero = vkm.constant 0 : si32
      vkm.once folded commands {
        %f = vkm.field_ref @m_scale : !vkm.ref<si32>
        vkm.assign %f, %by : !vkm.ref<si32>
      }
      vkm.grid (%x: si32 "x") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %f = vkm.field_ref @m_scale : !vkm.ref<si32>
        %v = vkm.load %f : !vkm.ref<si32>
        vkm.assign %p, %v : !vkm.ref<si32>
      }
    }
  }
}
