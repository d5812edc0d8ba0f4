// char and short in variables are 32-bit integers that wrap at conversions; no feature of the device is needed.
// RUN: vkmorph-translate --emit-glsl %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  // CHECK-NOT: #extension
  // In variables a struct is as long as its widest form, also where it stands in another one.
  // CHECK: struct Pixel {
  // CHECK-NEXT: uint level;
  // CHECK: struct Region {
  // CHECK-NEXT: Pixel pixels[2];
  // CHECK-NEXT: int count;
  vkm.record @Region size 8 align 4 [#vkm.member<"pixels" : !vkm.array<2 x !vkm.record<@Pixel>> at 0>,
                                     #vkm.member<"count" : si32 at 4>]
  vkm.record @Pixel size 2 align 2 [#vkm.member<"level" : ui16 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: uint flag;
    // CHECK: int shift;
    // CHECK: int widen(int x) {
    // CHECK-NEXT: return x;
    vkm.func @widen(%x: si16 {vkm.name = "x"}) -> si32 {
      %0 = vkm.cast %x : si16 to si32
      vkm.return %0 : si32
    }

    // CHECK: void main() {
    vkm.shader @small kernel "small" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "data" : si32, read_write>]
        doc "Small integers." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %flag = vkm.push_constant "flag" : i1
      %shift = vkm.push_constant "shift" : si8
      %first = vkm.constant 0 : ui32
      %place = vkm.deref %data[%first] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
      %value = vkm.load %place : !vkm.ref<si32>
      // CHECK-NEXT: uint level = uint(data[0]) & 0xffu;
      %0 = vkm.cast %value : si32 to ui8
      %level = vkm.var "level" : !vkm.ref<ui8> = %0 : ui8
      // CHECK-NEXT: int delta = (data[0] << 24) >> 24;
      %again = vkm.load %place : !vkm.ref<si32>
      %1 = vkm.cast %again : si32 to si8
      %delta = vkm.var "delta" : !vkm.ref<si8> = %1 : si8
      // No wrap where all values fit.
      // CHECK-NEXT: int wide = int(level);
      %2 = vkm.load %level : !vkm.ref<ui8>
      %3 = vkm.cast %2 : ui8 to si16
      %wide = vkm.var "wide" : !vkm.ref<si16> = %3 : si16
      // CHECK-NEXT: const int minusOne = -1;
      %minus = vkm.constant -1 : si8
      %minusOne = vkm.var const "minusOne" : !vkm.ref<si8> = %minus : si8
      // Promotion costs nothing.
      // CHECK-NEXT: data[0] = widen(wide) + delta * shift;
      %4 = vkm.load %wide : !vkm.ref<si16>
      %5 = vkm.call @widen(%4) : (si16) -> si32
      %6 = vkm.load %delta : !vkm.ref<si8>
      %7 = vkm.cast %6 : si8 to si32
      %8 = vkm.cast %shift : si8 to si32
      %9 = vkm.binary mul %7, %8 : si32
      %10 = vkm.binary add %5, %9 : si32
      vkm.assign %place, %10 : !vkm.ref<si32>
      // CHECK-NEXT: if (flag != 0u) {
      vkm.if %flag {
        // CHECK-NEXT: delta = ((delta + 1) << 24) >> 24;
        %11 = vkm.load %delta : !vkm.ref<si8>
        %12 = vkm.cast %11 : si8 to si32
        %one = vkm.constant 1 : si32
        %13 = vkm.binary add %12, %one : si32
        %14 = vkm.cast %13 : si32 to si8
        vkm.assign %delta, %14 : !vkm.ref<si8>
      }
      // CHECK: Region region;
      %region = vkm.var "region" : !vkm.ref<!vkm.record<@Region>>
      // CHECK-NEXT: region.count = 3;
      %count = vkm.member %region["count"] : !vkm.ref<!vkm.record<@Region>> -> !vkm.ref<si32>
      %three = vkm.constant 3 : si32
      vkm.assign %count, %three : !vkm.ref<si32>
    }
  }
}
