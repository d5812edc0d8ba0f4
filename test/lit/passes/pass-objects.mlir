// Fields of objects that callers lend become parameters: of control functions, kernels and functions what they use.
// RUN: vkmorph-opt %s --vkm-pass-objects | FileCheck %s

module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.record @Look size 8 align 4 [#vkm.member<"gain" : f32 at 0>, #vkm.member<"bias" : f32 at 4>]
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.field @m_sum
    // CHECK-NOT: vkm.field
    vkm.field @m_sum : f32
    vkm.field @in_data : !vkm.dynarray<f32> {cpp_class = "Image", cpp_name = "data", is_const, vkm.lent = {control = "Run", name = "in_data", object = 0 : i32}}
    vkm.field @in_data_size : ui32 size_of @in_data {vkm.lent = {control = "Run", name = "in_data_size", object = 0 : i32}}
    vkm.field @in_look : !vkm.record<@Look> access private {cpp_class = "Image", cpp_name = "m_look", is_const, vkm.cpp_type = "Look", vkm.lent = {control = "Run", name = "in_look", object = 0 : i32}}
    vkm.field @out_width : si32 {cpp_class = "Image", cpp_name = "width", cpp_within = [["Pair", "second"]], vkm.cpp_type = "int", vkm.lent = {control = "Run", name = "out_width", object = 1 : i32}}
    vkm.field @out_peak : f32 {cpp_class = "Image", cpp_name = "peak", vkm.cpp_type = "float", vkm.lent = {control = "Run", name = "out_peak", object = 1 : i32}}

    // Of a struct the members, where they are only read.
    // CHECK: vkm.func @in_at(%i: si32 {{.*}}, %in_data: !vkm.ptr<const f32> {vkm.name = "in_data"}, %in_look_gain: f32 {vkm.name = "in_look_gain"})
    // CHECK-NEXT: vkm.deref %in_data[%i]
    vkm.func @in_at(%i: si32 {vkm.name = "i"}) -> f32 {
      %0 = vkm.vector_data @in_data : <const f32>
      %1 = vkm.deref %0[%i] : <const f32>, si32 -> <f32>
      %2 = vkm.load %1 : <f32>
      %3 = vkm.field_ref @in_look : <!vkm.record<@Look>>
      %4 = vkm.member %3["gain"] : <!vkm.record<@Look>> -> <f32>
      %5 = vkm.load %4 : <f32>
      %6 = vkm.binary mul %2, %5 : f32
      vkm.return %6 : f32
    }

    // What it writes is a place.
    // CHECK: vkm.kernel @kernel1D_Peak(%in_data: !vkm.ptr<const f32> {{.*}}, %in_look_gain: f32 {{.*}}, %out_peak: !vkm.ref<f32> {vkm.name = "out_peak"})
    // CHECK: vkm.call @in_at(%{{.*}}, %in_data, %in_look_gain)
    // CHECK: vkm.assign %out_peak
    vkm.kernel @kernel1D_Peak() attributes {dims = 1 : i32} {
      %0 = vkm.constant 0 : si32
      %1 = vkm.call @in_at(%0) : (si32) -> f32
      %2 = vkm.field_ref @out_peak : <f32>
      vkm.assign %2, %1 : <f32>
    }
    // One that uses none of them stays as it is.
    // CHECK: vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"})
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
    }

    // CHECK: vkm.control @Run(%in_data: !vkm.ptr<const f32> {vkm.name = "in_data", vkm.part = {object = 0 : i32, path = {{.*}}["Image", "data"]{{.*}}, vector}}
    // CHECK-SAME: %in_data_size: !vkm.ref<ui32> {vkm.name = "in_data_size", vkm.part = {object = 0 : i32, path = {{.*}}["Image", "data"]{{.*}}, size}}
    // CHECK-SAME: %in_look: !vkm.ref<!vkm.record<@Look>> {vkm.cpp_type = "Look", vkm.name = "in_look", vkm.part = {object = 0 : i32, path = {{.*}}["Image", "m_look"]{{.*}}, private}}
    // CHECK-SAME: %n: si32 {vkm.name = "n"}
    // CHECK-SAME: %out_width: !vkm.ref<si32> {{.*}}path = {{.*}}["Pair", "second"], ["Image", "width"]
    // CHECK-SAME: %out_peak: !vkm.ref<f32>
    // CHECK-SAME: {name = "in", position = 0 : i32, type = "const Image &"}, {name = "out", position = 4 : i32, type = "Pair &"}
    // What it assigns first it need not be told.
    // CHECK-NEXT: vkm.assign %out_width, %n
    // CHECK-NEXT: vkm.call @kernel1D_Sum(%n)
    // CHECK-NEXT: %[[GAIN:.*]] = vkm.member %in_look{{.}}"gain"{{.}}
    // CHECK-NEXT: %[[LOADED:.*]] = vkm.load %[[GAIN]]
    // CHECK-NEXT: vkm.call @kernel1D_Peak(%in_data, %[[LOADED]], %out_peak)
    vkm.control @Run(%n: si32 {vkm.name = "n"}) attributes {vkm.objects = [{name = "in", position = 0 : i32, type = "const Image &"}, {name = "out", position = 1 : i32, type = "Pair &"}]} {
      %0 = vkm.field_ref @out_width : <si32>
      vkm.assign %0, %n : <si32>
      %1 = vkm.field_ref @out_width : <si32>
      %2 = vkm.load %1 : <si32>
      vkm.call @kernel1D_Sum(%2) : (si32) -> ()
      vkm.call @kernel1D_Peak() : () -> ()
    }
  }
}
