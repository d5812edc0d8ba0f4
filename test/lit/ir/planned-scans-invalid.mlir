// Running totals that are planned otherwise than the planner would.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", max_workgroup_invocations = 256 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_count : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {workgroup_size = array<i32: 128, 1, 1>, elements_per_thread = 1 : i32, max_workgroups = array<i32: 16, 1, 1>} {
        // expected-error@+1 {{'vkm.running' op is in a grid whose iterations are taken in no order}}
        %0 = vkm.running add @m_sum : si32 by <reduce_then_scan by tree>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", max_workgroup_invocations = 256 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_count : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {workgroup_size = array<i32: 128, 1, 1>, elements_per_thread = 1 : i32, max_workgroups = array<i32: 16, 1, 1>, in_order} {
        // expected-error@+1 {{'vkm.running' op is not planned}}
        %0 = vkm.running add @m_sum : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", max_workgroup_invocations = 256 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_count : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {workgroup_size = array<i32: 128, 1, 1>, elements_per_thread = 8 : i32, max_workgroups = array<i32: 16, 1, 1>, in_order} {
        // expected-error@+1 {{'vkm.running' op is in a grid whose threads take several iterations at a time}}
        %0 = vkm.running add @m_sum : si32 by <reduce_then_scan by tree>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", max_workgroup_invocations = 256 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_count : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {workgroup_size = array<i32: 128, 1, 1>, elements_per_thread = 1 : i32, max_workgroups = array<i32: 16, 1, 1>, in_order} {
        // expected-error@+1 {{'vkm.running' op is by subgroup, and target 'small' has no subgroup arithmetic or no ballot}}
        %0 = vkm.running add @m_sum : si32 by <reduce_then_scan by subgroup>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", max_workgroup_invocations = 256 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_count : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {workgroup_size = array<i32: 128, 1, 1>, elements_per_thread = 1 : i32, max_workgroups = array<i32: 16, 1, 1>, in_order} {
        %0 = vkm.running add @m_sum : si32 by <reduce_then_scan by tree>
        // expected-error@+1 {{'vkm.running' op is planned otherwise than the first one of its grid}}
        %1 = vkm.running add @m_count : si32 by <reduce_then_scan by subgroup>
      }
    }
  }
}
