// What GLSL lacks or leaves undefined becomes a function; only where it is needed.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s
//
// The functions compute what those of C++ do.
// RUN: vkmorph-translate --emit-glsl %s | %python %S/Inputs/functions.py > %t.inc
// RUN: %cxx -std=c++17 -O1 -DFUNCTIONS='"%t.inc"' %S/Inputs/polyfills.cpp -o %t && %t

// CHECK-DAG: float power(float x, float y) {
// CHECK-DAG: float floatRemainder(float x, float y) {
// CHECK-DAG: float arcTangent(float y, float x) {
// CHECK-DAG: float minNumber(float a, float b) {
// CHECK-DAG: float maxNumber(float a, float b) {
// CHECK-DAG: float smaller(float a, float b) {
// CHECK-DAG: float larger(float a, float b) {
// CHECK-DAG: float limited(float x, float low, float high) {

//      CHECK: // The remainder of C++ has the sign of a; GLSL leaves % undefined where an operand is negative.
// CHECK-NEXT: int remainder(int a, int b) {
// CHECK-NEXT:   return a - b * (a / b);
// CHECK-NEXT: }

module attributes {vkm.phase = #vkm.phase<lowered>, vkm.target = {exact_rounding = true}} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: void main() {
    vkm.shader @polyfills kernel "polyfills" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "ints" : si32, read_write>, #vkm.binding<1, parameter "floats" : f32, read_write>]
        doc "Polyfills." {
      %ints = vkm.buffer "ints" : !vkm.ptr<si32>
      %floats = vkm.buffer "floats" : !vkm.ptr<f32>
      %n = vkm.push_constant "n" : si32
      %x = vkm.push_constant "x" : f32
      %first = vkm.constant 0 : ui32
      %i = vkm.deref %ints[%first] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
      %f = vkm.deref %floats[%first] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %seven = vkm.constant 7 : si32
      %u = vkm.constant 3 : ui32
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : si32

      // Unknown sign.
      // CHECK-NEXT: ints[0] = remainder(n, 7);
      %0 = vkm.binary rem %n, %seven : si32
      vkm.assign %i, %0 : !vkm.ref<si32>
      // CHECK-NEXT: ints[0] = remainder(ints[0], 7);
      vkm.update rem %i, %seven : !vkm.ref<si32>, si32
      // A counter that begins at 0 and grows is not negative.
      // CHECK-NEXT: for (int k = 0; k < n; k++) {
      // CHECK-NEXT:   ints[k % 7] = (n & 0xff) % 7;
      // CHECK-NEXT: }
      vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
        %1 = vkm.load %k : !vkm.ref<si32>
        %2 = vkm.cmp lt %1, %n : si32
        vkm.yield %2 : i1
      } step (%k: !vkm.ref<si32>) {
        vkm.update add %k, %one : !vkm.ref<si32>, si32
      } body (%k: !vkm.ref<si32>) {
        %1 = vkm.load %k : !vkm.ref<si32>
        %2 = vkm.binary rem %1, %seven : si32
        %3 = vkm.deref %ints[%2] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %mask = vkm.constant 255 : si32
        %4 = vkm.binary and %n, %mask : si32
        %5 = vkm.binary rem %4, %seven : si32
        vkm.assign %3, %5 : !vkm.ref<si32>
      }

