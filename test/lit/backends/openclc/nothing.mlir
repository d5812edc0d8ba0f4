// A class without shaders has no text; a shader without statements has a kernel without any, whose
// bindings and scalars keep their places.
// RUN: vkmorph-opt --vkm-raise-openclc --split-input-file %s | FileCheck %s --check-prefix=RAISED
// RUN: vkmorph-translate --emit-openclc --split-input-file %s | FileCheck %s --match-full-lines

//      RAISED: module attributes {vkm.phase = #vkm.phase<raised>} {
// RAISED-NEXT: }
// RAISED: module @k attributes {{.*}}vkm.requires = {apiVersion = "1.1", {{.*}}storageBuffersPerStage = 2 : i64
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
// CHECK-NEXT: #pragma OPENCL FP_CONTRACT OFF
// CHECK-EMPTY:
// CHECK-NEXT: __kernel __attribute__((reqd_work_group_size(1, 1, 4)))
// CHECK-NEXT: void k(__global const uint *data, __global const uint *self) {
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
