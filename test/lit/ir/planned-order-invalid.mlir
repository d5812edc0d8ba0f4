// Loops that are or were interchanged: each dimension of the grid is one of the source, and its order does not count.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_F(%n: ui32 {vkm.name = "n"}, %x: f32) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has a source_order that does not name each of its 2 dimensions once, from 0}}
      vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {source_order = array<i32: 1, 1>, workgroup_size = array<i32: 32, 8, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_found : !vkm.dynarray<ui32>
    vkm.field @m_found_size : ui32 size_of @m_found
    vkm.kernel @kernel2D_F(%n: ui32 {vkm.name = "n"}, %x: f32) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has a source_order, but elements are appended in the order of the source}}
      vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {source_order = array<i32: 1, 0>, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        vkm.append @m_found, %i : ui32 by stable
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_F(%n: ui32 {vkm.name = "n"}, %x: f32) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has a vkm.loop_order that does not name each of its 2 dimensions once, from 0}}
      vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {vkm.loop_order = array<i32: 0, 2>, workgroup_size = array<i32: 32, 8, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_F(%n: ui32 {vkm.name = "n"}, %x: f32) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has a vkm.loop_order beside a source_order: its loops are interchanged already}}
      vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {vkm.loop_order = array<i32: 1, 0>, source_order = array<i32: 1, 0>, workgroup_size = array<i32: 32, 8, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_found : !vkm.dynarray<ui32>
    vkm.field @m_found_size : ui32 size_of @m_found
    vkm.kernel @kernel2D_F(%n: ui32 {vkm.name = "n"}, %x: f32) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has a vkm.loop_order, but elements are appended in the order of the source}}
      vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {vkm.loop_order = array<i32: 1, 0>, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        vkm.append @m_found, %i : ui32 by stable
      }
    }
  }
}
