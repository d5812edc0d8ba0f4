// Iterations that a workgroup takes side by side, decided by others than the planner: a tree combines them, and workgroups can
// share them.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op is planned by columns without a tree, which combines them}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <subgroup from 64 columns 32> {
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
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op takes 24 iterations side by side in workgroups of 128 threads; a tree takes a power of two of them, and two threads or more for each}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 64 columns 24> {
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
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 32, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op takes 32 iterations side by side in workgroups of 32 threads; a tree takes a power of two of them, and two threads or more for each}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 64 columns 32> {
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
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (2)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op is planned by columns, and workgroups cannot share its iterations: the grid does not count up by ones in 32 bits, or something is written before its loop}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 64 columns 32> {
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
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %mark = vkm.deref %sums[%j] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %mark, %none : !vkm.ref<f32>
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op is planned by columns, and workgroups cannot share its iterations: the grid does not count up by ones in 32 bits, or something is written before its loop}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 64 columns 32> {
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
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op is planned by columns from 2; each of the 4 threads of a column takes a part of it}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 2 columns 32> {
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
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op is planned by columns below 777, and workgroups share any number of them}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 64 below 777 columns 32> {
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
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op is planned in 4 turns; there are 1 to 8, beside columns, of loops whose condition is 'variable < bound'}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 64 turns 4> {
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
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op is planned in 16 turns; there are 1 to 8, beside columns, of loops whose condition is 'variable < bound'}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 64 columns 32 turns 16> {
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
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op is planned in 4 turns; there are 1 to 8, beside columns, of loops whose condition is 'variable < bound'}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 64 columns 32 turns 4> {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp gt %h, %at : si32
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
