// Textures: their types, fields that are one, what a sampler reads of them.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

vkm.record @Level size 8 align 4 [#vkm.member<"count" : si32 at 0>, #vkm.member<"texels_first" : ui32 at 4>]
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_bricks_width : si32
  vkm.field @m_bricks_height : si32
  vkm.field @m_bricks_texels : !vkm.dynarray<!vkm.vec<3 x f32>>
  // CHECK: vkm.field @m_bricks : !vkm.dynarray<!vkm.texture<2 x !vkm.vec<3 x f32>>> {vkm.texture = {address = "repeat",
  vkm.field @m_bricks : !vkm.dynarray<!vkm.texture<2 x !vkm.vec<3 x f32>>> {vkm.texture = {
    name = "m_bricks", texels = @m_bricks_texels, sizes = [@m_bricks_width, @m_bricks_height], filter = "linear", address = "repeat",
    class = "Texture", method = "_ZNK7Texture6SampleEff"}}
  vkm.field @m_road_levels : !vkm.dynarray<!vkm.record<@Level>>
  vkm.field @Level_texels : !vkm.dynarray<f32> {cpp_name = "Level::texels", vkm.pool}
  // CHECK: vkm.field @m_road : !vkm.dynarray<!vkm.texture<1 x f32>> {vkm.texture = {address = "clamp", between_levels = "linear",
  // CHECK-SAME: levels = @m_road_levels,
  vkm.field @m_road : !vkm.dynarray<!vkm.texture<1 x f32>> {vkm.texture = {
    name = "m_road", levels = @m_road_levels, between_levels = "linear", texels = @Level_texels, numbers = [["Level", "count"]],
    filter = "linear", address = "clamp", class = "Road", method = "_ZNK4Road6SampleEff"}}
  vkm.field @m_count : si32
  // CHECK: vkm.field @m_lane : !vkm.dynarray<!vkm.texture<1 x f32>> {vkm.texture = {{.*}}level_count = @m_count, level_offset = ["Lane", "Begin"]
  vkm.field @m_lane : !vkm.dynarray<!vkm.texture<1 x f32>> {vkm.texture = {
    name = "m_lane", level_count = @m_count, level_offset = ["Lane", "Begin"], between_levels = "linear", texels = @m_lane_texels, sizes = [@m_count],
    filter = "linear", address = "clamp", class = "Lane", method = "_ZNK4Lane6SampleEff"}}
  vkm.field @m_lane_texels : !vkm.dynarray<f32>
  vkm.field @m_bits : !vkm.dynarray<ui16>
  // CHECK: vkm.field @m_thin : !vkm.dynarray<!vkm.texture<1 x f32>> {vkm.texture = {{.*}}format = "half"
  vkm.field @m_thin : !vkm.dynarray<!vkm.texture<1 x f32>> {vkm.texture = {
    name = "m_thin", texels = @m_bits, format = "half", sizes = [@m_count], filter = "linear", address = "clamp", class = "Thin", method = "_ZNK4Thin6SampleEf"}}
  // CHECK: vkm.func @f(%{{.*}}: !vkm.ptr<const !vkm.texture<3 x f32>>, %{{.*}}: f32)
  vkm.func @f(%cube: !vkm.ptr<const !vkm.texture<3 x f32>>, %x: f32) -> f32 {
    // CHECK: vkm.sample %{{.*}} at(%{{.*}}, %{{.*}}, %{{.*}}) : <const !vkm.texture<3 x f32>> -> f32
    %0 = vkm.sample %cube at(%x, %x, %x) : !vkm.ptr<const !vkm.texture<3 x f32>> -> f32
    vkm.return %0 : f32
  }
  // CHECK: vkm.func @g(%{{.*}}: !vkm.ptr<const !vkm.texture<many 1 x f32>>
  vkm.func @g(%all: !vkm.ptr<const !vkm.texture<many 1 x f32>>, %i: ui32, %x: f32) -> f32 {
    // CHECK: vkm.sample %{{.*}}[%{{.*}} : ui32] at(%{{.*}}) : <const !vkm.texture<many 1 x f32>> -> f32
    %0 = vkm.sample %all[%i : ui32] at(%x) : !vkm.ptr<const !vkm.texture<many 1 x f32>> -> f32
    // CHECK: vkm.sample %{{.*}}[%{{.*}} : ui32] at(%{{.*}}) level(%{{.*}}) : <const !vkm.texture<many 1 x f32>> -> f32
    %1 = vkm.sample %all[%i : ui32] at(%x) level(%x) : !vkm.ptr<const !vkm.texture<many 1 x f32>> -> f32
    vkm.return %1 : f32
  }
  // CHECK: attributes {vkm.sampling = {address = @m_bricks_height, addresses = [{mode = "clamp", value = 0 : i64}]
  vkm.func @bricks_Sample(%u: f32, %v: f32) -> !vkm.vec<3 x f32> attributes {vkm.sampling = {
      name = "m_bricks", texels = @m_bricks_texels, sizes = [@m_bricks_width, @m_bricks_height], filter = "nearest",
      address = @m_bricks_height, addresses = [{value = 0 : i64, mode = "clamp"}], class = "Texture", method = "_ZNK7Texture6SampleEff"}} {
    // CHECK: vkm.vector_data @m_bricks : <const !vkm.texture<2 x !vkm.vec<3 x f32>>>
    %0 = vkm.vector_data @m_bricks : !vkm.ptr<const !vkm.texture<2 x !vkm.vec<3 x f32>>>
    // CHECK: vkm.sample %{{.*}} at(%{{.*}}, %{{.*}}) : <const !vkm.texture<2 x !vkm.vec<3 x f32>>> -> !vkm.vec<3 x f32>
    %1 = vkm.sample %0 at(%u, %v) : !vkm.ptr<const !vkm.texture<2 x !vkm.vec<3 x f32>>> -> !vkm.vec<3 x f32>
    vkm.return %1 : !vkm.vec<3 x f32>
  }
}
