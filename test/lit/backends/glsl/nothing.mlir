// A class without shaders has no text; a shader without statements has an empty main.
// RUN: vkmorph-opt --vkm-raise-glsl --split-input-file %s | FileCheck %s --check-prefix=RAISED
// RUN: vkmorph-translate --emit-glsl --split-input-file %s | FileCheck %s --match-full-lines

//      RAISED: module attributes {vkm.phase = #vkm.phase<raised>} {
// RAISED-NEXT: }
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @unused() {
    }
  }
}

// -----

//      CHECK: // C::k, from nothing.mlir:{{.*}}. Nothing.
// CHECK-NEXT: //
// CHECK-NEXT: // What the source says about it.
// CHECK-NEXT: #version 450
// CHECK-EMPTY:
// CHECK-NEXT: layout(local_size_x = 1, local_size_z = 4) in;
// CHECK-EMPTY:
// CHECK-NEXT: void main() {
// CHECK-NEXT: }
//  CHECK-NOT: {{.+}}
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @unused : f32 offset 0
    vkm.func @unusedToo() {
    }
    vkm.shader @k kernel "k" local_size [1, 1, 4] bindings [
        #vkm.binding<0, parameter "data" : si32, read>, #vkm.binding<1, class_data "ClassData" : none, read>]
        doc "Nothing." attributes {vkm.comment = "What the source says about it."} {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %n = vkm.push_constant "n" : si32
    }
  }
}
