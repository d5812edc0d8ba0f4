// Functions that take pointers and references: cloned for what they are called with.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Hit size 8 align 4 [#vkm.member<"charge" : f32 at 0>, #vkm.member<"layer" : si32 at 4>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @total : f32 offset 0
    vkm.field @table : !vkm.array<4 x f32> offset 4

    // CHECK: float at(int i) {
    // CHECK-NEXT:   return weights[i];
    // CHECK: float at_(int i) {
    // CHECK-NEXT:   return others[i];
    vkm.func @at(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %i: si32 {vkm.name = "i"}) -> f32 {
      %0 = vkm.deref %a[%i] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
      %1 = vkm.load %0 : !vkm.ref<f32>
      vkm.return %1 : f32
    }
    // Through two calls.
    // CHECK: float twice(int i) {
    // CHECK-NEXT:   return 2.0 * at(i);
    vkm.func @twice(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %i: si32 {vkm.name = "i"}) -> f32 {
      %0 = vkm.call @at(%a, %i) : (!vkm.ptr<const f32>, si32) -> f32
      %two = vkm.constant 2.0 : f32
      %1 = vkm.binary mul %two, %0 : f32
      vkm.return %1 : f32
    }

    // A reference to a part of a buffer, to a field, to an element of a field, to a local variable.
    // CHECK: void scale(int xIndex, float by) {
    // CHECK-NEXT:   hits[xIndex].charge *= by;
    // CHECK: void scale(float by) {
    // CHECK-NEXT:   total *= by;
    // CHECK: void scale(uint xIndex, float by) {
    // CHECK-NEXT:   table[xIndex] *= by;
    // CHECK: void scale(precise inout float x, float by) {
    // CHECK-NEXT:   x *= by;
    vkm.func @scale(%x: !vkm.ref<f32> {vkm.name = "x"}, %by: f32 {vkm.name = "by"}) {
      vkm.update mul %x, %by : !vkm.ref<f32>, f32
    }

    vkm.shader @pointers kernel "pointers" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "weights" : f32, read>, #vkm.binding<1, parameter "others" : f32, read>,
        #vkm.binding<2, parameter "hits" : !vkm.record<@Hit>, read_write>,
        #vkm.binding<3, class_data "ClassData" : none, read_write>]
        doc "Pointers." {
      %weights = vkm.buffer "weights" : !vkm.ptr<const f32>
      %others = vkm.buffer "others" : !vkm.ptr<const f32>
      %hits = vkm.buffer "hits" : !vkm.ptr<!vkm.record<@Hit>>
      %i = vkm.push_constant "i" : si32
      %0 = vkm.call @twice(%weights, %i) : (!vkm.ptr<const f32>, si32) -> f32
      %1 = vkm.call @at(%others, %i) : (!vkm.ptr<const f32>, si32) -> f32
      %local = vkm.var "local" : !vkm.ref<f32> = %1 : f32
      %hit = vkm.deref %hits[%i] : !vkm.ptr<!vkm.record<@Hit>>, si32 -> !vkm.ref<!vkm.record<@Hit>>
      %charge = vkm.member %hit["charge"] : !vkm.ref<!vkm.record<@Hit>> -> !vkm.ref<f32>
      %total = vkm.field_ref @total : !vkm.ref<f32>
      %table = vkm.field_ref @table : !vkm.ref<!vkm.array<4 x f32>>
      %u = vkm.cast %i : si32 to ui32
      %entry = vkm.element %table[%u] : !vkm.ref<!vkm.array<4 x f32>>, ui32 -> !vkm.ref<f32>
      // CHECK: void main() {
      // CHECK:        scale(i, twiceResult);
      // CHECK-NEXT:   scale(twiceResult);
      // CHECK-NEXT:   scale(uint(i), twiceResult);
      // CHECK-NEXT:   scale(local, twiceResult);
      vkm.call @scale(%charge, %0) : (!vkm.ref<f32>, f32) -> ()
      vkm.call @scale(%total, %0) : (!vkm.ref<f32>, f32) -> ()
      vkm.call @scale(%entry, %0) : (!vkm.ref<f32>, f32) -> ()
      vkm.call @scale(%local, %0) : (!vkm.ref<f32>, f32) -> ()
    }
  }
}
