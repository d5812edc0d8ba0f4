// Vectors of the class are buffers of the shader; functions that reach them, by themselves or through others, name them.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @taps : !vkm.dynarray<f32> {vkm.comment = "How much of each."}
    vkm.field @taps_size : ui32 size_of @taps offset 0
    vkm.field @items : !vkm.dynarray<!vkm.array<2 x f32>>
    // The shader does not use it.
    vkm.field @unused : !vkm.dynarray<f32>
    vkm.field @unused_size : ui32 size_of @unused offset 4

    // CHECK: layout(std430, binding = 0) readonly buffer tapsBuffer {
    // CHECK-NEXT:   float taps[];
    // The kernel's parameter of the vector's name.
    // CHECK: layout(std430, binding = 1) readonly buffer ClassData {
    // CHECK-NEXT:   uint taps_size;
    // CHECK: // How much of each.
    // CHECK-NEXT: layout(std430, binding = 2) readonly buffer taps_Buffer {
    // CHECK-NEXT:   float taps_[];
    // CHECK: layout(std430, binding = 3) writeonly buffer itemsBuffer {
    // CHECK-NEXT:   precise float[2] items[];
    // CHECK-NOT: unusedBuffer

    // CHECK: float tapAt(uint i) {
    // CHECK-NEXT:   return taps_[i % taps_size];
    vkm.func @tapAt(%i: ui32 {vkm.name = "i"}) -> f32 {
      %taps = vkm.vector_data @taps : !vkm.ptr<const f32>
      %size_place = vkm.field_ref @taps_size : !vkm.ref<ui32>
      %size = vkm.load %size_place : !vkm.ref<ui32>
      %index = vkm.binary rem %i, %size : ui32
      %tap = vkm.deref %taps[%index] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
      %value = vkm.load %tap : !vkm.ref<f32>
      vkm.return %value : f32
    }
    // CHECK: float twice(uint i) {
    // CHECK-NEXT:   return 2.0 * tapAt(i);
    vkm.func @twice(%i: ui32 {vkm.name = "i"}) -> f32 {
      %two = vkm.constant 2.0 : f32
      %0 = vkm.call @tapAt(%i) : (ui32) -> f32
      %1 = vkm.binary mul %two, %0 : f32
      vkm.return %1 : f32
    }
    // One that is given the elements.
    // CHECK: float first() {
    // CHECK-NEXT:   return taps_[0];
    // CHECK: float first_() {
    // CHECK-NEXT:   return taps[0];
    vkm.func @first(%v: !vkm.ptr<const f32> {vkm.name = "v"}) -> f32 {
      %zero = vkm.constant 0 : ui32
      %place = vkm.deref %v[%zero] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
      %value = vkm.load %place : !vkm.ref<f32>
      vkm.return %value : f32
    }

    vkm.shader @S kernel "S" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "taps" : f32, read>, #vkm.binding<1, class_data "ClassData" : none, read>,
        #vkm.binding<2, vector "taps" : f32, read>, #vkm.binding<3, vector "items" : !vkm.array<2 x f32>, read_write>,
        #vkm.binding<4, vector "unused" : f32, read>] doc "Vectors." {
      %parameter = vkm.buffer "taps" : !vkm.ptr<const f32>
      %i = vkm.builtin global_invocation[0] : ui32
      // CHECK: void main() {
      // CHECK: items[gl_GlobalInvocationID.x][0] = twice(gl_GlobalInvocationID.x) + first() + first_();
      %items = vkm.vector_data @items : !vkm.ptr<!vkm.array<2 x f32>>
      %item = vkm.deref %items[%i] : !vkm.ptr<!vkm.array<2 x f32>>, ui32 -> !vkm.ref<!vkm.array<2 x f32>>
      %zero = vkm.constant 0 : si32
      %part = vkm.element %item[%zero] : !vkm.ref<!vkm.array<2 x f32>>, si32 -> !vkm.ref<f32>
      %0 = vkm.call @twice(%i) : (ui32) -> f32
      %taps = vkm.vector_data @taps : !vkm.ptr<f32>
      %1 = vkm.call @first(%taps) : (!vkm.ptr<f32>) -> f32
      %2 = vkm.binary add %0, %1 : f32
      %3 = vkm.call @first(%parameter) : (!vkm.ptr<const f32>) -> f32
      %4 = vkm.binary add %2, %3 : f32
      vkm.assign %part, %4 : !vkm.ref<f32>
    }
  }
}
