// Classes behind an interface, tables of overriders, and virtual calls.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt --mlir-print-op-generic %s | vkmorph-opt | FileCheck %s

module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.record @IMaterial size 12 align 4 [#vkm.member<"type" : ui32 at 0>, #vkm.member<"Matte_color" : f32 at 4>, #vkm.member<"Mirror_tint" : f32 at 8>]
  // CHECK: vkm.hierarchy @IMaterial_objects record @IMaterial {
  // CHECK-NEXT: vkm.object_class @Matte cpp "Matte" in "materials.h" parts {{\[\[}}"Matte_color", "Matte", "color"]]
  // CHECK-NEXT: vkm.object_class @Mirror cpp "Mirror" in "materials.h" parts {{\[\[}}"Mirror_tint", "Mirror", "m_tint"]]
  // CHECK-NEXT: vkm.object_class @Glass cpp "Glass" in "glass.h" parts []
  // CHECK-NEXT: vkm.overriders @shade [@Matte_shade, @Mirror_shade, @Matte_shade]
  vkm.hierarchy @IMaterial_objects record @IMaterial {
    vkm.object_class @Matte cpp "Matte" in "materials.h" parts [["Matte_color", "Matte", "color"]]
    vkm.object_class @Mirror cpp "Mirror" in "materials.h" parts [["Mirror_tint", "Mirror", "m_tint"]]
    vkm.object_class @Glass cpp "Glass" in "glass.h" parts []
    vkm.overriders @shade [@Matte_shade, @Mirror_shade, @Matte_shade]
  }
  vkm.func @Matte_shade(%self: !vkm.record<@IMaterial> {vkm.name = "self"}, %x: f32 {vkm.name = "x"}) -> f32 {
    %color = vkm.extract %self["Matte_color"] : <@IMaterial> -> f32
    vkm.return %color : f32
  }
  vkm.func @Mirror_shade(%self: !vkm.record<@IMaterial> {vkm.name = "self"}, %x: f32 {vkm.name = "x"}) -> f32 {
    vkm.return %x : f32
  }
  vkm.func @twice(%material: !vkm.record<@IMaterial> {vkm.name = "material"}, %x: f32 {vkm.name = "x"}) -> f32 {
    // CHECK: %[[ONCE:.*]] = vkm.virtual_call @IMaterial_objects::@shade(%{{.*}}, %{{.*}}) : (!vkm.record<@IMaterial>, f32) -> f32
    %once = vkm.virtual_call @IMaterial_objects::@shade(%material, %x) : (!vkm.record<@IMaterial>, f32) -> f32
    %again = vkm.virtual_call @IMaterial_objects::@shade(%material, %once) : (!vkm.record<@IMaterial>, f32) -> f32
    vkm.return %again : f32
  }
  vkm.class @C namespaces [] header "c.h" {
  }
}
