// How appended elements get their slots, decided by others than the planner: alike in a grid, and as its workgroups do.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        // expected-error@+1 {{'vkm.append' op gets its slot in order, and stands in a grid that appends in none}}
        vkm.append @m_hits, %v : si32 by stable
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        // expected-error@+1 {{'vkm.append' op gets its slot in no order, and stands in a grid that appends in order}}
        vkm.append @m_hits, %v : si32 by subgroup
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {elements_per_thread = 8 : i32, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.append @m_hits, %v : si32 by workgroup
        // expected-error@+1 {{'vkm.append' op does not wait for the workgroup, and others of its grid do}}
        vkm.append @m_hits, %v : si32 by subgroup
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "poor", shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        // expected-error@+1 {{'vkm.append' op gets its slot by subgroup, and target 'poor' has no subgroup ballot}}
        vkm.append @m_hits, %v : si32 by subgroup
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op appends blocks of 1 to 32 elements_per_thread, not of 64}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {elements_per_thread = 64 : i32, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.append @m_hits, %v : si32 by workgroup
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op appends blocks, which its threads cannot keep until then}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {elements_per_thread = 8 : i32, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.append @m_hits, %v : si32 by workgroup
        vkm.append @m_hits, %v : si32 by workgroup
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "poor", shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op appends blocks, and target 'poor' has no subgroup ballot}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {elements_per_thread = 8 : i32, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.append @m_hits, %v : si32 by workgroup
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op appends blocks; unroll and load_width are for loops of single iterations}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {elements_per_thread = 8 : i32, unroll = 4 : i32, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.append @m_hits, %v : si32 by workgroup
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op appends in order; unroll and load_width are for other grids}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {in_order, max_workgroups = array<i32: 256, 1, 1>, unroll = 4 : i32, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.append @m_hits, %v : si32 by stable
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%n: si64 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si64
      // expected-error@+1 {{'vkm.grid' op appends in order, and the device cannot count its iterations: it is no single loop from 0 by ones}}
      vkm.grid (%i: si64 "i") = (%zero) lt (%n : si64) step (1)
          attributes {device_bounds, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %v = vkm.cast %i : si64 to si32
        vkm.append @m_hits, %v : si32 by stable
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.field @m_turn : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op appends in order, and combines values by a function as well}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {in_order, max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.append @m_hits, %v : si32 by stable
        vkm.combine @m_turn, %v : si32 {
        ^bb0(%first: si32, %second: si32):
          vkm.yield %second : si32
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {counts_appends, elements_per_thread = 8 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %count = vkm.append_counter @m_hits : <ui32>
        vkm.update add %count, %one : !vkm.ref<ui32>, ui32
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {elements_per_thread = 8 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %v = vkm.cast %i : ui32 to si32
        %next = vkm.append_counter @m_hits : <ui32>
        // expected-error@+1 {{'vkm.append' op has a place of the next slot, and stands in a grid whose threads keep their elements}}
        vkm.append @m_hits, %v : si32 by stable at %next : !vkm.ref<ui32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {counts_appends, elements_per_thread = 1 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %count = vkm.append_counter @m_hits : <ui32>
        vkm.update add %count, %one : !vkm.ref<ui32>, ui32
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {elements_per_thread = 1 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %v = vkm.cast %i : ui32 to si32
        %next = vkm.append_counter @m_hits : <ui32>
        // expected-error@+1 {{'vkm.append' op has no place of the next slot, and stands in a grid whose threads keep nothing}}
        vkm.append @m_hits, %v : si32 by stable
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %one = vkm.constant 1 : ui32
      // expected-error@+1 {{'vkm.grid' op counts other iterations than those of the grid behind it}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%m : ui32) step (1)
          attributes {counts_appends, elements_per_thread = 1 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %count = vkm.append_counter @m_hits : <ui32>
        vkm.update add %count, %one : !vkm.ref<ui32>, ui32
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {elements_per_thread = 1 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %v = vkm.cast %i : ui32 to si32
        %next = vkm.append_counter @m_hits : <ui32>
        vkm.append @m_hits, %v : si32 by stable at %next : !vkm.ref<ui32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %one = vkm.constant 1 : ui32
      // expected-error@+1 {{'vkm.grid' op counts in other workgroups than those of the grid behind it}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {counts_appends, elements_per_thread = 8 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %count = vkm.append_counter @m_hits : <ui32>
        vkm.update add %count, %one : !vkm.ref<ui32>, ui32
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {elements_per_thread = 1 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %v = vkm.cast %i : ui32 to si32
        %next = vkm.append_counter @m_hits : <ui32>
        vkm.append @m_hits, %v : si32 by stable at %next : !vkm.ref<ui32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %one = vkm.constant 1 : ui32
      // expected-error@+1 {{'vkm.grid' op counts, and does more than that}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {counts_appends, elements_per_thread = 1 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>} {
        %count = vkm.append_counter @m_hits : <ui32>
        vkm.update add %count, %one : !vkm.ref<ui32>, ui32
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {elements_per_thread = 1 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %v = vkm.cast %i : ui32 to si32
        %next = vkm.append_counter @m_hits : <ui32>
        vkm.append @m_hits, %v : si32 by stable at %next : !vkm.ref<ui32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op counts, and no grid that appends in order stands behind it}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {counts_appends, elements_per_thread = 1 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %count = vkm.append_counter @m_hits : <ui32>
        vkm.update add %count, %i : !vkm.ref<ui32>, ui32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %one = vkm.constant 1 : ui32
      // expected-error@+1 {{'vkm.grid' op counts, and does more than that}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {counts_appends, elements_per_thread = 1 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %count = vkm.append_counter @m_hits : <ui32>
        %w = vkm.cast %i : ui32 to si32
        vkm.append @m_hits, %w : si32 by stable at %count : !vkm.ref<ui32>
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {elements_per_thread = 1 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %v = vkm.cast %i : ui32 to si32
        %next = vkm.append_counter @m_hits : <ui32>
        vkm.append @m_hits, %v : si32 by stable at %next : !vkm.ref<ui32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op counts, and no grid that appends in order stands behind it}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {counts_appends, elements_per_thread = 1 : i32, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %count = vkm.append_counter @m_hits : <ui32>
        vkm.update add %count, %i : !vkm.ref<ui32>, ui32
      }
    }
  }
}
