// Vectors of three in buffers have the host's 12 bytes: by layout scalar where the target has it, else as arrays of
// their components.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s --check-prefixes=CHECK,FLAT
// RUN: sed 's/scalar_block_layout = false/scalar_block_layout = true/' %s | vkmorph-translate --emit-glsl | FileCheck %s --check-prefixes=CHECK,SCALAR

module attributes {vkm.phase = #vkm.phase<lowered>, vkm.target = {scalar_block_layout = false}} {
  // SCALAR: #extension GL_EXT_scalar_block_layout : require
  //      CHECK: struct Ray {
  // SCALAR-NEXT:   vec3 origin;
  // FLAT-NEXT:     float origin[3];
  // CHECK-NEXT:   float length_;
  vkm.record @Ray size 16 align 4 [#vkm.member<"origin" : !vkm.vec<3 x f32> at 0>, #vkm.member<"length" : f32 at 12>]
  vkm.class @C namespaces [] header "c.h" {
    // A matrix of 4 rows at an offset that is a multiple of 16 stays as it is.
    // CHECK: ClassData {
    // CHECK-NEXT: mat4 m_world;
    // SCALAR-NEXT: mat3 m_turn;
    // FLAT-NEXT: float m_turn[3][3];
    vkm.field @m_world : !vkm.mat<4 x 4 x f32> offset 0
    vkm.field @m_turn : !vkm.mat<3 x 3 x f32> offset 64
    // A reference to what a buffer holds: the function is made for it.
    vkm.func @move(%p: !vkm.ref<!vkm.vec<3 x f32>> {vkm.name = "p"}, %by: !vkm.vec<3 x f32> {vkm.name = "by"}) {
      // CHECK: void move(uint pIndex, vec3 by) {
      // SCALAR-NEXT: points[pIndex] += by;
      // FLAT-NEXT:   points[pIndex][0] += by.x;
      // FLAT-NEXT:   points[pIndex][1] += by.y;
      // FLAT-NEXT:   points[pIndex][2] += by.z;
      vkm.update add %p, %by : !vkm.ref<!vkm.vec<3 x f32>>, !vkm.vec<3 x f32>
    }
    vkm.shader @kernel1D_k kernel "k" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "points" : !vkm.vec<3 x f32>, read_write>,
        #vkm.binding<1, parameter "rays" : !vkm.record<@Ray>, read_write>, #vkm.binding<2, class_data "ClassData" : none, read>] doc "" {
      %points = vkm.buffer "points" : !vkm.ptr<!vkm.vec<3 x f32>>
      %rays = vkm.buffer "rays" : !vkm.ptr<!vkm.record<@Ray>>
      %i = vkm.builtin global_invocation[0] : ui32
      %point = vkm.deref %points[%i] : !vkm.ptr<!vkm.vec<3 x f32>>, ui32 -> !vkm.ref<!vkm.vec<3 x f32>>
      %0 = vkm.load %point : !vkm.ref<!vkm.vec<3 x f32>>
      // SCALAR: vec3 p = points[gl_GlobalInvocationID.x];
      // FLAT: vec3 p = vec3(points[{{.*}}][0], points[{{.*}}][1],
      %p = vkm.var "p" : !vkm.ref<!vkm.vec<3 x f32>> = %0 : !vkm.vec<3 x f32>
      %1 = vkm.load %p : !vkm.ref<!vkm.vec<3 x f32>>
      // CHECK: move({{.*}}, p);
      vkm.call @move(%point, %1) : (!vkm.ref<!vkm.vec<3 x f32>>, !vkm.vec<3 x f32>) -> ()
      %ray = vkm.deref %rays[%i] : !vkm.ptr<!vkm.record<@Ray>>, ui32 -> !vkm.ref<!vkm.record<@Ray>>
      // A struct value made of a vector, and one whose member is one.
      // SCALAR: rays[{{.*}}] = Ray(p, 1.0);
      // FLAT: rays[{{.*}}] = Ray(float[3](p.x, p.y, p.z), 1.0);
      %one = vkm.constant 1.0 : f32
      %2 = vkm.load %p : !vkm.ref<!vkm.vec<3 x f32>>
      %3 = vkm.aggregate(%2, %one : !vkm.vec<3 x f32>, f32) : !vkm.record<@Ray>
      vkm.assign %ray, %3 : !vkm.ref<!vkm.record<@Ray>>
      // A reference to a member of a local struct: the function works on a copy where the member is an array.
      // CHECK: Ray mine = rays[{{.*}}];
      // FLAT-NEXT: vec3 [[COPY:p[0-9]+]] = vec3(mine.origin[0], mine.origin[1], mine.origin[2]);
      // FLAT-NEXT: move([[COPY]], p);
      // FLAT-NEXT: mine.origin[0] = [[COPY]].x;
      // SCALAR-NEXT: move(mine.origin, p);
      %ray_now = vkm.load %ray : !vkm.ref<!vkm.record<@Ray>>
      %mine = vkm.var "mine" : !vkm.ref<!vkm.record<@Ray>> = %ray_now : !vkm.record<@Ray>
      %from = vkm.member %mine["origin"] : !vkm.ref<!vkm.record<@Ray>> -> !vkm.ref<!vkm.vec<3 x f32>>
      vkm.call @move(%from, %2) : (!vkm.ref<!vkm.vec<3 x f32>>, !vkm.vec<3 x f32>) -> ()
      %turn = vkm.field_ref @m_turn : !vkm.ref<!vkm.mat<3 x 3 x f32>>
      %4 = vkm.load %turn : !vkm.ref<!vkm.mat<3 x 3 x f32>>
      %5 = vkm.load %p : !vkm.ref<!vkm.vec<3 x f32>>
      %6 = vkm.binary mul %4, %5 : !vkm.mat<3 x 3 x f32>, !vkm.vec<3 x f32>
      %origin = vkm.member %ray["origin"] : !vkm.ref<!vkm.record<@Ray>> -> !vkm.ref<!vkm.vec<3 x f32>>
      // SCALAR: rays[{{.*}}].origin = m_turn * p;
      // FLAT: const vec3 product = mat3(vec3(m_turn[0][0], m_turn[0][1], m_turn[0][2]),
      // FLAT: rays[{{.*}}].origin[0] = product.x;
      vkm.assign %origin, %6 : !vkm.ref<!vkm.vec<3 x f32>>
      %world = vkm.field_ref @m_world : !vkm.ref<!vkm.mat<4 x 4 x f32>>
      %zero = vkm.constant 0 : si32
      %column = vkm.element %world[%zero] : !vkm.ref<!vkm.mat<4 x 4 x f32>>, si32 -> !vkm.ref<!vkm.vec<4 x f32>>
      %cell = vkm.element %column[%zero] : !vkm.ref<!vkm.vec<4 x f32>>, si32 -> !vkm.ref<f32>
      %7 = vkm.load %cell : !vkm.ref<f32>
      // CHECK: rays[{{.*}}].length_ = m_world[0][0];
      %length = vkm.member %ray["length"] : !vkm.ref<!vkm.record<@Ray>> -> !vkm.ref<f32>
      vkm.assign %length, %7 : !vkm.ref<f32>
    }
  }
}
