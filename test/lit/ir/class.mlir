// The class: its fields, methods with roles, extents; and functions outside of it.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

// CHECK: vkm.record @"phys::Particle" size 16 align 4
// CHECK-SAME: [#vkm.member<"mass" : f32 at 0>, #vkm.member<"pos" : !vkm.array<3 x f32> at 4>]
vkm.record @"phys::Particle" size 16 align 4 [#vkm.member<"mass" : f32 at 0>,
                                              #vkm.member<"pos" : !vkm.array<3 x f32> at 4>]
// CHECK: vkm.record @Empty size 1 align 1 []
vkm.record @Empty size 1 align 1 []

// CHECK: vkm.func @square(%[[X:.*]]: f32 {vkm.name = "x"}) -> f32 attributes {cpp_name = "sq"} {
vkm.func @square(%x: f32 {vkm.name = "x"}) -> f32 attributes {cpp_name = "sq"} {
  // CHECK: vkm.return %{{.*}} : f32
  %0 = vkm.binary mul %x, %x : f32
  vkm.return %0 : f32
}

// CHECK: vkm.class @Bodies namespaces ["sim", "detail"] header "sim/bodies.h" virtual_destructor
vkm.class @Bodies namespaces ["sim", "detail"] header "sim/bodies.h" virtual_destructor
    attributes {vkm.comment = "All bodies.\nThey attract each other."} {
  // CHECK: vkm.field @m_count : ui64{{$}}
  vkm.field @m_count : ui64
  // CHECK: vkm.field @m_heaviest : !vkm.record<@"phys::Particle"> access private offset 8
  vkm.field @m_heaviest : !vkm.record<@"phys::Particle"> access private offset 8
  // CHECK: vkm.field @m_box : !vkm.array<2 x !vkm.array<3 x f32>> access protected {vkm.comment = "from, to"}
  vkm.field @m_box : !vkm.array<2 x !vkm.array<3 x f32>> access protected {vkm.comment = "from, to"}
  // CHECK: vkm.field temporary @Step_total : f64
  vkm.field temporary @Step_total : f64

  // A method without statements keeps its body.
  // CHECK: vkm.func @nothing() {
  // CHECK-NEXT: }
  vkm.func @nothing() {
  }

  // CHECK: vkm.kernel @kernel2D_Step(%{{.*}}: !vkm.ptr<!vkm.record<@"phys::Particle">> {vkm.name = "bodies"}, %{{.*}}: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
  vkm.kernel @kernel2D_Step(%bodies: !vkm.ptr<!vkm.record<@"phys::Particle">> {vkm.name = "bodies"},
                            %n: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
    // CHECK: vkm.extent %{{.*}} : <!vkm.record<@"phys::Particle">> stated {
    vkm.extent %bodies : !vkm.ptr<!vkm.record<@"phys::Particle">> stated {
      vkm.yield %n : ui32
    }
  }

  // CHECK: vkm.control @Energy(%{{.*}}: !vkm.ptr<const f32> {vkm.name = "mass"}, %{{.*}}: ui32 {vkm.name = "n"}) -> f32 attributes {cpp_access = #vkm<cpp_access protected>, is_const, is_virtual} {
  vkm.control @Energy(%mass: !vkm.ptr<const f32> {vkm.name = "mass"}, %n: ui32 {vkm.name = "n"}) -> f32
      attributes {cpp_access = #vkm<cpp_access protected>, is_const, is_virtual} {
    // CHECK: vkm.extent %{{.*}} : <const f32> {
    // CHECK-NEXT: %[[TWO:.*]] = vkm.constant 2 : ui32
    // CHECK-NEXT: %[[N:.*]] = vkm.binary mul %{{.*}}, %[[TWO]] : ui32
    // CHECK-NEXT: vkm.yield %[[N]] : ui32
    vkm.extent %mass : !vkm.ptr<const f32> {
      %two = vkm.constant 2 : ui32
      %0 = vkm.binary mul %n, %two : ui32
      vkm.yield %0 : ui32
    }
    %0 = vkm.constant 0.0 : f32
    vkm.return %0 : f32
  }
}
