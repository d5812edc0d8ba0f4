// Expressions of constants are computed in their own types: glslang would compute them in double.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @P size 8 align 4 [#vkm.member<"x" : f32 at 0>, #vkm.member<"y" : f32 at 4>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "f" : f32, read_write>, #vkm.binding<1, parameter "d" : f64, read_write>,
        #vkm.binding<2, parameter "n" : si32, read_write>] doc "Constants." {
      %fs = vkm.buffer "f" : !vkm.ptr<f32>
      %ds = vkm.buffer "d" : !vkm.ptr<f64>
      %ns = vkm.buffer "n" : !vkm.ptr<si32>
      %0 = vkm.constant 0 : ui32
      %f = vkm.deref %fs[%0] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %d = vkm.deref %ds[%0] : !vkm.ptr<f64>, ui32 -> !vkm.ref<f64>
      %n = vkm.deref %ns[%0] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
      %c7 = vkm.constant 0.7 : f32
      %c6 = vkm.constant 0.6 : f32
      %one = vkm.constant 1.0 : f32
      %large = vkm.constant 16777216.0 : f32
      // CHECK: void main() {
      // CHECK-NEXT: f[0] = 0.099999964;
      %1 = vkm.binary sub %c7, %c6 : f32
      vkm.assign %f, %1 : !vkm.ref<f32>
      // CHECK-NEXT: f[0] = 16777216.0;
      %2 = vkm.binary add %large, %one : f32
      %3 = vkm.binary add %2, %one : f32
      vkm.assign %f, %3 : !vkm.ref<f32>

      // Through const variables, which go where nothing else reads them; a part of one by a constant number; not
      // through others.
      // CHECK-NEXT: const float y = 0.6;
      // CHECK-NEXT: float z = 0.6;
      // CHECK-NEXT: f[0] = 0.099999964;
      // CHECK-NEXT: f[0] = f[0] * y;
      // CHECK-NEXT: f[0] = 0.7 - z;
      %x = vkm.var const "x" : !vkm.ref<f32> = %c7 : f32
      %y = vkm.var const "y" : !vkm.ref<f32> = %c6 : f32
      %z = vkm.var "z" : !vkm.ref<f32> = %c6 : f32
      %4 = vkm.load %x : !vkm.ref<f32>
      %5 = vkm.load %y : !vkm.ref<f32>
      %6 = vkm.binary sub %4, %5 : f32
      vkm.assign %f, %6 : !vkm.ref<f32>
      %7 = vkm.load %f : !vkm.ref<f32>
      %8 = vkm.load %y : !vkm.ref<f32>
      %9 = vkm.binary mul %7, %8 : f32
      vkm.assign %f, %9 : !vkm.ref<f32>
      %10 = vkm.load %z : !vkm.ref<f32>
      %11 = vkm.binary sub %c7, %10 : f32
      vkm.assign %f, %11 : !vkm.ref<f32>
      // CHECK-NEXT: f[0] = 0.42000002;
      %array = vkm.aggregate(%c7, %c6 : f32, f32) : !vkm.array<2 x f32>
      %t = vkm.var const "t" : !vkm.ref<!vkm.array<2 x f32>> = %array : !vkm.array<2 x f32>
      %point = vkm.aggregate(%c7, %c6 : f32, f32) : !vkm.record<@P>
      %p = vkm.var const "p" : !vkm.ref<!vkm.record<@P>> = %point : !vkm.record<@P>
      %t0 = vkm.element %t[%0] : !vkm.ref<!vkm.array<2 x f32>>, ui32 -> !vkm.ref<f32>
      %py = vkm.member %p["y"] : !vkm.ref<!vkm.record<@P>> -> !vkm.ref<f32>
      %12 = vkm.load %t0 : !vkm.ref<f32>
      %13 = vkm.load %py : !vkm.ref<f32>
      %14 = vkm.binary mul %12, %13 : f32
      vkm.assign %f, %14 : !vkm.ref<f32>

      // Conversions of integers, which glslang computes exactly and never rounds to float; of floats to double.
      // CHECK-NEXT: const int big = 16777217;
      // CHECK-NEXT: n[0] = big;
      // CHECK-NEXT: f[0] = 16777215.0;
      // CHECK-NEXT: d[0] = 0.699999988079071lf;
      // CHECK-NEXT: n[0] = 2;
      %odd = vkm.constant 16777217 : si32
      %big = vkm.var const "big" : !vkm.ref<si32> = %odd : si32
      %15 = vkm.load %big : !vkm.ref<si32>
      vkm.assign %n, %15 : !vkm.ref<si32>
      %16 = vkm.load %big : !vkm.ref<si32>
      %17 = vkm.cast %16 : si32 to f32
      %18 = vkm.binary sub %17, %one : f32
      vkm.assign %f, %18 : !vkm.ref<f32>
      %19 = vkm.cast %c7 : f32 to f64
      vkm.assign %d, %19 : !vkm.ref<f64>
      %three = vkm.constant 3.0 : f32
      %20 = vkm.binary sub %three, %c7 : f32
      %21 = vkm.cast %20 : f32 to si32
      vkm.assign %n, %21 : !vkm.ref<si32>

      // Infinity, NaN, zeros with signs, the smallest number.
      // CHECK-NEXT: f[0] = uintBitsToFloat(0xff800000u);
      // CHECK-NEXT: f[0] = -0.0;
      // CHECK-NEXT: f[0] = 1e-45;
      // CHECK-NEXT: n[0] = int(true);
      %none = vkm.constant 0.0 : f32
      %22 = vkm.unary neg %none : f32
      %23 = vkm.binary div %one, %22 : f32
      vkm.assign %f, %23 : !vkm.ref<f32>
      vkm.assign %f, %22 : !vkm.ref<f32>
      %tiny = vkm.constant 0x00000001 : f32
      %24 = vkm.binary mul %tiny, %c7 : f32
      vkm.assign %f, %24 : !vkm.ref<f32>
      %25 = vkm.binary div %none, %none : f32
      %26 = vkm.cmp ne %25, %25 : f32
      %27 = vkm.cast %26 : i1 to si32
      vkm.assign %n, %27 : !vkm.ref<si32>

      // Choices.
      // CHECK-NEXT: f[0] = 0.099999964;
      %28 = vkm.cmp gt %c7, %c6 : f32
      %29 = vkm.select %28 : f32 {
        vkm.yield %c7 : f32
      } else {
        vkm.yield %one : f32
      }
      %30 = vkm.binary sub %29, %c6 : f32
      vkm.assign %f, %30 : !vkm.ref<f32>

      // Functions that are defined to the last bit.
      // CHECK-NEXT: f[0] = 0.83666;
      // CHECK-NEXT: f[0] = 1.42;
      // CHECK-NEXT: f[0] = -3.0;
      // CHECK-NEXT: f[0] = 0.099999964;
      // CHECK-NEXT: f[0] = 0.6;
      %31 = vkm.math sqrt(%c7) : (f32) -> f32
      vkm.assign %f, %31 : !vkm.ref<f32>
      %32 = vkm.math fma(%c7, %c6, %one) : (f32, f32, f32) -> f32
      vkm.assign %f, %32 : !vkm.ref<f32>
      %half = vkm.constant -2.5 : f32
      %33 = vkm.math round(%half) : (f32) -> f32
      vkm.assign %f, %33 : !vkm.ref<f32>
      %34 = vkm.math fmod(%c7, %c6) : (f32, f32) -> f32
      vkm.assign %f, %34 : !vkm.ref<f32>
      %35 = vkm.math min(%c7, %c6) : (f32, f32) -> f32
      vkm.assign %f, %35 : !vkm.ref<f32>

      // Others go into variables that are not const, so that glslang computes no further.
      // CHECK-NEXT: float sinValue = sin(0.7);
      // CHECK-NEXT: f[0] = sinValue * 0.6;
      // CHECK-NEXT: float c = cos(0.7);
      // CHECK-NEXT: f[0] = c * 0.6;
      // CHECK-NEXT: float expValue = exp(0.7);
      // CHECK-NEXT: while (f[0] < expValue + 1.0) {
      // CHECK-NEXT:   f[0] += 1.0;
      // CHECK-NEXT: }
      %36 = vkm.math sin(%c7) : (f32) -> f32
      %37 = vkm.binary mul %36, %c6 : f32
      vkm.assign %f, %37 : !vkm.ref<f32>
      %38 = vkm.math cos(%c7) : (f32) -> f32
      %c = vkm.var const "c" : !vkm.ref<f32> = %38 : f32
      %39 = vkm.load %c : !vkm.ref<f32>
      %40 = vkm.binary mul %39, %c6 : f32
      vkm.assign %f, %40 : !vkm.ref<f32>
      vkm.while {
        %41 = vkm.load %f : !vkm.ref<f32>
        %42 = vkm.math exp(%c7) : (f32) -> f32
        %43 = vkm.binary add %42, %one : f32
        %44 = vkm.cmp lt %41, %43 : f32
        vkm.yield %44 : i1
      } do {
        vkm.update add %f, %one : !vkm.ref<f32>, f32
      }
    }
  }
}
