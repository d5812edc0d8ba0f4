// Vectors and matrices: their types, operators, functions, components and how they are made.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

vkm.class @Vectors namespaces [] header "vectors.h" {
  // CHECK: vkm.field @up : !vkm.vec<3 x f32>
  vkm.field @up : !vkm.vec<3 x f32>
  // CHECK: vkm.field @world : !vkm.mat<4 x 3 x f64>
  vkm.field @world : !vkm.mat<4 x 3 x f64>
  // CHECK: vkm.field @path : !vkm.array<8 x !vkm.vec<2 x si32>>
  vkm.field @path : !vkm.array<8 x !vkm.vec<2 x si32>>
}

// CHECK-LABEL: vkm.func @operators
vkm.func @operators(%v: !vkm.vec<3 x f32>, %s: f32, %m: !vkm.mat<2 x 3 x f32>, %w: !vkm.vec<2 x f32>,
                    %n: !vkm.mat<3 x 2 x f32>, %i: !vkm.vec<4 x si32>, %c: !vkm.vec<4 x i1>) {
  // CHECK: vkm.binary add %{{.*}}, %{{.*}} : !vkm.vec<3 x f32>
  %0 = vkm.binary add %v, %v : !vkm.vec<3 x f32>
  // CHECK: vkm.binary mul %{{.*}}, %{{.*}} : !vkm.vec<3 x f32>, f32
  %1 = vkm.binary mul %v, %s : !vkm.vec<3 x f32>, f32
  // A scalar on the left: the result is the vector's type.
  // CHECK: %[[QUOTIENT:.*]] = vkm.binary div %{{.*}}, %{{.*}} : f32, !vkm.vec<3 x f32>
  %2 = vkm.binary div %s, %v : f32, !vkm.vec<3 x f32>
  // CHECK: vkm.binary sub %[[QUOTIENT]], %{{.*}} : !vkm.vec<3 x f32>
  %3 = vkm.binary sub %2, %v : !vkm.vec<3 x f32>
  // The products of linear algebra.
  // CHECK: %[[COLUMN:.*]] = vkm.binary mul %{{.*}}, %{{.*}} : !vkm.mat<2 x 3 x f32>, !vkm.vec<2 x f32>
  %4 = vkm.binary mul %m, %w : !vkm.mat<2 x 3 x f32>, !vkm.vec<2 x f32>
  // CHECK: vkm.binary add %[[COLUMN]], %{{.*}} : !vkm.vec<3 x f32>
  %5 = vkm.binary add %4, %v : !vkm.vec<3 x f32>
  // CHECK: %[[ROW:.*]] = vkm.binary mul %{{.*}}, %{{.*}} : !vkm.vec<3 x f32>, !vkm.mat<2 x 3 x f32>
  %6 = vkm.binary mul %v, %m : !vkm.vec<3 x f32>, !vkm.mat<2 x 3 x f32>
  // CHECK: vkm.binary add %[[ROW]], %{{.*}} : !vkm.vec<2 x f32>
  %7 = vkm.binary add %6, %w : !vkm.vec<2 x f32>
  // CHECK: %[[SQUARE:.*]] = vkm.binary mul %{{.*}}, %{{.*}} : !vkm.mat<2 x 3 x f32>, !vkm.mat<3 x 2 x f32>
  %8 = vkm.binary mul %m, %n : !vkm.mat<2 x 3 x f32>, !vkm.mat<3 x 2 x f32>
  // CHECK: vkm.math determinant(%[[SQUARE]]) : (!vkm.mat<3 x 3 x f32>) -> f32
  %9 = vkm.math determinant(%8) : (!vkm.mat<3 x 3 x f32>) -> f32
  // CHECK: vkm.unary neg %{{.*}} : !vkm.mat<2 x 3 x f32>
  %10 = vkm.unary neg %m : !vkm.mat<2 x 3 x f32>
  // CHECK: vkm.unary not %{{.*}} : !vkm.vec<4 x i1>
  %11 = vkm.unary not %c : !vkm.vec<4 x i1>
  // CHECK: vkm.binary shl %{{.*}}, %{{.*}} : !vkm.vec<4 x si32>
  %12 = vkm.binary shl %i, %i : !vkm.vec<4 x si32>
  // CHECK: vkm.cmp eq %{{.*}}, %{{.*}} : !vkm.vec<4 x si32>
  %13 = vkm.cmp eq %i, %i : !vkm.vec<4 x si32>
  // CHECK: vkm.cast %{{.*}} : !vkm.vec<4 x si32> to !vkm.vec<4 x f32>
  %14 = vkm.cast %i : !vkm.vec<4 x si32> to !vkm.vec<4 x f32>
}

