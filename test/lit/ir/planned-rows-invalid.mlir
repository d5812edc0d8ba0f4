// Rows that a pass between recognition and lowering has changed, or planned otherwise than the planner would: what the
// operation says of its loop holds, or vkm-recognise-rows has to say it again.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op is none any more: its loop is not one that a workgroup can take together, or not with these accumulators; vkm-recognise-rows says what it is}}
        vkm.row(max %total : !vkm.ref<f32>) step 1 by <tree from 128> {
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
        // expected-error@+1 {{'vkm.row' op is none any more: its loop is not one that a workgroup can take together, or not with these accumulators; vkm-recognise-rows says what it is}}
        vkm.row(max %total : !vkm.ref<f32>) step 1 {
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
        // expected-error@+1 {{'vkm.row' op is none any more: its loop is not one that a workgroup can take together, or not with these accumulators; vkm-recognise-rows says what it is}}
        vkm.row(add %total : !vkm.ref<f32>) step 2 by <tree from 128> {
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
        // expected-error@+1 {{'vkm.row' op is none any more: its loop is not one that a workgroup can take together, or not with these accumulators; vkm-recognise-rows says what it is}}
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
            vkm.assign %total, %v : !vkm.ref<f32>
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
      // expected-error@+1 {{'vkm.grid' op has no max_workgroups, and keeps results of each workgroup}}
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {workgroup_size = array<i32: 128, 1, 1>} {
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
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error@+1 {{'vkm.grid' op appends in order, and workgroups share its rows as well}}
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1)
          attributes {max_workgroups = array<i32: 1024, 1, 1>, in_order, workgroup_size = array<i32: 128, 1, 1>} {
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
