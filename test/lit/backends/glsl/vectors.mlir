// Vectors and matrices in GLSL's own types and operators.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @kernel1D_k kernel "k" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "out" : !vkm.vec<4 x f32>, read_write>, #vkm.binding<1, parameter "cells" : f32, read_write>] doc "" {
      //      CHECK: layout(push_constant) uniform Arguments {
      // CHECK-NEXT:   vec3 dir;
      // CHECK-NEXT:   float scale;
      // CHECK-NEXT:   mat4x2 m;
      // CHECK-NEXT: };
      %dir = vkm.push_constant "dir" : !vkm.vec<3 x f32>
      %scale = vkm.push_constant "scale" : f32
      %m = vkm.push_constant "m" : !vkm.mat<4 x 2 x f32>
      // A block whose vectors lie as the host has them needs no other layout.
      //      CHECK: layout(std430, binding = 0) writeonly buffer out_Buffer {
      // CHECK-NEXT:   {{(precise )?}}vec4 out_[];
      %out = vkm.buffer "out" : !vkm.ptr<!vkm.vec<4 x f32>>
      %cells = vkm.buffer "cells" : !vkm.ptr<f32>
      %i = vkm.builtin global_invocation[0] : ui32
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : si32
      %two = vkm.constant 2 : si32
      // CHECK: vec3 v = scale * normalize(dir);
      %0 = vkm.math normalize(%dir) : (!vkm.vec<3 x f32>) -> !vkm.vec<3 x f32>
      %1 = vkm.binary mul %scale, %0 : f32, !vkm.vec<3 x f32>
      %v = vkm.var "v" : !vkm.ref<!vkm.vec<3 x f32>> = %1 : !vkm.vec<3 x f32>
      // A component by its name, or by its number where that is not known.
      // CHECK: v.z += v[gl_GlobalInvocationID.x];
      %z = vkm.element %v[%two] : !vkm.ref<!vkm.vec<3 x f32>>, si32 -> !vkm.ref<f32>
      %at = vkm.element %v[%i] : !vkm.ref<!vkm.vec<3 x f32>>, ui32 -> !vkm.ref<f32>
      %2 = vkm.load %at : !vkm.ref<f32>
      vkm.update add %z, %2 : !vkm.ref<f32>, f32
      // CHECK: cells[gl_GlobalInvocationID.x] = transpose(m)[1][2] + normalize(dir).x;
      %3 = vkm.math transpose(%m) : (!vkm.mat<4 x 2 x f32>) -> !vkm.mat<2 x 4 x f32>
      %4 = vkm.component %3[%one] : !vkm.mat<2 x 4 x f32>, si32 -> !vkm.vec<4 x f32>
      %5 = vkm.component %4[%two] : !vkm.vec<4 x f32>, si32 -> f32
      %6 = vkm.math normalize(%dir) : (!vkm.vec<3 x f32>) -> !vkm.vec<3 x f32>
      %7 = vkm.component %6[%zero] : !vkm.vec<3 x f32>, si32 -> f32
      %8 = vkm.binary add %5, %7 : f32
      %cell = vkm.deref %cells[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      vkm.assign %cell, %8 : !vkm.ref<f32>
      // The product of linear algebra; what is made of parts; conversions.
      // CHECK: const vec2 w = m * vec4(v, 1.0);
      %9 = vkm.load %v : !vkm.ref<!vkm.vec<3 x f32>>
      %unit = vkm.constant 1.0 : f32
      %10 = vkm.aggregate(%9, %unit : !vkm.vec<3 x f32>, f32) : !vkm.vec<4 x f32>
      %11 = vkm.binary mul %m, %10 : !vkm.mat<4 x 2 x f32>, !vkm.vec<4 x f32>
      %w = vkm.var const "w" : !vkm.ref<!vkm.vec<2 x f32>> = %11 : !vkm.vec<2 x f32>
      // CHECK: const ivec2 k = ivec2(w) << ivec2(1);
      %12 = vkm.load %w : !vkm.ref<!vkm.vec<2 x f32>>
      %13 = vkm.cast %12 : !vkm.vec<2 x f32> to !vkm.vec<2 x si32>
      %14 = vkm.splat %one : si32 -> !vkm.vec<2 x si32>
      %15 = vkm.binary shl %13, %14 : !vkm.vec<2 x si32>
      %k = vkm.var const "k" : !vkm.ref<!vkm.vec<2 x si32>> = %15 : !vkm.vec<2 x si32>
      // CHECK: if (any(not(greaterThanEqual(w, vec2(0.0)))))
      %nought = vkm.constant 0.0 : f32
      %16 = vkm.splat %nought : f32 -> !vkm.vec<2 x f32>
      %17 = vkm.load %w : !vkm.ref<!vkm.vec<2 x f32>>
      %18 = vkm.math greater_than_equal(%17, %16) : (!vkm.vec<2 x f32>, !vkm.vec<2 x f32>) -> !vkm.vec<2 x i1>
      %19 = vkm.unary not %18 : !vkm.vec<2 x i1>
      %20 = vkm.math any(%19) : (!vkm.vec<2 x i1>) -> i1
      vkm.if %20 {
        // CHECK: out_[gl_GlobalInvocationID.x] = vec4(smoothstep(0.0, 1.0, v.xy), -w);
        %21 = vkm.load %v : !vkm.ref<!vkm.vec<3 x f32>>
        %22 = vkm.resize %21 : !vkm.vec<3 x f32> -> !vkm.vec<2 x f32>
        %23 = vkm.math smooth_step(%nought, %unit, %22) : (f32, f32, !vkm.vec<2 x f32>) -> !vkm.vec<2 x f32>
        %24 = vkm.load %w : !vkm.ref<!vkm.vec<2 x f32>>
        %25 = vkm.unary neg %24 : !vkm.vec<2 x f32>
        %26 = vkm.aggregate(%23, %25 : !vkm.vec<2 x f32>, !vkm.vec<2 x f32>) : !vkm.vec<4 x f32>
        %element = vkm.deref %out[%i] : !vkm.ptr<!vkm.vec<4 x f32>>, ui32 -> !vkm.ref<!vkm.vec<4 x f32>>
        vkm.assign %element, %26 : !vkm.ref<!vkm.vec<4 x f32>>
      }
      // What GLSL lacks, or leaves undefined, goes component by component.
      // CHECK: ivec2 rest = remainder(k, ivec2(3));
      %three = vkm.constant 3 : si32
      %27 = vkm.load %k : !vkm.ref<!vkm.vec<2 x si32>>
      %28 = vkm.binary rem %27, %three : !vkm.vec<2 x si32>, si32
      %rest = vkm.var "rest" : !vkm.ref<!vkm.vec<2 x si32>> = %28 : !vkm.vec<2 x si32>
    }
  }
}
