// How workgroups share the loops of iterations is an attribute of the vkm.row.
// RUN: vkmorph-opt %s -verify-each -vkm-plan | FileCheck %s

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // Neighbouring iterations of the loop read neighbours: a workgroup takes long ones, however many there are.
    // CHECK-LABEL: @kernel1D_Rows
    // CHECK: max_workgroups = array<i32: 2048, 1, 1>, workgroup_size = array<i32: 128, 1, 1>
    // CHECK: vkm.row(add %{{.*}} : !vkm.ref<f32>) step 1 by <subgroup from 128> {
    vkm.kernel @kernel1D_Rows(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          vkm.for "j" = %zero : si32 cond (%j: !vkm.ref<si32>) {
            %at = vkm.load %j : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %w : si32
            vkm.yield %more : i1
          } step (%j: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %j, %one : !vkm.ref<si32>, si32
          } body (%j: !vkm.ref<si32>) {
            %at = vkm.load %j : !vkm.ref<si32>
            %first = vkm.binary mul %i, %w : si32
            %index = vkm.binary add %first, %at : si32
            %p = vkm.deref %a[%index] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %p : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %q = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %sum : !vkm.ref<f32>
      }
    }
    // All iterations of the grid read the same: many of them have a thread each.
    // CHECK-LABEL: @kernel1D_Same
    // CHECK: vkm.row(add %{{.*}} : !vkm.ref<f32>) step 1 by <subgroup from 256 below 8192> {
    vkm.kernel @kernel1D_Same(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          vkm.for "j" = %zero : si32 cond (%j: !vkm.ref<si32>) {
            %at = vkm.load %j : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %w : si32
            vkm.yield %more : i1
          } step (%j: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %j, %one : !vkm.ref<si32>, si32
          } body (%j: !vkm.ref<si32>) {
            %at = vkm.load %j : !vkm.ref<si32>
            %first = vkm.binary mul %w, %w : si32
            %index = vkm.binary add %first, %at : si32
            %p = vkm.deref %a[%index] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %p : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %q = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %sum : !vkm.ref<f32>
      }
    }
    // Neighbouring iterations of the grid read neighbours.
    // CHECK-LABEL: @kernel1D_Columns
    // CHECK: max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 256, 1, 1>
    // CHECK: vkm.row(add %{{.*}} : !vkm.ref<f32>) step 1 by <tree from 64 columns 32 turns 4> {
    vkm.kernel @kernel1D_Columns(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          vkm.for "j" = %zero : si32 cond (%j: !vkm.ref<si32>) {
            %at = vkm.load %j : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %w : si32
            vkm.yield %more : i1
          } step (%j: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %j, %one : !vkm.ref<si32>, si32
          } body (%j: !vkm.ref<si32>) {
            %at = vkm.load %j : !vkm.ref<si32>
            %first = vkm.binary mul %at, %h : si32
            %index = vkm.binary add %first, %i : si32
            %p = vkm.deref %a[%index] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %p : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %q = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %sum : !vkm.ref<f32>
      }
    }
    // Too short for a workgroup: each thread runs its own.
    // CHECK-LABEL: @kernel1D_Short
    // CHECK-NOT: max_workgroups
    // CHECK: vkm.row(add %{{.*}} : !vkm.ref<f32>) step 1 {
    vkm.kernel @kernel1D_Short(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %few = vkm.constant 16 : si32
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          vkm.for "j" = %zero : si32 cond (%j: !vkm.ref<si32>) {
            %at = vkm.load %j : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %few : si32
            vkm.yield %more : i1
          } step (%j: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %j, %one : !vkm.ref<si32>, si32
          } body (%j: !vkm.ref<si32>) {
            %at = vkm.load %j : !vkm.ref<si32>
            %first = vkm.binary mul %i, %w : si32
            %index = vkm.binary add %first, %at : si32
            %p = vkm.deref %a[%index] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
            %v = vkm.load %p : !vkm.ref<f32>
            vkm.update add %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %q = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %sum : !vkm.ref<f32>
      }
    }
    // Nobody has named this one a row; planning does not look for any.
    // CHECK-LABEL: @kernel1D_Plain
    // CHECK-NOT: max_workgroups
    // CHECK-NOT: vkm.row
    vkm.kernel @kernel1D_Plain(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.for "j" = %zero : si32 cond (%j: !vkm.ref<si32>) {
          %at = vkm.load %j : !vkm.ref<si32>
          %more = vkm.cmp lt %at, %w : si32
          vkm.yield %more : i1
        } step (%j: !vkm.ref<si32>) {
          %one = vkm.constant 1 : si32
          vkm.update add %j, %one : !vkm.ref<si32>, si32
        } body (%j: !vkm.ref<si32>) {
          %at = vkm.load %j : !vkm.ref<si32>
          %first = vkm.binary mul %i, %w : si32
          %index = vkm.binary add %first, %at : si32
          %p = vkm.deref %a[%index] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
          %v = vkm.load %p : !vkm.ref<f32>
          vkm.update add %total, %v : !vkm.ref<f32>, f32
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %q = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %sum : !vkm.ref<f32>
      }
    }
  }
}
