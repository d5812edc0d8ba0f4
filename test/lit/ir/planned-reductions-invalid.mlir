// Strategies and finishes that others than the planner decide suit the values, the workgroup and the target; what runs
// once runs where it would have run.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op combines values of 100 threads by a tree, which takes a power of two}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 100, 1, 1>} {
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
      // expected-error@+1 {{'vkm.grid' op has workgroups of 100 threads, which are no subgroups of 8}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<subgroup, last_workgroup>, workgroup_size = array<i32: 100, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "poor", shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op cannot combine by subgroup operations: target 'poor' has no subgroup arithmetic}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<subgroup, last_workgroup>, workgroup_size = array<i32: 64, 1, 1>} {
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
      // expected-error@+1 {{'vkm.grid' op cannot finish by atomics: there is no atomic product for 'm_sum'}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, atomics>, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce mul @m_sum, %v : si32
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
      // expected-error@+1 {{'vkm.grid' op cannot finish by atomics: 'm_sum' is not reduced from zero on}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, atomic_totals>, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce min @m_sum, %v : si32
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
      // expected-error@+1 {{'vkm.grid' op cannot finish in a subgroup: it combines by a tree}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, last_subgroup>, workgroup_size = array<i32: 64, 1, 1>} {
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
      // expected-error@+1 {{'vkm.grid' op has a plan, and no reductions}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 64, 1, 1>} {
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
    vkm.field @m_a : si32
    vkm.field @m_b : si32
    vkm.field @m_c : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op takes 4100 bytes of shared memory in workgroups of 256 threads, and target 'small' has 4096}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
        vkm.reduce add @m_a, %v : si32
        vkm.reduce add @m_b, %v : si32
        vkm.reduce add @m_c, %v : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si64> {vkm.name = "a"}, %b: !vkm.ptr<const si64> {vkm.name = "b"}, %n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 2048, 1, 1>, workgroup_size = array<i32: 64, 1, 1>} {
        %start = vkm.constant 0 : si64
        %total = vkm.var "total" : !vkm.ref<si64> = %start : si64
        // expected-error@+1 {{'vkm.row' op cannot combine by subgroup operations: 'total' is not 32 bits wide}}
        vkm.row(add %total : !vkm.ref<si64>) step 1 by <subgroup from 64> {
          vkm.for "j" = %zero : ui32 cond (%jc: !vkm.ref<ui32>) {
            %j = vkm.load %jc : !vkm.ref<ui32>
            %more = vkm.cmp lt %j, %m : ui32
            vkm.yield %more : i1
          } step (%js: !vkm.ref<ui32>) {
            %one = vkm.constant 1 : ui32
            vkm.update add %js, %one : !vkm.ref<ui32>, ui32
          } body (%jb: !vkm.ref<ui32>) {
            %j = vkm.load %jb : !vkm.ref<ui32>
            %q = vkm.deref %b[%j] : !vkm.ptr<const si64>, ui32 -> !vkm.ref<si64>
            %w = vkm.load %q : !vkm.ref<si64>
            vkm.update add %total, %w : !vkm.ref<si64>, si64
          }
        }
        %sum = vkm.load %total : !vkm.ref<si64>
        %p = vkm.deref %a[%i] : !vkm.ptr<si64>, ui32 -> !vkm.ref<si64>
        vkm.assign %p, %sum : !vkm.ref<si64>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : si32
    vkm.kernel @kernel1D_F() attributes {dims = 1 : i32} {
      // expected-error@+1 {{'vkm.once' op is folded into the next grid, and there is none}}
      vkm.once folded next {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %k = vkm.constant 3 : si32
        vkm.assign %m, %k : !vkm.ref<si32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : si32
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.once' op is folded into the next grid, whose loops it would not run before}}
      vkm.once folded next {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %k = vkm.constant 3 : si32
        vkm.assign %m, %k : !vkm.ref<si32>
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 64, 1, 1>} {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %now = vkm.load %m : !vkm.ref<si32>
        vkm.reduce add @m_sum, %now : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : si32
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 64, 1, 1>} {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %now = vkm.load %m : !vkm.ref<si32>
        vkm.reduce add @m_sum, %now : si32
      }
      // expected-error@+1 {{'vkm.once' op is folded into the previous grid, whose loops it would not run behind}}
      vkm.once folded previous {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %k = vkm.constant 3 : si32
        vkm.assign %m, %k : !vkm.ref<si32>
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
      // expected-error@+1 {{'vkm.grid' op has vkm.packed_total, and target 'small' has no 64-bit atomics}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, atomic_totals>, vkm.packed_total, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", int64_atomics = true, subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has vkm.packed_total, and target 'small' has no 64-bit integers}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, atomic_totals>, vkm.packed_total, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64, int64 = true, int64_atomics = true}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si64
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has vkm.packed_total, and it takes one sum of 32 bits, and no more}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, atomic_totals>, vkm.packed_total, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si64>, ui32 -> !vkm.ref<si64>
        %v = vkm.load %p : !vkm.ref<si64>
        vkm.reduce add @m_sum, %v : si64
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64, int64 = true, int64_atomics = true}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : ui32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<ui32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has vkm.packed_total, and it takes one sum of 32 bits, and no more}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, atomic_totals>, vkm.packed_total, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        %v = vkm.load %p : !vkm.ref<ui32>
        vkm.reduce or @m_sum, %v : ui32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64, int64 = true, int64_atomics = true}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has vkm.packed_total, and is not finished by atomic totals}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, vkm.packed_total, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64, int64 = true, int64_atomics = true}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has vkm.packed_total, and no reductions}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, vkm.packed_total, workgroup_size = array<i32: 64, 1, 1>} {
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
    vkm.field @m_n : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.once' op is folded into the next grid, whose loops it would not run before}}
      vkm.once folded next {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %k = vkm.constant 3 : si32
        vkm.assign %m, %k : !vkm.ref<si32>
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %now = vkm.load %m : !vkm.ref<si32>
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        vkm.assign %p, %now : !vkm.ref<si32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.once' op is left to the thread that counts workgroups, which is not possible: the host counts the workgroups of the loops behind them}}
      vkm.once folded counting {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %k = vkm.constant 3 : si32
        vkm.assign %m, %k : !vkm.ref<si32>
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %now = vkm.load %m : !vkm.ref<si32>
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        vkm.assign %p, %now : !vkm.ref<si32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.once' op is left to the thread that counts workgroups, which is not possible: there are no loops behind them}}
      vkm.once folded counting {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %k = vkm.constant 3 : si32
        vkm.assign %m, %k : !vkm.ref<si32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.once' op is left to commands, which is not possible: they do more than set members of 32 or 64 bits to numbers that the host has}}
      vkm.once folded commands {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %k = vkm.constant 3 : si32
        vkm.update add %m, %k : !vkm.ref<si32>, si32
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %now = vkm.load %m : !vkm.ref<si32>
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        vkm.assign %p, %now : !vkm.ref<si32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : si32
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.once' op is left to commands, which is not possible: their kernel has no loops}}
      vkm.once folded commands {
        %m = vkm.field_ref @m_n : !vkm.ref<si32>
        %k = vkm.constant 3 : si32
        vkm.assign %m, %k : !vkm.ref<si32>
      }
    }
  }
}
