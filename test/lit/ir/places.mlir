// Places: variables, fields, members, elements of arrays and of buffers; reading and writing them.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

vkm.record @Point size 8 align 4 [#vkm.member<"x" : f32 at 0>, #vkm.member<"y" : f32 at 4>]

vkm.class @Shapes namespaces [] header "shapes.h" {
  vkm.field @m_corners : !vkm.array<4 x !vkm.record<@Point>> access private
  vkm.func @places(%data: !vkm.ptr<const f32>, %i: ui32, %out: !vkm.ref<f32>) {
    // CHECK: %[[CORNERS:.*]] = vkm.field_ref @m_corners : <!vkm.array<4 x !vkm.record<@Point>>>
    %corners = vkm.field_ref @m_corners : !vkm.ref<!vkm.array<4 x !vkm.record<@Point>>>
    // CHECK: %[[CORNER:.*]] = vkm.element %[[CORNERS]][%{{.*}}] : <!vkm.array<4 x !vkm.record<@Point>>>, ui32 -> <!vkm.record<@Point>>
    %corner = vkm.element %corners[%i] : !vkm.ref<!vkm.array<4 x !vkm.record<@Point>>>, ui32 -> !vkm.ref<!vkm.record<@Point>>
    // CHECK: %[[X:.*]] = vkm.member %[[CORNER]]["x"] : <!vkm.record<@Point>> -> <f32>
    %x = vkm.member %corner["x"] : !vkm.ref<!vkm.record<@Point>> -> !vkm.ref<f32>
    // CHECK: %[[READ:.*]] = vkm.load %[[X]] : <f32>
    %0 = vkm.load %x : !vkm.ref<f32>
    // CHECK: %[[BEST:.*]] = vkm.var "best" : <f32> = %[[READ]] : f32 {vkm.comment = "so far"}
    %best = vkm.var "best" : !vkm.ref<f32> = %0 : f32 {vkm.comment = "so far"}
    // CHECK: %{{.*}} = vkm.var const "limit" : <f32> = %[[READ]] : f32
    %limit = vkm.var const "limit" : !vkm.ref<f32> = %0 : f32
    // CHECK: %{{.*}} = vkm.var "scratch" : <!vkm.array<8 x f32>>{{$}}
    %scratch = vkm.var "scratch" : !vkm.ref<!vkm.array<8 x f32>>
    // CHECK: %[[ELEMENT:.*]] = vkm.deref %{{.*}}[%{{.*}}] : <const f32>, ui32 -> <f32>
    %element = vkm.deref %data[%i] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
    // CHECK: %[[VALUE:.*]] = vkm.load %[[ELEMENT]] : <f32>
    %1 = vkm.load %element : !vkm.ref<f32>
    // CHECK: vkm.assign %[[BEST]], %[[VALUE]] : <f32>
    vkm.assign %best, %1 : !vkm.ref<f32>
    // CHECK: vkm.update mul %{{.*}}, %[[VALUE]] : <f32>, f32
    vkm.update mul %out, %1 : !vkm.ref<f32>, f32
    // The amount of a shift may have a type of its own.
    %bits = vkm.var "bits" : !vkm.ref<ui64>
    // CHECK: vkm.update shr %{{.*}}, %{{.*}} : <ui64>, ui32
    vkm.update shr %bits, %i : !vkm.ref<ui64>, ui32
    // CHECK: %{{.*}} = vkm.choose %{{.*}}, %[[BEST]], %{{.*}} : <f32>
    %c = vkm.constant true
    %chosen = vkm.choose %c, %best, %out : !vkm.ref<f32>
    // CHECK: %{{.*}} = vkm.pick %{{.*}} : ui32 of(%{{.*}}, %{{.*}}) : !vkm.ptr<const f32>, !vkm.ptr<const f32> -> <const f32>
    %array = vkm.pick %i : ui32 of (%data, %data) : !vkm.ptr<const f32>, !vkm.ptr<const f32> -> !vkm.ptr<const f32>
  }
}
