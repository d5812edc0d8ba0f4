// A call whose result nothing needs goes, its function and the struct that only the function takes go with it.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s
// RUN: vkmorph-translate --emit-openclc %s | FileCheck %s --check-prefix=OPENCL

// CHECK-NOT: struct Mark
// CHECK-NOT: weigh
// CHECK: data[0] = 3;
// OPENCL-NOT: weigh
// OPENCL: data[0] = 3;

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Mark size 4 align 4 [#vkm.member<"at" : si32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @weigh(%mark: !vkm.record<@Mark>) -> si32 {
      %0 = vkm.extract %mark["at"] : !vkm.record<@Mark> -> si32
      vkm.return %0 : si32
    }

    vkm.shader @fill kernel "fill" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "marks" : !vkm.record<@Mark>, read>, #vkm.binding<1, parameter "data" : si32, write>]
        doc "Writes." {
      %marks = vkm.buffer "marks" : !vkm.ptr<!vkm.record<@Mark>>
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %zero = vkm.constant 0 : si32
      %three = vkm.constant 3 : si32
      %0 = vkm.deref %marks[%zero] : !vkm.ptr<!vkm.record<@Mark>>, si32 -> !vkm.ref<!vkm.record<@Mark>>
      %1 = vkm.load %0 : !vkm.ref<!vkm.record<@Mark>>
      %2 = vkm.call @weigh(%1) : (!vkm.record<@Mark>) -> si32
      %3 = vkm.deref %data[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
      vkm.assign %3, %three : !vkm.ref<si32>
    }
  }
}
