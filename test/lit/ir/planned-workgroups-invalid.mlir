// What a pass, a plugin or a text decides otherwise than the planner has to suit the grid, the other decisions and the
// target, since lowering follows it: workgroups, what a thread takes, how many workgroups there are.
// It is asked between all passes, before lowering too.
// RUN: not vkmorph-opt %s -split-input-file -vkm-lower 2>&1 | FileCheck %s
// CHECK: error: 'vkm.grid' op workgroup_size holds three numbers of threads, each at least 1
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op workgroup_size holds three numbers of threads, each at least 1}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {workgroup_size = array<i32: 64, 0, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_F(%n: ui32 {vkm.name = "n"}, %x: f32) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op is dispatched along x and y, but its workgroup_size is 16 x 16 x 4; the threads beyond would run every iteration again}}
      vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {workgroup_size = array<i32: 16, 16, 4>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op is dispatched along x, but its workgroup_size is 16 x 16 x 1; the threads beyond would run every iteration again}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {workgroup_size = array<i32: 16, 16, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_F(%n: ui32 {vkm.name = "n"}, %x: f32) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op is dispatched along x to keep its order, but its workgroup_size is 64 x 4 x 1; the threads beyond would run every iteration again}}
      vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 64, 4, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op workgroup_size is 512 x 1 x 1, and target 'small' has at most 256 threads in x}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {workgroup_size = array<i32: 512, 1, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_F(%n: ui32 {vkm.name = "n"}, %x: f32) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op workgroup_size is 256 x 4 x 1, and target 'small' has at most 512 threads in a workgroup}}
      vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {workgroup_size = array<i32: 256, 4, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {warps = 3}} {
  // expected-error@+1 {{'vkm.class' op is planned for a target that cannot be: unknown key 'warps'}}
  vkm.class @C namespaces [] header "c.h" {

  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {subgroup_ballot = 3}} {
  // expected-error@+1 {{'vkm.class' op is planned for a target that cannot be: 'subgroup_ballot' has to be true or false}}
  vkm.class @C namespaces [] header "c.h" {

  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op elements_per_thread is 0; it is at least 1, and a workgroup takes at most 16777216 iterations}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {elements_per_thread = 0 : i32, workgroup_size = array<i32: 64, 1, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op unroll is 64; it is 1 to 8}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {unroll = 64 : i32, max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op load_width is 2, and its iterations read 4 elements together}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {load_width = 2 : i32, max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op load_width is 4, and its iterations read no elements together}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {load_width = 4 : i32, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.assign %p, %v : !vkm.ref<si32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has no max_workgroups, and keeps results of each workgroup}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op max_workgroups is 70000 x 1 x 1; each number is 1 to 65535, and together they are at most 1048576}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 70000, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op max_workgroups holds three numbers of workgroups}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256>, workgroup_size = array<i32: 64, 1, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : ui32
    vkm.kernel @kernel1D_F() attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %one = vkm.constant 1 : ui32
      vkm.once {
        %m = vkm.field_ref @m_n : !vkm.ref<ui32>
        vkm.assign %m, %one : !vkm.ref<ui32>
      }
      %place = vkm.field_ref @m_n : !vkm.ref<ui32>
      %n = vkm.load %place : !vkm.ref<ui32>
      // expected-error@+1 {{'vkm.grid' op has no device_bounds, and kernels change its bounds}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<f32>
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has by_fill, and does more than fill arrays}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {by_fill, workgroup_size = array<i32: 64, 1, 1>} {
        %a = vkm.vector_data @m_a : !vkm.ptr<f32>
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.update add %p, %x : !vkm.ref<f32>, f32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<f32>, %n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has by_fill, and an array is given by the caller, whose buffer need not be made for transfers}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {by_fill, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.assign %p, %x : !vkm.ref<f32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op max_workgroups is 8 x 8 x 8, and the grid is dispatched along 1 of the axes; that of the others is 1}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 8, 8, 8>, workgroup_size = array<i32: 64, 1, 1>} {
      }
    }
  }
}

// -----

// A slip of the hand is no decision.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has the unknown attribute unrol; the nearest is unroll}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {unrol = 4 : i32, workgroup_size = array<i32: 64, 1, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has most_workgroups, and its workgroups lie along x alone}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {most_workgroups = 256 : i64, max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel2D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has most_workgroups, and no max_workgroups}}
      vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {most_workgroups = 256 : i64, workgroup_size = array<i32: 8, 8, 1>} {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel2D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has most_workgroups, and may be dispatched with no workgroup at all}}
      vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {most_workgroups = 256 : i64, max_workgroups = array<i32: 256, 256, 1>, plan = #vkm.reduction<tree, atomics>, workgroup_size = array<i32: 8, 8, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel2D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op max_workgroups is 128 x 256 x 1, and there are at most 128 together (most_workgroups)}}
      vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {most_workgroups = 128 : i64, max_workgroups = array<i32: 128, 256, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 8, 8, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel2D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op max_workgroups is 4096 x 4096 x 1; together they are at most 1048576}}
      vkm.grid (%i: ui32 "i", %j: ui32 "j") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1)
          attributes {max_workgroups = array<i32: 4096, 4096, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 8, 8, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
    }
  }
}
