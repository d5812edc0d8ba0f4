// Several iterations in a thread, decided by others than the planner: where nothing is combined, at least two, and neighbouring
// ones together where that is possible.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics


module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error@+1 {{'vkm.grid' op has coarsening = 1; it is 2 to 8}}
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {coarsening = 1 : i64, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %q = vkm.deref %sums[%j] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %none : !vkm.ref<f32>
      }
    }
  }
}

// -----


module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error@+1 {{'vkm.grid' op has coarsening = 9; it is 2 to 8}}
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {coarsening = 9 : i64, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %q = vkm.deref %sums[%j] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %none : !vkm.ref<f32>
      }
    }
  }
}

// -----


module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error@+1 {{'vkm.grid' op has coarsening, and it combines values}}
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, coarsening = 4 : i64, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 128> {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %row = vkm.binary mul %at, %w : si32
            %index = vkm.binary add %row, %j : si32
            %p = vkm.deref %a[%index] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %p : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %q = vkm.deref %sums[%j] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %sum : !vkm.ref<f32>
      }
    }
  }
}

// -----


module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error@+1 {{'vkm.grid' op has jammed without coarsening}}
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {jammed, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %q = vkm.deref %sums[%j] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %none : !vkm.ref<f32>
      }
    }
  }
}

// -----


module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error@+1 {{'vkm.grid' op has jammed, and neighbouring threads take its neighbouring iterations}}
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {coarsening = 4 : i64, jammed, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %q = vkm.deref %sums[%j] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %none : !vkm.ref<f32>
      }
    }
  }
}

// -----


module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_F(%sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error@+1 {{'vkm.grid' op has jammed, and its outermost loop does not count up from a constant by one}}
      vkm.grid (%i: si32 "i", %j: si32 "j") = (%zero, %zero) le, lt (%h : si32, %w : si32) step (1, 1)
          attributes {coarsening = 4 : i64, jammed, workgroup_size = array<i32: 32, 8, 1>} {
        %none = vkm.constant 0.0 : f32
        %row = vkm.binary mul %i, %w : si32
        %at = vkm.binary add %row, %j : si32
        %q = vkm.deref %sums[%at] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %none : !vkm.ref<f32>
      }
    }
  }
}

// -----


module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_F(%sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error@+1 {{'vkm.grid' op has jammed, and jumps end its iterations}}
      vkm.grid (%i: si32 "i", %j: si32 "j") = (%zero, %zero) lt, lt (%h : si32, %w : si32) step (1, 1)
          attributes {coarsening = 4 : i64, jammed, workgroup_size = array<i32: 32, 8, 1>} {
        %odd = vkm.cmp eq %i, %j : si32
        vkm.if %odd {
          vkm.continue
        }
        %none = vkm.constant 0.0 : f32
        %row = vkm.binary mul %i, %w : si32
        %at = vkm.binary add %row, %j : si32
        %q = vkm.deref %sums[%at] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %none : !vkm.ref<f32>
      }
    }
  }
}

// -----


module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_F(%sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si64 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error@+1 {{'vkm.grid' op has jammed, and the bound of its outermost loop has another type than the counter}}
      vkm.grid (%i: si32 "i", %j: si32 "j") = (%zero, %zero) lt, lt (%h : si64, %w : si32) step (1, 1)
          attributes {coarsening = 4 : i64, jammed, workgroup_size = array<i32: 32, 8, 1>} {
        %none = vkm.constant 0.0 : f32
        %row = vkm.binary mul %i, %w : si32
        %at = vkm.binary add %row, %j : si32
        %q = vkm.deref %sums[%at] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %none : !vkm.ref<f32>
      }
    }
  }
}
