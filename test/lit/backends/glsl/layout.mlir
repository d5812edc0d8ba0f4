// Buffers hold the host's bytes: structs are padded to clang's layout, the class data block has its offsets.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  // Nothing to do.
  //      CHECK: struct Hit {
  // CHECK-NEXT:   float pos[3];
  // CHECK-NEXT:   int layer;
  // CHECK-NEXT: };
  vkm.record @Hit size 16 align 4 [#vkm.member<"pos" : !vkm.array<3 x f32> at 0>, #vkm.member<"layer" : si32 at 12>]
  // alignas(16), and a member that is aligned to 8 in the middle.
  //      CHECK: struct Track {
  // CHECK-NEXT:   Hit hits[4];
  // CHECK-NEXT:   uint used;
  // CHECK-NEXT:   uint padding;
  // CHECK-NEXT:   float charge;
  // CHECK-NEXT:   uint padding2[5];
  // CHECK-NEXT: };
  vkm.record @Track size 96 align 16 [#vkm.member<"hits" : !vkm.array<4 x !vkm.record<@Hit>> at 0>,
                                      #vkm.member<"used" : ui32 at 64>, #vkm.member<"charge" : f32 at 72>]
  // std430 aligns a double as clang does.
  //      CHECK: struct Mixed {
  // CHECK-NEXT:   int first;
  // CHECK-NEXT:   double second;
  // CHECK-NEXT: };
  vkm.record @Mixed size 16 align 8 [#vkm.member<"first" : si32 at 0>, #vkm.member<"second" : f64 at 8>]

  vkm.class @C namespaces [] header "c.h" {
    // Fields without offset are not in the block; those with one stand in order of their offsets.
    //      CHECK: layout(std430, binding = 3) writeonly buffer ClassData {
    // CHECK-NEXT:   float first;
    // CHECK-NEXT:   layout(offset = 16) float second;
    // CHECK-NEXT:   float third;
    // CHECK-NEXT:   double fourth;
    // CHECK-NEXT: };
    vkm.field @third : f32 offset 20
    vkm.field @first : f32 offset 0
    vkm.field @untouched : f32
    vkm.field @second : f32 offset 16
    vkm.field @fourth : f64 offset 24

    // CHECK: void main() {
    vkm.shader @layout kernel "layout" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "tracks" : !vkm.record<@Track>, read_write>,
        #vkm.binding<1, parameter "mixed" : !vkm.record<@Mixed>, read>,
        #vkm.binding<2, parameter "unused" : f32, read>,
        #vkm.binding<3, class_data "ClassData" : none, read_write>]
        doc "Layout." {
      %tracks = vkm.buffer "tracks" : !vkm.ptr<!vkm.record<@Track>>
      %mixed = vkm.buffer "mixed" : !vkm.ptr<!vkm.record<@Mixed>>
      %unused = vkm.buffer "unused" : !vkm.ptr<f32>
      %n = vkm.push_constant "n" : ui32
      %track = vkm.deref %tracks[%n] : !vkm.ptr<!vkm.record<@Track>>, ui32 -> !vkm.ref<!vkm.record<@Track>>
      %hits = vkm.member %track["hits"] : !vkm.ref<!vkm.record<@Track>> -> !vkm.ref<!vkm.array<4 x !vkm.record<@Hit>>>
      %0 = vkm.load %hits : !vkm.ref<!vkm.array<4 x !vkm.record<@Hit>>>
      %charge = vkm.constant 1.0 : f32
      // A struct value has parts for the padding too.
      // CHECK-NEXT: tracks[n] = Track(tracks[n].hits, n, 0u, 1.0, uint[5](0u, 0u, 0u, 0u, 0u));
      %1 = vkm.aggregate(%0, %n, %charge : !vkm.array<4 x !vkm.record<@Hit>>, ui32, f32) : !vkm.record<@Track>
      vkm.assign %track, %1 : !vkm.ref<!vkm.record<@Track>>
      %element = vkm.deref %mixed[%n] : !vkm.ptr<!vkm.record<@Mixed>>, ui32 -> !vkm.ref<!vkm.record<@Mixed>>
      %second = vkm.member %element["second"] : !vkm.ref<!vkm.record<@Mixed>> -> !vkm.ref<f64>
      %2 = vkm.load %second : !vkm.ref<f64>
      // CHECK-NEXT: third = float(mixed[n].second);
      %3 = vkm.cast %2 : f64 to f32
      %field = vkm.field_ref @third : !vkm.ref<f32>
      vkm.assign %field, %3 : !vkm.ref<f32>
    }
  }
}
