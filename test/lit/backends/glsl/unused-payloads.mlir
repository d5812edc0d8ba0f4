// What a shader declares keeps its struct, also where the only function that reads it is no longer called.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

// CHECK: struct AskCall {
// CHECK: layout(location = 0) callableDataEXT AskCall askCall;
// CHECK-NOT: int Ask(
// CHECK: data[0] = 3;

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @AskCall size 4 align 4 [#vkm.member<"result" : si32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.payload @askCall : !vkm.record<@AskCall>
    vkm.func @Ask() -> si32 {
      %0 = vkm.payload_ref @askCall : !vkm.ref<!vkm.record<@AskCall>>
      %1 = vkm.member %0["result"] : !vkm.ref<!vkm.record<@AskCall>> -> !vkm.ref<si32>
      %2 = vkm.load %1 : !vkm.ref<si32>
      vkm.return %2 : si32
    }

    vkm.shader @fill kernel "fill" stage ray_generation local_size [1, 1, 1] bindings [#vkm.binding<0, parameter "data" : si32, write>] doc "Writes." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %zero = vkm.constant 0 : si32
      %three = vkm.constant 3 : si32
      %0 = vkm.call @Ask() : () -> si32
      %1 = vkm.deref %data[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
      vkm.assign %1, %three : !vkm.ref<si32>
    }
  }
}
