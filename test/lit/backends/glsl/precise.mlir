// What no compiler may contract or reassociate is stored in something precise.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Pair size 8 align 4 [#vkm.member<"x" : f32 at 0>, #vkm.member<"y" : f32 at 4>]
  vkm.class @C namespaces [] header "c.h" {
    // CHECK:      layout(std430, binding = 1) writeonly buffer out_Buffer {
    // CHECK-NEXT:   precise float out_[];
    // CHECK:      layout(std430, binding = 2) writeonly buffer ClassData {
    // CHECK-NEXT:   precise float fused;
    // CHECK-NEXT:   float single;
    vkm.field @fused : f32 offset 0
    vkm.field @single : f32 offset 4
    vkm.shared @slots : !vkm.array<64 x f32>

    vkm.func @polynomial(%x: f32 {vkm.name = "x"}) -> f32 {
      %0 = vkm.binary mul %x, %x : f32
      %1 = vkm.binary add %0, %x : f32
      vkm.return %1 : f32
    }
    // One operation: a product. Its caller adds to it.
    // CHECK: {{^}}float square(float x) {
    vkm.func @square(%x: f32 {vkm.name = "x"}) -> f32 {
      %0 = vkm.binary mul %x, %x : f32
      vkm.return %0 : f32
    }
    // CHECK: void step_(precise inout float x) {
    vkm.func @step(%x: !vkm.ref<f32> {vkm.name = "x"}) {
      %0 = vkm.load %x : !vkm.ref<f32>
      %1 = vkm.binary mul %0, %0 : f32
      vkm.update add %x, %1 : !vkm.ref<f32>, f32
    }

    // CHECK: precise float polynomial(float x) {
    // CHECK: void main() {
    vkm.shader @precise kernel "precise" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "in" : f32, read>, #vkm.binding<1, parameter "out" : f32, read_write>,
        #vkm.binding<2, class_data "ClassData" : none, read_write>]
        doc "Precise." {
      %in = vkm.buffer "in" : !vkm.ptr<const f32>
      %out = vkm.buffer "out" : !vkm.ptr<f32>
      %a = vkm.push_constant "a" : f32
      %b = vkm.push_constant "b" : f32
      %index = vkm.constant 0 : ui32
      %place = vkm.deref %out[%index] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %fused = vkm.field_ref @fused : !vkm.ref<f32>
      %single = vkm.field_ref @single : !vkm.ref<f32>

      // CHECK-NEXT: out_[0] = a * b + b;
      %0 = vkm.binary mul %a, %b : f32
      %1 = vkm.binary add %0, %b : f32
      vkm.assign %place, %1 : !vkm.ref<f32>
      // One operation at a time.
      // CHECK-NEXT: float product = a * b;
      %2 = vkm.binary mul %a, %b : f32
      %product = vkm.var "product" : !vkm.ref<f32> = %2 : f32
      // CHECK-NEXT: single = a + b;
      %3 = vkm.binary add %a, %b : f32
      vkm.assign %single, %3 : !vkm.ref<f32>
      // Through a variable.
      // CHECK-NEXT: precise float sum = product + b;
      %4 = vkm.load %product : !vkm.ref<f32>
      %5 = vkm.binary add %4, %b : f32
      %sum = vkm.var "sum" : !vkm.ref<f32> = %5 : f32
      // Through a function.
      // CHECK-NEXT: fused = square(a) + b;
      %6 = vkm.call @square(%a) : (f32) -> f32
      %7 = vkm.binary add %6, %b : f32
      vkm.assign %fused, %7 : !vkm.ref<f32>
      // One update of what was read.
      // CHECK-NEXT: float value = a;
      // CHECK-NEXT: value *= 0.5;
      %value = vkm.var "value" : !vkm.ref<f32> = %a : f32
      %half = vkm.constant 0.5 : f32
      vkm.update mul %value, %half : !vkm.ref<f32>, f32
      // A condition stores nothing: the value gets a name.
      // CHECK-NEXT: precise const float sum2 = a * b + b;
      // CHECK-NEXT: if (sum2 > 0.0) {
      // CHECK-NEXT:   step_(sum);
      // CHECK-NEXT: }
      %8 = vkm.binary mul %a, %b : f32
      %9 = vkm.binary add %8, %b : f32
      %zero = vkm.constant 0.0 : f32
      %10 = vkm.cmp gt %9, %zero : f32
      vkm.if %10 {
        vkm.call @step(%sum) : (!vkm.ref<f32>) -> ()
      }
      // The order of a reduction is free.
      // CHECK-NEXT: float total = 0.0;
      // CHECK-NEXT: while (total < a) {
      // CHECK-NEXT:   total += a * b;
      // CHECK-NEXT: }
      %total = vkm.var "total" : !vkm.ref<f32> = %zero : f32
      vkm.while {
        %11 = vkm.load %total : !vkm.ref<f32>
        %12 = vkm.cmp lt %11, %a : f32
        vkm.yield %12 : i1
      } do {
        %13 = vkm.binary mul %a, %b : f32
        vkm.update add %total, %13 : !vkm.ref<f32>, f32 {vkm.free_order}
      }
      // What is precise already is not combined with anything: its user need not be.
      // CHECK-NEXT: float half_ = polynomial(a) * 0.5;
      %15 = vkm.call @polynomial(%a) : (f32) -> f32
      %16 = vkm.binary mul %15, %half : f32
      %once = vkm.var "half" : !vkm.ref<f32> = %16 : f32
      // The parts of a struct.
      // CHECK-NEXT: precise Pair pair = Pair(a * b + a, a);
      %17 = vkm.binary mul %a, %b : f32
      %18 = vkm.binary add %17, %a : f32
      %19 = vkm.aggregate(%18, %a : f32, f32) : !vkm.record<@Pair>
      %pair = vkm.var "pair" : !vkm.ref<!vkm.record<@Pair>> = %19 : !vkm.record<@Pair>
      // CHECK-NEXT: out_[0] = polynomial(a);
      %14 = vkm.call @polynomial(%a) : (f32) -> f32
      vkm.assign %place, %14 : !vkm.ref<f32>
    }
  }
}
