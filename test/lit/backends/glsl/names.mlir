// Names that GLSL reserves, names that C++ keeps apart and GLSL does not, overloads.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s
// RUN: vkmorph-opt --vkm-raise-glsl %s | FileCheck %s --check-prefix=LIST

// LIST: vkm.renamings = {{\[\[}}"field", "sample", "sample_"],
// LIST-SAME: ["parameter", "data", "data_"]
// LIST-SAME: ["member", "geo::Point::length", "length_"], ["member", "geo::Point::out", "out_"]

module attributes {vkm.phase = #vkm.phase<lowered>} {
  // CHECK: struct Point {
  // CHECK-NEXT: float length_;
  // CHECK-NEXT: float out_;
  vkm.record @"geo::Point" size 8 align 4 [#vkm.member<"length" : f32 at 0>, #vkm.member<"out" : f32 at 4>]
  // CHECK: struct Point_ {
  vkm.record @"other::Point" size 4 align 4 [#vkm.member<"x" : f32 at 0>]

  // One name, other parameters: overloads. The same parameters: a name of its own.
  vkm.func @"geo::size"(%x: f32 {vkm.name = "x"}) -> f32 {
    vkm.return %x : f32
  }
  vkm.func @"geo::size(int)"(%x: si32 {vkm.name = "x"}) -> f32 attributes {cpp_name = "size"} {
    %0 = vkm.cast %x : si32 to f32
    vkm.return %0 : f32
  }
  vkm.func @"other::size"(%x: f32 {vkm.name = "x"}) -> f32 {
    vkm.return %x : f32
  }
  // CHECK: float size(float x)
  // CHECK: float size_(float x)
  // CHECK: float size(int x)

  vkm.class @C namespaces [] header "c.h" {
    // A reserved word, a block's name, a name with two underscores.
    vkm.field @sample : f32 offset 0
    vkm.field @Arguments : f32 offset 4
    vkm.field @data : f32 offset 8
    vkm.field @two__parts : f32 offset 12
    vkm.field @gain : f32 offset 16

    // A parameter hides the member that the function assigns.
    vkm.func @setGain(%gain: f32 {vkm.name = "gain"}) {
      %0 = vkm.field_ref @gain : !vkm.ref<f32>
      vkm.assign %0, %gain : !vkm.ref<f32>
    }
    // One that does not mention it may use the name; that of a built-in function may not be used.
    // CHECK: float other(float gain, float min_) {
    // CHECK-NEXT: return gain + min_;
    vkm.func @other(%gain: f32 {vkm.name = "gain"}, %min: f32 {vkm.name = "min"}) -> f32 {
      %0 = vkm.binary add %gain, %min : f32
      vkm.return %0 : f32
    }

    vkm.shader @names kernel "names" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "data" : f32, read_write>, #vkm.binding<1, class_data "ClassData" : none, read_write>]
        doc "Names." {
      %data = vkm.buffer "data" : !vkm.ptr<f32>
      %n = vkm.push_constant "input" : ui32
      %e = vkm.deref %data[%n] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %value = vkm.load %e : !vkm.ref<f32>
      %x = vkm.var "gl_x" : !vkm.ref<f32> = %value : f32
      %0 = vkm.load %x : !vkm.ref<f32>
      %1 = vkm.call @"geo::size"(%0) : (f32) -> f32
      %p = vkm.var "Point" : !vkm.ref<!vkm.record<@"geo::Point">>
      %2 = vkm.member %p["out"] : !vkm.ref<!vkm.record<@"geo::Point">> -> !vkm.ref<f32>
      vkm.assign %2, %1 : !vkm.ref<f32>
      %q = vkm.var "q" : !vkm.ref<!vkm.record<@"other::Point">>
      %3 = vkm.call @"other::size"(%0) : (f32) -> f32
      %4 = vkm.constant 1 : si32
      %5 = vkm.call @"geo::size(int)"(%4) : (si32) -> f32
      %6 = vkm.call @other(%3, %5) : (f32, f32) -> f32
      vkm.call @setGain(%6) : (f32) -> ()
      %7 = vkm.field_ref @sample : !vkm.ref<f32>
      vkm.assign %7, %0 : !vkm.ref<f32>
      %8 = vkm.field_ref @two__parts : !vkm.ref<f32>
      vkm.assign %8, %0 : !vkm.ref<f32>
      // CHECK: void setGain(float gain_) {
      // CHECK-NEXT:   gain = gain_;
      // CHECK: void main() {
      // CHECK-NEXT:   float ugl_x = data_[input_];
      // CHECK-NEXT:   Point Point_2;
      // CHECK-NEXT:   Point_2.out_ = size(ugl_x);
      // CHECK-NEXT:   Point_ q;
      // CHECK-NEXT:   setGain(other(size_(ugl_x), size(1)));
      // CHECK-NEXT:   sample_ = ugl_x;
      // CHECK-NEXT:   two_parts = ugl_x;
    }
  }
}
