// Images: types of texels, pixels as places, images that are prepared.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

vkm.class @C namespaces [] header "c.h" {
  // CHECK: vkm.field @lightImage : !vkm.dynarray<!vkm.texel<!vkm.vec<3 x f32>>>
  vkm.field @lightImage : !vkm.dynarray<!vkm.texel<!vkm.vec<3 x f32>>>
  // CHECK: vkm.field @smallImage : !vkm.dynarray<!vkm.texel<half f32>>
  vkm.field @smallImage : !vkm.dynarray<!vkm.texel<half f32>>
  // CHECK: vkm.func @f(%{{.*}}: !vkm.ptr<const !vkm.texel<ui32>>, %{{.*}}: si32)
  vkm.func @f(%a: !vkm.ptr<const !vkm.texel<ui32>>, %x: si32) {
    // CHECK: %[[PIXEL:.*]] = vkm.pixel %{{.*}}[%{{.*}}, %{{.*}}] : <const !vkm.texel<ui32>>, si32, si32 -> <ui32>
    %p = vkm.pixel %a[%x, %x] : !vkm.ptr<const !vkm.texel<ui32>>, si32, si32 -> !vkm.ref<ui32>
    // CHECK: vkm.load %[[PIXEL]] : <ui32>
    %0 = vkm.load %p : !vkm.ref<ui32>
  }
  vkm.control @Run(%width: ui32 {vkm.name = "width"}, %count: ui64 {vkm.name = "count"}) {
    // CHECK: vkm.prepare_image @lightImage, %{{.*}}, %{{.*}} : ui32, ui64
    vkm.prepare_image @lightImage, %width, %count : ui32, ui64
    // CHECK: vkm.vector_data @smallImage : <!vkm.texel<half f32>>
    %0 = vkm.vector_data @smallImage : !vkm.ptr<!vkm.texel<half f32>>
  }
}