      // CHECK-NEXT: floats[0] = roundHalfAway(x);
      %6 = vkm.math round(%x) : (f32) -> f32
      vkm.assign %f, %6 : !vkm.ref<f32>
      // CHECK-NEXT: floats[0] = power(x, x);
      %7 = vkm.math pow(%x, %x) : (f32, f32) -> f32
      vkm.assign %f, %7 : !vkm.ref<f32>
      // A power of a positive number is defined.
      // CHECK-NEXT: floats[0] = pow(2.0, x);
      %two = vkm.constant 2.0 : f32
      %8 = vkm.math pow(%two, %x) : (f32, f32) -> f32
      vkm.assign %f, %8 : !vkm.ref<f32>
      // CHECK-NEXT: floats[0] = floatRemainder(x, 2.0);
      %9 = vkm.math fmod(%x, %two) : (f32, f32) -> f32
      vkm.assign %f, %9 : !vkm.ref<f32>
      // CHECK-NEXT: floats[0] = arcTangent(x, 2.0);
      %10 = vkm.math atan2(%x, %two) : (f32, f32) -> f32
      vkm.assign %f, %10 : !vkm.ref<f32>
      // CHECK-NEXT: floats[0] = maxNumber(minNumber(x, 2.0), x);
      %11 = vkm.math fmin(%x, %two) : (f32, f32) -> f32
      %12 = vkm.math fmax(%11, %x) : (f32, f32) -> f32
      vkm.assign %f, %12 : !vkm.ref<f32>
      // What GLSL makes of NaN is open.
      // CHECK-NEXT: floats[0] = limited(sqrt(abs(x)), floor(x), ceil(x));
      %13 = vkm.math abs(%x) : (f32) -> f32
      %14 = vkm.math sqrt(%13) : (f32) -> f32
      %15 = vkm.math floor(%x) : (f32) -> f32
      %16 = vkm.math ceil(%x) : (f32) -> f32
      %17 = vkm.math clamp(%14, %15, %16) : (f32, f32, f32) -> f32
      vkm.assign %f, %17 : !vkm.ref<f32>
      // CHECK-NEXT: floats[0] = larger(smaller(x, 2.0), x);
      %least = vkm.math min(%x, %two) : (f32, f32) -> f32
      %most = vkm.math max(%least, %x) : (f32, f32) -> f32
      vkm.assign %f, %most : !vkm.ref<f32>
      // An integer is never NaN, nor what the reductions of threads are combined to.
      // CHECK-NEXT: floats[0] = clamp(float(n), 0.0, 2.0) + min(minNumber(x, 2.0), max(2.0, float(n)));
      // CHECK-NEXT: floats[0] = max(floats[0], x);
      %fn = vkm.cast %n : si32 to f32
      %nothing = vkm.constant 0.0 : f32
      %clamped = vkm.math clamp(%fn, %nothing, %two) : (f32, f32, f32) -> f32
      %number = vkm.math fmin(%x, %two) : (f32, f32) -> f32
      %upper = vkm.math max(%two, %fn) : (f32, f32) -> f32
      %lower = vkm.math min(%number, %upper) : (f32, f32) -> f32
      %both = vkm.binary add %clamped, %lower : f32
      vkm.assign %f, %both : !vkm.ref<f32>
      %old = vkm.load %f : !vkm.ref<f32>
      %combined = vkm.math max(%old, %x) : (f32, f32) -> f32 {vkm.never_nan}
      vkm.assign %f, %combined : !vkm.ref<f32>
      // These mean the same in both languages.
      // CHECK-NEXT: ints[0] = max(abs(n), 7);
      %18 = vkm.math abs(%n) : (si32) -> si32
      %19 = vkm.math max(%18, %seven) : (si32, si32) -> si32
      vkm.assign %i, %19 : !vkm.ref<si32>
      // An index has 32 bits.
      // CHECK-NEXT: ints[uint(long_)] = 7;
      %long = vkm.push_constant "long" : ui64
      %wide = vkm.deref %ints[%long] : !vkm.ptr<si32>, ui64 -> !vkm.ref<si32>
      vkm.assign %wide, %seven : !vkm.ref<si32>
      // GLSL does not order bools.
      // CHECK-NEXT: ints[0] = int(int(n == 7) < int(x > 2.0));
      %20 = vkm.cmp eq %n, %seven : si32
      %21 = vkm.cmp gt %x, %two : f32
      %22 = vkm.cmp lt %20, %21 : i1
      %23 = vkm.cast %22 : i1 to si32
      vkm.assign %i, %23 : !vkm.ref<si32>
      // A device may leave out a conversion there and back, also where the float goes through a variable.
      // CHECK: float rounded = nearestFloat(double(n));
      // CHECK-NEXT: const double wide = double(rounded);
      %24 = vkm.cast %n : si32 to f32
      %rounded = vkm.var "rounded" : !vkm.ref<f32> = %24 : f32
      %25 = vkm.load %rounded : !vkm.ref<f32>
      %26 = vkm.cast %25 : f32 to f64
      %back = vkm.var const "wide" : !vkm.ref<f64> = %26 : f64
      // An integer of 64 bits is not rounded twice.
      // CHECK-NEXT: const double widest = double(nearestFloat(double(oddInteger(long_))));
      %27 = vkm.cast %long : ui64 to f32
      %28 = vkm.cast %27 : f32 to f64
      %widest = vkm.var const "widest" : !vkm.ref<f64> = %28 : f64
      // What stays a float is converted as it is.
      // CHECK-NEXT: floats[0] = float(n) + float(long_);
      %29 = vkm.cast %n : si32 to f32
      %30 = vkm.cast %long : ui64 to f32
      %31 = vkm.binary add %29, %30 : f32
      vkm.assign %f, %31 : !vkm.ref<f32>
    }
  }
}
