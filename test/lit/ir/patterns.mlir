// Grids, what runs once, reductions, launches.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.record @Point size 8 align 4 [#vkm.member<"x" : f32 at 0>, #vkm.member<"y" : f32 at 4>]
  vkm.class @Image namespaces [] header "image.h" {
    vkm.field @m_sum : f32
    vkm.field @m_least : si32
    vkm.field @m_box : !vkm.array<2 x !vkm.record<@Point>>
    vkm.field @m_seen : i1
    vkm.field @m_at : !vkm.record<@Point>
    vkm.field @m_mean : !vkm.vec<3 x f32>
    vkm.func @join(%a: !vkm.record<@Point> {vkm.name = "a"}, %b: !vkm.record<@Point> {vkm.name = "b"}) -> !vkm.record<@Point> {
      vkm.return %b : !vkm.record<@Point>
    }
    vkm.kernel @kernel2D_Blend(%data: !vkm.ptr<f32> {vkm.name = "data"}, %w: ui64 {vkm.name = "w"},
                               %h: si32 {vkm.name = "h"}, %by: ui32 {vkm.name = "by"}) attributes {dims = 2 : i32} {
      // CHECK: vkm.once {
      vkm.once {
      }
      // CHECK: vkm.once folded next attributes {vkm.comment = "start"} {
      vkm.once folded next attributes {vkm.comment = "start"} {
        %sum = vkm.field_ref @m_sum : !vkm.ref<f32>
        %zero = vkm.constant 0.0 : f32
        vkm.assign %sum, %zero : !vkm.ref<f32>
      }
      %first = vkm.constant 0 : si32
      %left = vkm.constant 0 : ui32
      // From the outermost loop in: downwards over y, with the step of a parameter over x.
      // CHECK: vkm.grid (%[[Y:.*]]: si32 "y", %[[X:.*]]: ui32 "x") = (%{{.*}}, %{{.*}}) ge, lt (%{{.*}} : si32, %{{.*}} : ui64) step (-1, %{{.*}} : ui32)
      // CHECK-SAME: attributes {elements_per_thread = 4 : i32, max_workgroups = array<i32: 32, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
      vkm.grid (%y: si32 "y", %x: ui32 "x") = (%h, %left) ge, lt (%first : si32, %w : ui64) step (-1, %by : ui32)
          attributes {elements_per_thread = 4 : i32, max_workgroups = array<i32: 32, 1, 1>,
                      plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        // CHECK-NEXT: %[[YF:.*]] = vkm.cast %[[Y]] : si32 to f32
        // CHECK-NEXT: %{{.*}} = vkm.cast %[[X]] : ui32 to f32
        %0 = vkm.cast %y : si32 to f32
        %1 = vkm.cast %x : ui32 to f32
        // CHECK-NEXT: vkm.reduce add @m_sum, %[[YF]] : f32
        vkm.reduce add @m_sum, %0 : f32
        // CHECK-NEXT: vkm.reduce min @m_least, %[[Y]] : si32
        vkm.reduce min @m_least, %y : si32
        // CHECK-NEXT: vkm.reduce max @m_box[1 : i32, "y"], %[[YF]] : f32 {vkm.comment = "the upper edge"}
        vkm.reduce max @m_box[1 : i32, "y"], %0 : f32 {vkm.comment = "the upper edge"}
        // CHECK: vkm.reduce mul @m_box[unit, "x"](%[[X]] : ui32), %[[YF]] : f32
        vkm.reduce mul @m_box[unit, "x"](%x : ui32), %0 : f32
        // CHECK: vkm.reduce or @m_seen, %{{.*}} : i1
        %seen = vkm.constant true
        vkm.reduce or @m_seen, %seen : i1
        // CHECK: vkm.reduce add @m_mean, %{{.*}} : !vkm.vec<3 x f32>
        %grey = vkm.splat %0 : f32 -> !vkm.vec<3 x f32>
        vkm.reduce add @m_mean, %grey : !vkm.vec<3 x f32>
        // CHECK: vkm.arg_reduce min first @m_least, %[[Y]] : si32 {
        // CHECK-NEXT: vkm.carry @m_at["x"], %[[YF]] : f32
        // CHECK-NEXT: }
        vkm.arg_reduce min first @m_least, %y : si32 {
          vkm.carry @m_at["x"], %0 : f32
        }
        // CHECK: vkm.arg_reduce max last @m_at["y"], %[[YF]] : f32 attributes {vkm.comment = "the last"} {
        // CHECK-NEXT: }
        vkm.arg_reduce max last @m_at["y"], %0 : f32 attributes {vkm.comment = "the last"} {
        }
        // CHECK: vkm.last @m_at["x"], %[[YF]] : f32
        vkm.last @m_at["x"], %0 : f32
        // CHECK: vkm.combine @m_box[0 : i32], %[[POINT:.*]] : !vkm.record<@Point> attributes {vkm.comment = "in order"} {
        // CHECK-NEXT: ^bb0(%[[FIRST:.*]]: !vkm.record<@Point>, %[[SECOND:.*]]: !vkm.record<@Point>):
        // CHECK-NEXT: %[[JOINED:.*]] = vkm.call @join(%[[FIRST]], %[[SECOND]]) : (!vkm.record<@Point>, !vkm.record<@Point>) -> !vkm.record<@Point>
        // CHECK-NEXT: vkm.yield %[[JOINED]] : !vkm.record<@Point>
        // CHECK-NEXT: }
        %point = vkm.aggregate(%0, %1 : f32, f32) : !vkm.record<@Point>
        vkm.combine @m_box[0 : i32], %point : !vkm.record<@Point> attributes {vkm.comment = "in order"} {
        ^bb0(%first_: !vkm.record<@Point>, %second_: !vkm.record<@Point>):
          %joined = vkm.call @join(%first_, %second_) : (!vkm.record<@Point>, !vkm.record<@Point>) -> !vkm.record<@Point>
          vkm.yield %joined : !vkm.record<@Point>
        }
        vkm.continue
      }
      // CHECK: vkm.once folded previous {
      vkm.once folded previous {
      }
      // CHECK: vkm.grid (%{{.*}}: si32 "i") = (%{{.*}}) ne (%{{.*}} : si32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
      // CHECK-NEXT: }
      vkm.grid (%i: si32 "i") = (%first) ne (%h : si32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
      }
    }
    vkm.kernel @kernel1D_Nothing() attributes {dims = 1 : i32} {
    }
    vkm.control @Run(%data: !vkm.ptr<f32> {vkm.name = "data"}, %w: ui64 {vkm.name = "w"}, %h: si32 {vkm.name = "h"}) {
      %two = vkm.constant 2 : ui32
      // CHECK: vkm.launch @kernel2D_Blend(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : !vkm.ptr<f32>, ui64, si32, ui32
      vkm.launch @kernel2D_Blend(%data, %w, %h, %two) : !vkm.ptr<f32>, ui64, si32, ui32
      // CHECK: vkm.launch @kernel1D_Nothing()
      vkm.launch @kernel1D_Nothing()
    }
  }
}
