// The types: scalars with signedness, arrays, records, pointers, places. And the attributes that stand alone.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

vkm.record @Point size 8 align 4 [#vkm.member<"x" : f32 at 0>, #vkm.member<"y" : f32 at 4>]

vkm.class @Types namespaces [] header "types.h" {
  // CHECK: vkm.field @b : i1
  vkm.field @b : i1
  // CHECK: vkm.field @c : si8
  vkm.field @c : si8
  // CHECK: vkm.field @uc : ui8
  vkm.field @uc : ui8
  // CHECK: vkm.field @s : si16
  vkm.field @s : si16
  // CHECK: vkm.field @us : ui16
  vkm.field @us : ui16
  // CHECK: vkm.field @i : si32
  vkm.field @i : si32
  // CHECK: vkm.field @u : ui32
  vkm.field @u : ui32
  // CHECK: vkm.field @l : si64
  vkm.field @l : si64
  // CHECK: vkm.field @ul : ui64
  vkm.field @ul : ui64
  // CHECK: vkm.field @f : f32
  vkm.field @f : f32
  // CHECK: vkm.field @d : f64
  vkm.field @d : f64
  // CHECK: vkm.field @p : !vkm.record<@Point>
  vkm.field @p : !vkm.record<@Point>
  // CHECK: vkm.field @matrix : !vkm.array<4 x !vkm.array<4 x f32>>
  vkm.field @matrix : !vkm.array<4 x !vkm.array<4 x f32>>
  // CHECK: vkm.field @points : !vkm.array<2 x !vkm.record<@Point>>
  vkm.field @points : !vkm.array<2 x !vkm.record<@Point>>
}

// CHECK: vkm.func @pointers(%{{.*}}: !vkm.ptr<f32>, %{{.*}}: !vkm.ptr<const !vkm.record<@Point>>, %{{.*}}: !vkm.ref<!vkm.array<4 x ui8>>)
vkm.func @pointers(%p: !vkm.ptr<f32>, %q: !vkm.ptr<const !vkm.record<@Point>>, %r: !vkm.ref<!vkm.array<4 x ui8>>) {
}

// CHECK: binding = #vkm.binding<3, scratch "partials" : none, read_write>
// CHECK-SAME: hazard = #vkm.hazard<write_after_read "m_sum" from "Sum" to "Clear">
// CHECK-SAME: plan = #vkm.reduction<subgroup, atomics>
// CHECK-SAME: use = #vkm.access<none>
vkm.func @attributes() attributes {
    binding = #vkm.binding<3, scratch "partials" : none, read_write>,
    hazard = #vkm.hazard<write_after_read "m_sum" from "Sum" to "Clear">,
    plan = #vkm.reduction<subgroup, atomics>, use = #vkm.access<none>} {
}
