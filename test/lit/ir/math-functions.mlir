// Functions of <cmath> and of bits whose operands and result have different types.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s

vkm.func @f(%x: f32 {vkm.name = "x"}, %d: f64 {vkm.name = "d"}, %n: si32 {vkm.name = "n"}, %u: ui32 {vkm.name = "u"},
            %w: ui64 {vkm.name = "w"}) -> f64 {
  // CHECK: vkm.math hypot(%{{.*}}, %{{.*}}) : (f64, f64) -> f64
  %0 = vkm.math hypot(%d, %d) : (f64, f64) -> f64
  // CHECK: vkm.math hypot3(%{{.*}}, %{{.*}}, %{{.*}}) : (f32, f32, f32) -> f32
  %1 = vkm.math hypot3(%x, %x, %x) : (f32, f32, f32) -> f32
  // CHECK: vkm.math ldexp(%{{.*}}, %{{.*}}) : (f64, si32) -> f64
  %2 = vkm.math ldexp(%d, %n) : (f64, si32) -> f64
  // CHECK: vkm.math ilogb(%{{.*}}) : (f32) -> si32
  %3 = vkm.math ilogb(%x) : (f32) -> si32
  // CHECK: vkm.math signbit(%{{.*}}) : (f64) -> i1
  %4 = vkm.math signbit(%d) : (f64) -> i1
  // CHECK: vkm.math bit_count(%{{.*}}) : (ui32) -> si32
  %5 = vkm.math bit_count(%u) : (ui32) -> si32
  // CHECK: vkm.math find_msb(%{{.*}}) : (ui64) -> si32
  %6 = vkm.math find_msb(%w) : (ui64) -> si32
  // CHECK: vkm.math find_lsb(%{{.*}}) : (ui64) -> si32
  %7 = vkm.math find_lsb(%w) : (ui64) -> si32
  // The words of a double, the low one first.
  // CHECK: vkm.bitcast %{{.*}} : f64 to !vkm.vec<2 x ui32>
  %8 = vkm.bitcast %d : f64 to !vkm.vec<2 x ui32>
  // CHECK: vkm.bitcast %{{.*}} : !vkm.vec<2 x ui32> to f64
  %9 = vkm.bitcast %8 : !vkm.vec<2 x ui32> to f64
  vkm.return %9 : f64
}
