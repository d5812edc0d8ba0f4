// A fault in a loop that workgroups share: the vkm.row says what the loop is then, with the plan that it had, or is gone where
// workgroups cannot share that one.
// RUN: vkmorph-opt %s -verify-each -vkm-mistranslate=kind=wrong-operator@4 | FileCheck %s --check-prefix=OPERATOR
// RUN: vkmorph-opt %s -verify-each -vkm-mistranslate=kind=wrong-operator@4 -vkm-lower-kernels | FileCheck %s --check-prefix=LOWERED
// RUN: vkmorph-opt %s -verify-each -vkm-mistranslate=kind=lose-statement | FileCheck %s --check-prefix=LOST

// OPERATOR: vkm.row(add %{{.*}} : !vkm.ref<f32>) step 1 by <tree from 77 below 555> {
// OPERATOR: vkm.update add %total
// LOWERED: doc "Reduction: total (+); tree in shared memory
// LOST-NOT: vkm.row
// LOST: vkm.for "j"
// LOST-NOT: vkm.update mul
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Rows(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sums: !vkm.ptr<f32> {vkm.name = "sums"}, %h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32, display = "Rows"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%h : si32) step (1) attributes {max_workgroups = array<i32: 2048, 1, 1>, workgroup_size = array<i32: 128, 1, 1>} {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.row(mul %total : !vkm.ref<f32>) step 1 by <tree from 77 below 555> {
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
  }
}
