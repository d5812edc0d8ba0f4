// Functions of <cmath> and <algorithm>, and calls.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

// CHECK-LABEL: vkm.func @one
vkm.func @one(%x: f32, %d: f64, %n: si32) {
  // CHECK: vkm.math abs(%{{.*}}) : (si32) -> si32
  %a = vkm.math abs(%n) : (si32) -> si32
  // CHECK-NEXT: vkm.math sqrt(%{{.*}}) : (f32) -> f32
  %0 = vkm.math sqrt(%x) : (f32) -> f32
  // CHECK-NEXT: vkm.math exp(%{{.*}}) : (f32) -> f32
  %1 = vkm.math exp(%x) : (f32) -> f32
  // CHECK-NEXT: vkm.math exp2(%{{.*}}) : (f64) -> f64
  %2 = vkm.math exp2(%d) : (f64) -> f64
  // CHECK-NEXT: vkm.math log(%{{.*}}) : (f32) -> f32
  %3 = vkm.math log(%x) : (f32) -> f32
  // CHECK-NEXT: vkm.math log2(%{{.*}}) : (f32) -> f32
  %4 = vkm.math log2(%x) : (f32) -> f32
  // CHECK-NEXT: vkm.math sin(%{{.*}}) : (f64) -> f64
  %5 = vkm.math sin(%d) : (f64) -> f64
  // CHECK-NEXT: vkm.math cos(%{{.*}}) : (f32) -> f32
  %6 = vkm.math cos(%x) : (f32) -> f32
  // CHECK-NEXT: vkm.math tan(%{{.*}}) : (f32) -> f32
  %7 = vkm.math tan(%x) : (f32) -> f32
  // CHECK-NEXT: vkm.math asin(%{{.*}}) : (f64) -> f64
  %8 = vkm.math asin(%d) : (f64) -> f64
  // CHECK-NEXT: vkm.math acos(%{{.*}}) : (f32) -> f32
  %9 = vkm.math acos(%x) : (f32) -> f32
  // CHECK-NEXT: vkm.math atan(%{{.*}}) : (f32) -> f32
  %10 = vkm.math atan(%x) : (f32) -> f32
  // CHECK-NEXT: vkm.math sinh(%{{.*}}) : (f64) -> f64
  %11 = vkm.math sinh(%d) : (f64) -> f64
  // CHECK-NEXT: vkm.math cosh(%{{.*}}) : (f32) -> f32
  %12 = vkm.math cosh(%x) : (f32) -> f32
  // CHECK-NEXT: vkm.math tanh(%{{.*}}) : (f32) -> f32
  %13 = vkm.math tanh(%x) : (f32) -> f32
  // CHECK-NEXT: vkm.math floor(%{{.*}}) : (f64) -> f64
  %14 = vkm.math floor(%d) : (f64) -> f64
  // CHECK-NEXT: vkm.math ceil(%{{.*}}) : (f32) -> f32
  %15 = vkm.math ceil(%x) : (f32) -> f32
  // CHECK-NEXT: vkm.math trunc(%{{.*}}) : (f32) -> f32
  %16 = vkm.math trunc(%x) : (f32) -> f32
  // CHECK-NEXT: vkm.math round(%{{.*}}) : (f64) -> f64
  %17 = vkm.math round(%d) : (f64) -> f64
}

// CHECK-LABEL: vkm.func @tests
vkm.func @tests(%x: f32, %d: f64) {
  // CHECK: vkm.math isnan(%{{.*}}) : (f32) -> i1
  %0 = vkm.math isnan(%x) : (f32) -> i1
  // CHECK-NEXT: vkm.math isinf(%{{.*}}) : (f64) -> i1
  %1 = vkm.math isinf(%d) : (f64) -> i1
}

// CHECK-LABEL: vkm.func @more
vkm.func @more(%x: f32, %u: ui64) {
  // CHECK: vkm.math min(%{{.*}}, %{{.*}}) : (ui64, ui64) -> ui64
  %0 = vkm.math min(%u, %u) : (ui64, ui64) -> ui64
  // CHECK-NEXT: vkm.math max(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
  %1 = vkm.math max(%x, %x) : (f32, f32) -> f32
  // CHECK-NEXT: vkm.math fmin(
  %2 = vkm.math fmin(%x, %x) : (f32, f32) -> f32
  // CHECK-NEXT: vkm.math fmax(
  %3 = vkm.math fmax(%x, %x) : (f32, f32) -> f32
  // CHECK-NEXT: vkm.math fmod(
  %4 = vkm.math fmod(%x, %x) : (f32, f32) -> f32
  // CHECK-NEXT: vkm.math pow(
  %5 = vkm.math pow(%x, %x) : (f32, f32) -> f32
  // CHECK-NEXT: vkm.math atan2(
  %6 = vkm.math atan2(%x, %x) : (f32, f32) -> f32
  // CHECK-NEXT: vkm.math clamp(%{{.*}}, %{{.*}}, %{{.*}}) : (ui64, ui64, ui64) -> ui64
  %7 = vkm.math clamp(%u, %u, %u) : (ui64, ui64, ui64) -> ui64
  // CHECK-NEXT: vkm.math fma(
  %8 = vkm.math fma(%x, %x, %x) : (f32, f32, f32) -> f32
}

vkm.func @free(%x: f32) -> f32 {
  vkm.return %x : f32
}
vkm.class @C namespaces [] header "c.h" {
  vkm.func @bump(%place: !vkm.ref<f32>) {
  }
  vkm.kernel @kernel1D_K(%p: !vkm.ptr<f32>) attributes {dims = 1 : i32} {
  }
  vkm.control @Inner(%p: !vkm.ptr<f32>) {
    // CHECK: vkm.call @kernel1D_K(%{{.*}}) : (!vkm.ptr<f32>) -> ()
    vkm.call @kernel1D_K(%p) : (!vkm.ptr<f32>) -> ()
  }
  vkm.control @Outer(%p: !vkm.ptr<f32>, %x: f32) {
    // CHECK: vkm.call @Inner(%{{.*}}) : (!vkm.ptr<f32>) -> ()
    vkm.call @Inner(%p) : (!vkm.ptr<f32>) -> ()
    %v = vkm.var "v" : !vkm.ref<f32>
    // A function of the class, and one outside of it.
    // CHECK: vkm.call @bump(%{{.*}}) : (!vkm.ref<f32>) -> ()
    vkm.call @bump(%v) : (!vkm.ref<f32>) -> ()
    // CHECK: %{{.*}} = vkm.call @free(%{{.*}}) : (f32) -> f32
    %0 = vkm.call @free(%x) : (f32) -> f32
  }
}
