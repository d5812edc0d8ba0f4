// Loops in the iterations of grids that workgroups may share get a name, and lose it.
// RUN: vkmorph-opt %s -verify-each -vkm-recognise-rows | FileCheck %s
// What is recognised once more is the same.
// RUN: vkmorph-opt %s -verify-each -vkm-recognise-rows > %t.once
// RUN: vkmorph-opt %t.once -verify-each -vkm-recognise-rows > %t.twice
// RUN: diff %t.once %t.twice

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // The loop is inside as it was.
    // CHECK-LABEL: @kernel1D_Rows
    // CHECK: %[[T:.*]] = vkm.var "total"
    // CHECK-NEXT: vkm.row(add %[[T]] : !vkm.ref<f32>) step 1 {
    // CHECK-NEXT: vkm.for "j"
    // CHECK: vkm.update add %[[T]]
    // CHECK-NEXT: }
    // CHECK-NEXT: }
    // CHECK-NEXT: vkm.load %[[T]]
    vkm.kernel @kernel1D_Rows(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
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
    // CHECK-LABEL: @kernel1D_Guarded
    // CHECK: vkm.if
    // CHECK-NEXT: vkm.row(add %{{.*}} : !vkm.ref<f32>) step 1 {
    vkm.kernel @kernel1D_Guarded(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %some = vkm.cmp gt %w, %zero : si32
        vkm.if %some {
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
    // CHECK-LABEL: @kernel1D_Two
    // CHECK: vkm.row(add %{{.*}}, max %{{.*}} : !vkm.ref<f32>, !vkm.ref<f32>) step 1 {
    vkm.kernel @kernel1D_Two(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %highest = vkm.var "highest" : !vkm.ref<f32> = %none : f32
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
        %sum = vkm.load %total : !vkm.ref<f32>
        %q = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %sum : !vkm.ref<f32>
      }
    }
    // What the loop has in between is seen.
    // CHECK-LABEL: @kernel1D_Running
    // CHECK-NOT: vkm.row
    vkm.kernel @kernel1D_Running(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
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
          %now = vkm.load %total : !vkm.ref<f32>
          %r = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
          vkm.assign %r, %now : !vkm.ref<f32>
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %q = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %sum : !vkm.ref<f32>
      }
    }
    // A plugin has made a product of the sum: the operation follows.
    // CHECK-LABEL: @kernel1D_Changed
    // CHECK: vkm.row(mul %{{.*}} : !vkm.ref<f32>) step 1 {
    // CHECK-NEXT: vkm.for "j"
    vkm.kernel @kernel1D_Changed(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
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
            vkm.update mul %total, %v : !vkm.ref<f32>, f32
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %q = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %sum : !vkm.ref<f32>
      }
    }
    // Another one has made it no row at all.
    // CHECK-LABEL: @kernel1D_Left
    // CHECK-NOT: vkm.row
    // CHECK: vkm.for "j"
    vkm.kernel @kernel1D_Left(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
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
            vkm.assign %total, %v : !vkm.ref<f32>
          }
        }
        %sum = vkm.load %total : !vkm.ref<f32>
        %q = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %q, %sum : !vkm.ref<f32>
      }
    }
  }
}