// CHECK-LABEL: vkm.func @functions
vkm.func @functions(%v: !vkm.vec<3 x f32>, %s: f32, %m: !vkm.mat<2 x 3 x f32>, %b: !vkm.vec<3 x i1>) {
  // CHECK: vkm.math dot(%{{.*}}, %{{.*}}) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>) -> f32
  %0 = vkm.math dot(%v, %v) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>) -> f32
  // CHECK: vkm.math clamp(%{{.*}}, %{{.*}}, %{{.*}}) : (!vkm.vec<3 x f32>, f32, f32) -> !vkm.vec<3 x f32>
  %1 = vkm.math clamp(%v, %s, %s) : (!vkm.vec<3 x f32>, f32, f32) -> !vkm.vec<3 x f32>
  // CHECK: vkm.math step(%{{.*}}, %{{.*}}) : (f32, !vkm.vec<3 x f32>) -> !vkm.vec<3 x f32>
  %2 = vkm.math step(%s, %v) : (f32, !vkm.vec<3 x f32>) -> !vkm.vec<3 x f32>
  // CHECK: vkm.math mix(%{{.*}}, %{{.*}}, %{{.*}}) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>, !vkm.vec<3 x i1>) -> !vkm.vec<3 x f32>
  %3 = vkm.math mix(%v, %v, %b) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>, !vkm.vec<3 x i1>) -> !vkm.vec<3 x f32>
  // CHECK: vkm.math less_than(%{{.*}}, %{{.*}}) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>) -> !vkm.vec<3 x i1>
  %4 = vkm.math less_than(%v, %v) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>) -> !vkm.vec<3 x i1>
  // CHECK: vkm.math any(%{{.*}}) : (!vkm.vec<3 x i1>) -> i1
  %5 = vkm.math any(%b) : (!vkm.vec<3 x i1>) -> i1
  // CHECK: vkm.math refract(%{{.*}}, %{{.*}}, %{{.*}}) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>, f32) -> !vkm.vec<3 x f32>
  %6 = vkm.math refract(%v, %v, %s) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>, f32) -> !vkm.vec<3 x f32>
  // CHECK: vkm.math transpose(%{{.*}}) : (!vkm.mat<2 x 3 x f32>) -> !vkm.mat<3 x 2 x f32>
  %7 = vkm.math transpose(%m) : (!vkm.mat<2 x 3 x f32>) -> !vkm.mat<3 x 2 x f32>
  // CHECK: vkm.math outer_product(%{{.*}}, %{{.*}}) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>) -> !vkm.mat<3 x 3 x f32>
  %8 = vkm.math outer_product(%v, %v) : (!vkm.vec<3 x f32>, !vkm.vec<3 x f32>) -> !vkm.mat<3 x 3 x f32>
  // CHECK: vkm.math isnan(%{{.*}}) : (!vkm.vec<3 x f32>) -> !vkm.vec<3 x i1>
  %9 = vkm.math isnan(%v) : (!vkm.vec<3 x f32>) -> !vkm.vec<3 x i1>
}

// CHECK-LABEL: vkm.func @parts
vkm.func @parts(%v: !vkm.vec<3 x f32>, %m: !vkm.ref<!vkm.mat<3 x 3 x f32>>, %s: f32, %i: si32) {
  // CHECK: vkm.component %{{.*}}[%{{.*}}] : !vkm.vec<3 x f32>, si32 -> f32
  %0 = vkm.component %v[%i] : !vkm.vec<3 x f32>, si32 -> f32
  // CHECK: %[[COLUMN:.*]] = vkm.element %{{.*}}[%{{.*}}] : <!vkm.mat<3 x 3 x f32>>, si32 -> <!vkm.vec<3 x f32>>
  %column = vkm.element %m[%i] : !vkm.ref<!vkm.mat<3 x 3 x f32>>, si32 -> !vkm.ref<!vkm.vec<3 x f32>>
  // CHECK: %[[CELL:.*]] = vkm.element %[[COLUMN]][%{{.*}}] : <!vkm.vec<3 x f32>>, si32 -> <f32>
  %cell = vkm.element %column[%i] : !vkm.ref<!vkm.vec<3 x f32>>, si32 -> !vkm.ref<f32>
  vkm.assign %cell, %s : !vkm.ref<f32>
  // CHECK: vkm.update mul %{{.*}}, %{{.*}} : <!vkm.vec<3 x f32>>, f32
  vkm.update mul %column, %s : !vkm.ref<!vkm.vec<3 x f32>>, f32
  // CHECK: vkm.splat %{{.*}} : f32 -> !vkm.mat<3 x 3 x f32>
  %1 = vkm.splat %s : f32 -> !vkm.mat<3 x 3 x f32>
  // CHECK: %[[LONG:.*]] = vkm.aggregate(%{{.*}}, %{{.*}} : !vkm.vec<3 x f32>, f32) : !vkm.vec<4 x f32>
  %2 = vkm.aggregate(%v, %s : !vkm.vec<3 x f32>, f32) : !vkm.vec<4 x f32>
  // CHECK: vkm.resize %[[LONG]] : !vkm.vec<4 x f32> -> !vkm.vec<2 x f32>
  %3 = vkm.resize %2 : !vkm.vec<4 x f32> -> !vkm.vec<2 x f32>
  // CHECK: vkm.aggregate(%{{.*}}, %{{.*}}, %{{.*}} : !vkm.vec<3 x f32>, !vkm.vec<3 x f32>, !vkm.vec<3 x f32>) : !vkm.mat<3 x 3 x f32>
  %4 = vkm.aggregate(%v, %v, %v : !vkm.vec<3 x f32>, !vkm.vec<3 x f32>, !vkm.vec<3 x f32>) : !vkm.mat<3 x 3 x f32>
}
