// Loops in the iterations of grids that workgroups share.
// RUN: vkmorph-opt %s -split-input-file | vkmorph-opt -split-input-file | FileCheck %s
// RUN: vkmorph-opt %s -split-input-file -mlir-print-op-generic | vkmorph-opt -split-input-file | FileCheck %s

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK-LABEL: @kernel1D_Rows
    // CHECK: %[[T:.*]] = vkm.var "total"
    // CHECK: %[[H:.*]] = vkm.var "highest"
    // CHECK: vkm.row(add %[[T]], max %[[H]] : !vkm.ref<f32>, !vkm.ref<f32>) step 1 attributes {vkm.comment = "two of them"} {
    // CHECK-NEXT: vkm.for "j"
    // CHECK: vkm.load %[[T]]
    vkm.kernel @kernel1D_Rows(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %highest = vkm.var "highest" : !vkm.ref<f32> = %none : f32
        vkm.row(add %total, max %highest : !vkm.ref<f32>, !vkm.ref<f32>) step 1 attributes {vkm.comment = "two of them"} {
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
            %high = vkm.load %highest : !vkm.ref<f32>
            %above = vkm.cmp gt %v, %high : f32
            vkm.if %above {
              vkm.assign %highest, %v : !vkm.ref<f32>
            }
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %q = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %sum : !vkm.ref<f32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK-LABEL: @kernel1D_Shared
    // CHECK: vkm.row(add %{{.*}} : !vkm.ref<f32>) step 1 by <tree from 128> {
    vkm.kernel @kernel1D_Shared(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) attributes {max_workgroups = array<i32: 2048, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 128> {
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
    // CHECK-LABEL: @kernel1D_Columns
    // CHECK: vkm.row(add %{{.*}} : !vkm.ref<f32>) step 1 by <tree from 64 columns 32 turns 4> {
    vkm.kernel @kernel1D_Columns(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) attributes {max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 256, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.row(add %total : !vkm.ref<f32>) step 1 by #vkm.row<tree from 64 columns 32 turns 4> {
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
  }
}
