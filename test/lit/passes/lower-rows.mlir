// Shaders of grids whose iterations are loops, as their vkm.row says.
// RUN: vkmorph-opt %s -verify-each -vkm-lower-kernels | FileCheck %s

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // The numbers are the plan's, whatever the planner would say.
    // CHECK-LABEL: vkm.shader @kernel1D_Rows
    // CHECK: vkm.constant 77 : si32
    // CHECK-NEXT: vkm.cmp ge
    // CHECK: vkm.constant 555 : si32
    // CHECK-NEXT: vkm.cmp lt
    // CHECK: vkm.call @combineWorkgroup_Rows
    // CHECK: vkm.return
    // CHECK: vkm.for "i"
    // CHECK-NOT: vkm.row
    // CHECK: vkm.for "j"
    vkm.kernel @kernel1D_Rows(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32, display = "Rows"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) attributes {max_workgroups = array<i32: 2048, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.row(add %total : !vkm.ref<f32>) step 1 by <tree from 77 below 555> {
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
    // Without a plan, the loop as it stands.
    // CHECK-LABEL: vkm.shader @kernel1D_Alone
    // CHECK-SAME: doc "Independent iterations."
    // CHECK-NOT: combineWorkgroup
    // CHECK-NOT: vkm.row
    // CHECK: %[[T:.*]] = vkm.var "total"
    // CHECK-NEXT: vkm.for "j"
    vkm.kernel @kernel1D_Alone(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32, display = "Alone"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) attributes {workgroup_size = array<i32: 128, 1, 1>} {
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
    // A loop that is no vkm.row is not looked at.
    // CHECK-LABEL: vkm.shader @kernel1D_Plain
    // CHECK-SAME: doc "Independent iterations."
    // CHECK-NOT: combineWorkgroup
    vkm.kernel @kernel1D_Plain(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32, display = "Plain"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) attributes {workgroup_size = array<i32: 128, 1, 1>} {
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
