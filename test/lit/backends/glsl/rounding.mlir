// What devices on a CPU may round inexactly becomes a function, unless the target is known to be exact.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s --check-prefixes=CHECK,OWN
// RUN: sed 's/"none"/"none", exact_rounding = true, float_controls = true/' %s | vkmorph-translate --emit-glsl \
// RUN:   | FileCheck %s --check-prefixes=CHECK,EXACT --implicit-check-not=towardZero --implicit-check-not=withSign
//
// The functions compute what those of C++ do, whatever trunc and roundEven of the device are.
// RUN: vkmorph-translate --emit-glsl %s | %python %S/Inputs/functions.py > %t.inc
// RUN: %cxx -std=c++17 -O1 -DFUNCTIONS='"%t.inc"' %S/Inputs/rounding.cpp -o %t && %t
//
// Where the shader looks at signs and asks for them to be kept, floor and ceil of floats keep those of zeros.
// RUN: sed 's/"none"/"none", float_controls = true/' %s | vkmorph-translate --emit-glsl | FileCheck %s --check-prefix=SIGNS

// OWN: // std::trunc, without that of the device: on a CPU it may leave large numbers as they are.
// OWN-NEXT: double towardZero(double x) {
// OWN-NEXT:   return x < 0.0lf ? ceil(x) : floor(x);
// OWN-NEXT: }

module attributes {vkm.phase = #vkm.phase<lowered>, vkm.target = {name = "none"}} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: void main() {
    vkm.shader @rounding kernel "rounding" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "floats" : f32, read_write>, #vkm.binding<1, parameter "doubles" : f64, read_write>]
        doc "Rounding." {
      %floats = vkm.buffer "floats" : !vkm.ptr<f32>
      %doubles = vkm.buffer "doubles" : !vkm.ptr<f64>
      %x = vkm.push_constant "x" : f32
      %y = vkm.push_constant "y" : f64
      %first = vkm.constant 0 : ui32
      %f = vkm.deref %floats[%first] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %d = vkm.deref %doubles[%first] : !vkm.ptr<f64>, ui32 -> !vkm.ref<f64>

      // Of floats, trunc is exact everywhere, and keeps the sign of zero where it is asked to.
      // OWN-NEXT: floats[0] = withSign(trunc(x), x);
      // EXACT-NEXT: floats[0] = trunc(x);
      // SIGNS: floats[0] = trunc(x);
      %0 = vkm.math trunc(%x) : (f32) -> f32
      vkm.assign %f, %0 : !vkm.ref<f32>
      // OWN-NEXT: floats[0] = roundHalfEven(x);
      // EXACT-NEXT: floats[0] = roundEven(x);
      %1 = vkm.math rint(%x) : (f32) -> f32
      vkm.assign %f, %1 : !vkm.ref<f32>
      // OWN-NEXT: floats[0] = roundHalfEven(vec2(x, x)).x;
      // EXACT-NEXT: floats[0] = roundEven(vec2(x, x)).x;
      %pair = vkm.aggregate(%x, %x : f32, f32) : !vkm.vec<2 x f32>
      %both = vkm.math rint(%pair) : (!vkm.vec<2 x f32>) -> !vkm.vec<2 x f32>
      %zero = vkm.constant 0 : si32
      %part = vkm.component %both[%zero] : !vkm.vec<2 x f32>, si32 -> f32
      vkm.assign %f, %part : !vkm.ref<f32>
      // OWN-NEXT: doubles[0] = towardZero(y);
      // EXACT-NEXT: doubles[0] = trunc(y);
      %2 = vkm.math trunc(%y) : (f64) -> f64
      vkm.assign %d, %2 : !vkm.ref<f64>
      // OWN-NEXT: doubles[0] = roundHalfEven(y);
      // EXACT-NEXT: doubles[0] = roundEven(y);
      %3 = vkm.math rint(%y) : (f64) -> f64
      vkm.assign %d, %3 : !vkm.ref<f64>
      // This one calls trunc itself.
      // CHECK-NEXT: doubles[0] = roundHalfAway(y);
      %4 = vkm.math round(%y) : (f64) -> f64
      vkm.assign %d, %4 : !vkm.ref<f64>
      // Of doubles, floor and ceil are exact everywhere.
      // CHECK-NEXT: doubles[0] = floor(y) + ceil(y);
      %5 = vkm.math floor(%y) : (f64) -> f64
      %6 = vkm.math ceil(%y) : (f64) -> f64
      %7 = vkm.binary add %5, %6 : f64
      vkm.assign %d, %7 : !vkm.ref<f64>
      // Without float controls, the sign of a zero is kept by its bits.
      // OWN-NEXT: floats[0] = withSign(floor(x), x);
      // EXACT-NEXT: floats[0] = floor(x);
      // SIGNS: floats[0] = withSign(floor(x), x);
      %8 = vkm.math floor(%x) : (f32) -> f32
      vkm.assign %f, %8 : !vkm.ref<f32>
      // SIGNS-NEXT: floats[0] = withSign(ceil(x), x);
      %9 = vkm.math ceil(%x) : (f32) -> f32
      vkm.assign %f, %9 : !vkm.ref<f32>
      // This looks at NaN, infinities and signs.
      %10 = vkm.math isnan(%x) : (f32) -> i1
      vkm.if %10 {
        vkm.assign %f, %x : !vkm.ref<f32>
      }
    }
  }
}
