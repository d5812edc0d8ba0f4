// Names of parameters and locals in C++: keywords, members of the class, names of scopes around them.
// RUN: vkmorph-opt %s --vkm-legalise-locals | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @gain : f32 offset 0

    // CHECK-LABEL: vkm.func @nothing(%{{.*}}: si32 {vkm.name = "a"})
    // CHECK: vkm.var "b"
    vkm.func @nothing(%a: si32 {vkm.name = "a"}) {
      %b = vkm.var "b" : !vkm.ref<si32> = %a : si32
    }
    // CHECK-LABEL: vkm.func @renamed
    // CHECK-SAME: {vkm.name = "gain_"}
    // CHECK-SAME: {vkm.name = "template_"}
    vkm.func @renamed(%gain: f32 {vkm.name = "gain"}, %template: f32 {vkm.name = "template"}) {
      // CHECK: vkm.var "x"
      %x = vkm.var "x" : !vkm.ref<f32> = %gain : f32
      vkm.scope {
        // CHECK: vkm.var "x_"
        // CHECK: vkm.var "y"
        %inner = vkm.var "x" : !vkm.ref<f32> = %gain : f32
        %y = vkm.var "y" : !vkm.ref<f32> = %gain : f32
      }
      vkm.scope {
        // Beside the other scope, not in it.
        // CHECK: vkm.var "y"
        %y = vkm.var "y" : !vkm.ref<f32> = %gain : f32
      }
      // CHECK: vkm.for "i" =
      // CHECK: vkm.for "i_" =
      %zero = vkm.constant 0 : si32
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.constant true
        vkm.yield %0 : i1
      } step (%i: !vkm.ref<si32>) {
      } body (%i: !vkm.ref<si32>) {
        vkm.for "i" = %zero : si32 cond (%j: !vkm.ref<si32>) {
          %0 = vkm.constant true
          vkm.yield %0 : i1
        } step (%j: !vkm.ref<si32>) {
        } body (%j: !vkm.ref<si32>) {
        }
      }
    }
  }
}
