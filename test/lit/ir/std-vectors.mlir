// std::vector members: fields with buffers of their own, fields for their sizes, and where their elements are.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

vkm.record @Cell size 8 align 4 [#vkm.member<"from" : si32 at 0>, #vkm.member<"scale" : f32 at 4>]

vkm.class @Grain namespaces [] header "grain.h" {
  // CHECK: vkm.field @m_taps : !vkm.dynarray<f32> access private
  vkm.field @m_taps : !vkm.dynarray<f32> access private
  // CHECK: vkm.field @m_taps_size : ui32 size_of @m_taps
  vkm.field @m_taps_size : ui32 size_of @m_taps
  // CHECK: vkm.field @m_cells : !vkm.dynarray<!vkm.record<@Cell>>
  vkm.field @m_cells : !vkm.dynarray<!vkm.record<@Cell>>
  // CHECK: vkm.field @m_cells_size : ui32 size_of @m_cells offset 8
  vkm.field @m_cells_size : ui32 size_of @m_cells offset 8
  // CHECK: vkm.field @m_levels : !vkm.dynarray<!vkm.array<4 x ui8>>
  vkm.field @m_levels : !vkm.dynarray<!vkm.array<4 x ui8>>

  vkm.func @places(%i: ui32) {
    // CHECK: %[[TAPS:.*]] = vkm.vector_data @m_taps : <f32>
    %taps = vkm.vector_data @m_taps : !vkm.ptr<f32>
    // CHECK: %{{.*}} = vkm.deref %[[TAPS]][%{{.*}}] : <f32>, ui32 -> <f32>
    %tap = vkm.deref %taps[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
    // CHECK: %{{.*}} = vkm.vector_data @m_cells : <const !vkm.record<@Cell>>
    %cells = vkm.vector_data @m_cells : !vkm.ptr<const !vkm.record<@Cell>>
    // CHECK: %{{.*}} = vkm.field_ref @m_cells_size : <ui32>
    %size = vkm.field_ref @m_cells_size : !vkm.ref<ui32>
  }

  // CHECK: binding = #vkm.binding<2, vector "m_taps" : f32, read>
  vkm.func @attributes() attributes {binding = #vkm.binding<2, vector "m_taps" : f32, read>} {
  }
}
