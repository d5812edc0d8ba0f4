// Expressions: literals, operators, conversions, short circuit, struct values.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

vkm.record @Point size 8 align 4 [#vkm.member<"x" : f32 at 0>, #vkm.member<"y" : f32 at 4>]

// CHECK-LABEL: vkm.func @literals
vkm.func @literals() {
  // CHECK: vkm.constant -7 : si32
  %0 = vkm.constant -7 : si32
  // CHECK: vkm.constant 4294967295 : ui32
  %1 = vkm.constant 4294967295 : ui32
  // CHECK: vkm.constant 18446744073709551615 : ui64
  %2 = vkm.constant 18446744073709551615 : ui64
  // CHECK: vkm.constant 1.500000e+00 : f32
  %3 = vkm.constant 1.5 : f32
  // CHECK: vkm.constant 0x7FF0000000000000 : f64
  %4 = vkm.constant 0x7FF0000000000000 : f64
  // CHECK: vkm.constant true
  %5 = vkm.constant true
}

// CHECK-LABEL: vkm.func @operators
vkm.func @operators(%a: si32, %u: ui64, %x: f32, %c: i1) {
  // CHECK: vkm.binary add %{{.*}}, %{{.*}} : si32{{$}}
  %0 = vkm.binary add %a, %a : si32
  // CHECK: vkm.binary sub %{{.*}}, %{{.*}} : f32
  %1 = vkm.binary sub %x, %x : f32
  // CHECK: vkm.binary mul
  %2 = vkm.binary mul %x, %x : f32
  // CHECK: vkm.binary div
  %3 = vkm.binary div %u, %u : ui64
  // CHECK: vkm.binary rem
  %4 = vkm.binary rem %a, %a : si32
  // CHECK: vkm.binary and
  %5 = vkm.binary and %u, %u : ui64
  // CHECK: vkm.binary or
  %6 = vkm.binary or %u, %u : ui64
  // CHECK: vkm.binary xor %{{.*}}, %{{.*}} {note} : ui64
  %7 = vkm.binary xor %u, %u {note} : ui64
  // CHECK: vkm.binary shl %{{.*}}, %{{.*}} : ui64, si32
  %8 = vkm.binary shl %u, %a : ui64, si32
  // CHECK: vkm.binary shr
  %9 = vkm.binary shr %a, %a : si32
  // CHECK: vkm.unary neg %{{.*}} : f32
  %10 = vkm.unary neg %x : f32
  // CHECK: vkm.unary not %{{.*}} : i1
  %11 = vkm.unary not %c : i1
  // CHECK: vkm.unary bitnot %{{.*}} : ui64
  %12 = vkm.unary bitnot %u : ui64
  // CHECK: vkm.cmp eq %{{.*}}, %{{.*}} : i1
  %13 = vkm.cmp eq %c, %c : i1
  // CHECK: vkm.cmp ne
  %14 = vkm.cmp ne %x, %x : f32
  // CHECK: vkm.cast %{{.*}} : ui64 to f32
  %15 = vkm.cast %u : ui64 to f32
  // CHECK: vkm.bitcast %{{.*}} : ui64 to f64
  %bits = vkm.bitcast %u : ui64 to f64
  // CHECK: vkm.narrow "count" %{{.*}} : ui64
  %16 = vkm.narrow "count" %u : ui64
}

// CHECK-LABEL: vkm.func @lazy
vkm.func @lazy(%a: i1, %place: !vkm.ref<i1>, %x: f32) {
  // CHECK: vkm.and %{{.*}} {
  // CHECK-NEXT: %[[READ:.*]] = vkm.load %{{.*}} : <i1>
  // CHECK-NEXT: vkm.yield %[[READ]] : i1
  // CHECK-NEXT: }
  %0 = vkm.and %a {
    %r = vkm.load %place : !vkm.ref<i1>
    vkm.yield %r : i1
  }
  // CHECK-NEXT: vkm.or %{{.*}} {
  // CHECK-NEXT: vkm.yield %{{.*}} : i1
  // CHECK-NEXT: }
  %1 = vkm.or %0 {
    vkm.yield %a : i1
  }
  // CHECK-NEXT: vkm.select %{{.*}} : f32 {
  // CHECK-NEXT: vkm.yield %[[X:.*]] : f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[NEG:.*]] = vkm.unary neg %[[X]] : f32
  // CHECK-NEXT: vkm.yield %[[NEG]] : f32
  // CHECK-NEXT: }
  %2 = vkm.select %1 : f32 {
    vkm.yield %x : f32
  } else {
    %n = vkm.unary neg %x : f32
    vkm.yield %n : f32
  }
}

// CHECK-LABEL: vkm.func @aggregates
vkm.func @aggregates(%x: f32) {
  // CHECK: %[[POINT:.*]] = vkm.aggregate(%{{.*}}, %{{.*}} : f32, f32) : !vkm.record<@Point>
  %0 = vkm.aggregate(%x, %x : f32, f32) : !vkm.record<@Point>
  // CHECK: vkm.aggregate(%[[POINT]], %[[POINT]] : !vkm.record<@Point>, !vkm.record<@Point>) : !vkm.array<2 x !vkm.record<@Point>>
  %1 = vkm.aggregate(%0, %0 : !vkm.record<@Point>, !vkm.record<@Point>) : !vkm.array<2 x !vkm.record<@Point>>
  // CHECK: vkm.extract %[[POINT]]["y"] : <@Point> -> f32
  %2 = vkm.extract %0["y"] : !vkm.record<@Point> -> f32
}
