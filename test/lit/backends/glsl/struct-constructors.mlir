// Where glslang would look for more members than a constructor has, a struct is made member by member.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Point size 12 align 4 [#vkm.member<"x" : f32 at 0>, #vkm.member<"y" : f32 at 4>, #vkm.member<"z" : f32 at 8>]
  vkm.record @Ray size 24 align 4 [#vkm.member<"from" : !vkm.record<@Point> at 0>,
                                   #vkm.member<"to" : !vkm.record<@Point> at 12>]
  vkm.func @at(%ray: !vkm.record<@Ray> {vkm.name = "ray"}) -> !vkm.record<@Point> {
    %0 = vkm.extract %ray["to"] : !vkm.record<@Ray> -> !vkm.record<@Point>
    vkm.return %0 : !vkm.record<@Point>
  }
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: void main() {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "out" : f32, read_write>] doc "k" {
      %out = vkm.buffer "out" : !vkm.ptr<f32>
      %a = vkm.push_constant "a" : f32
      %b = vkm.push_constant "b" : f32
      %index = vkm.constant 0 : ui32
      %place = vkm.deref %out[%index] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      // CHECK-NEXT: Ray ray;
      // CHECK-NEXT: ray.from = Point(a, b, a);
      // CHECK-NEXT: ray.to = Point(b, a, b);
      %0 = vkm.aggregate(%a, %b, %a : f32, f32, f32) : !vkm.record<@Point>
      %1 = vkm.aggregate(%b, %a, %b : f32, f32, f32) : !vkm.record<@Point>
      %2 = vkm.aggregate(%0, %1 : !vkm.record<@Point>, !vkm.record<@Point>) : !vkm.record<@Ray>
      %ray = vkm.var const "ray" : !vkm.ref<!vkm.record<@Ray>> = %2 : !vkm.record<@Ray>
      // CHECK-NEXT: const Point p = at(ray);
      // CHECK-NEXT: out_[0] = p.z * p.x + p.z;
      %3 = vkm.load %ray : !vkm.ref<!vkm.record<@Ray>>
      %4 = vkm.call @at(%3) : (!vkm.record<@Ray>) -> !vkm.record<@Point>
      %p = vkm.var const "p" : !vkm.ref<!vkm.record<@Point>> = %4 : !vkm.record<@Point>
      %pz = vkm.member %p["z"] : !vkm.ref<!vkm.record<@Point>> -> !vkm.ref<f32>
      %px = vkm.member %p["x"] : !vkm.ref<!vkm.record<@Point>> -> !vkm.ref<f32>
      %z = vkm.load %pz : !vkm.ref<f32>
      %x = vkm.load %px : !vkm.ref<f32>
      %5 = vkm.binary mul %z, %x : f32
      %6 = vkm.load %pz : !vkm.ref<f32>
      %7 = vkm.binary add %5, %6 : f32
      vkm.assign %place, %7 : !vkm.ref<f32>
      // As an argument, and as an element of an array.
      // CHECK: Ray [[RAY:.*]];
      // CHECK-NEXT: [[RAY]].from = Point(a, a, a);
      // CHECK-NEXT: [[RAY]].to = p;
      // CHECK-NEXT: Point [[POINTS:.*]][1];
      // CHECK-NEXT: [[POINTS]][0] = at([[RAY]]);
      %8 = vkm.aggregate(%a, %a, %a : f32, f32, f32) : !vkm.record<@Point>
      %9 = vkm.load %p : !vkm.ref<!vkm.record<@Point>>
      %10 = vkm.aggregate(%8, %9 : !vkm.record<@Point>, !vkm.record<@Point>) : !vkm.record<@Ray>
      %11 = vkm.call @at(%10) : (!vkm.record<@Ray>) -> !vkm.record<@Point>
      %12 = vkm.aggregate(%11 : !vkm.record<@Point>) : !vkm.array<1 x !vkm.record<@Point>>
      %points = vkm.var "points" : !vkm.ref<!vkm.array<1 x !vkm.record<@Point>>> = %12 : !vkm.array<1 x !vkm.record<@Point>>
    }
  }
}
