// Functions that GLSL lacks come from the library, each with what it calls, and only those that are needed.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

// Doubles are taken apart without integers of 64 bits.
//      CHECK: double fromWords(uint high, uint low) {
// CHECK-NEXT:   return packDouble2x32(uvec2(low, high));
//      CHECK: // e^(x + low) = 2^k e^r with |r| < 0.35, and a polynomial for e^r.
// CHECK-NEXT: double exponentialOfParts(double x, double low) {
//      CHECK:   precise const double high = x - k * 0.6931471803691238lf;
//      CHECK: // std::exp: e^x = 2^k e^r with |r| < 0.35, and a polynomial for e^r.
// CHECK-NEXT: double exponential(double x) {
// CHECK-NEXT:   return exponentialOfParts(x, 0.0lf);
// CHECK-NEXT: }
// Of float those that GLSL lacks.
//      CHECK: float cubeRoot(float x) {
//  CHECK-NOT: float exponential(
//      CHECK: // How many bits of 64 are 1.
// CHECK-NEXT: int countBits(uint64_t x) {
// CHECK-NEXT:   return bitCount(uint(x >> 32)) + bitCount(uint(x));
// CHECK-NEXT: }
//      CHECK: bool isMinus(double x) {
// CHECK-NEXT:   return highWord(x) >> 31 != 0u;
//      CHECK: dvec2 exponential(dvec2 x) {
// CHECK-NEXT:   return dvec2(exponential(x.x), exponential(x.y));

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: void main() {
    vkm.shader @maths kernel "maths" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "doubles" : f64, read_write>, #vkm.binding<1, parameter "floats" : f32, read_write>,
        #vkm.binding<2, parameter "ints" : si32, read_write>]
        doc "Functions." {
      %doubles = vkm.buffer "doubles" : !vkm.ptr<f64>
      %floats = vkm.buffer "floats" : !vkm.ptr<f32>
      %ints = vkm.buffer "ints" : !vkm.ptr<si32>
      %x = vkm.push_constant "x" : f64
      %y = vkm.push_constant "y" : f32
      %u = vkm.push_constant "u" : ui32
      %w = vkm.push_constant "w" : ui64
      %first = vkm.constant 0 : ui32
      %d = vkm.deref %doubles[%first] : !vkm.ptr<f64>, ui32 -> !vkm.ref<f64>
      %f = vkm.deref %floats[%first] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %i = vkm.deref %ints[%first] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>

      // CHECK-NEXT: doubles[0] = exponential(x);
      %0 = vkm.math exp(%x) : (f64) -> f64
      vkm.assign %d, %0 : !vkm.ref<f64>
      // CHECK-NEXT: doubles[0] = exponential(dvec2(x, 1.0lf)).y;
      %one = vkm.constant 1.0 : f64
      %second = vkm.constant 1 : si32
      %pair = vkm.aggregate(%x, %one : f64, f64) : !vkm.vec<2 x f64>
      %both = vkm.math exp(%pair) : (!vkm.vec<2 x f64>) -> !vkm.vec<2 x f64>
      %part = vkm.component %both[%second] : !vkm.vec<2 x f64>, si32 -> f64
      vkm.assign %d, %part : !vkm.ref<f64>
      // CHECK-NEXT: floats[0] = exp(y);
      %1 = vkm.math exp(%y) : (f32) -> f32
      vkm.assign %f, %1 : !vkm.ref<f32>
      // CHECK-NEXT: floats[0] = cubeRoot(y);
      %2 = vkm.math cbrt(%y) : (f32) -> f32
      vkm.assign %f, %2 : !vkm.ref<f32>
      // CHECK-NEXT: floats[0] = roundHalfEven(y);
      %3 = vkm.math rint(%y) : (f32) -> f32
      vkm.assign %f, %3 : !vkm.ref<f32>
      // CHECK-NEXT: floats[0] = timesPowerOfTwo(y, 3);
      %three = vkm.constant 3 : si32
      %4 = vkm.math ldexp(%y, %three) : (f32, si32) -> f32
      vkm.assign %f, %4 : !vkm.ref<f32>
      // CHECK-NEXT: ints[0] = findMSB(u) + findLSB(u) + bitCount(u);
      %5 = vkm.math find_msb(%u) : (ui32) -> si32
      %6 = vkm.math find_lsb(%u) : (ui32) -> si32
      %7 = vkm.math bit_count(%u) : (ui32) -> si32
      %8 = vkm.binary add %5, %6 : si32
      %9 = vkm.binary add %8, %7 : si32
      vkm.assign %i, %9 : !vkm.ref<si32>
      // CHECK-NEXT: ints[0] = countBits(w);
      %10 = vkm.math bit_count(%w) : (ui64) -> si32
      vkm.assign %i, %10 : !vkm.ref<si32>
      // CHECK-NEXT: ints[0] = int(isMinus(x));
      %11 = vkm.math signbit(%x) : (f64) -> i1
      %12 = vkm.cast %11 : i1 to si32
      vkm.assign %i, %12 : !vkm.ref<si32>
    }
  }
}
