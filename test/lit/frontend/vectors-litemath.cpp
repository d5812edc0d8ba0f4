// LiteMath: named types, its conventions of matrices, functions that are not in the table.
// RUN: %import %s -- -I%S/Inputs | FileCheck %s

#include "LiteMath.h"

using LiteMath::float3;
using LiteMath::float4;
using LiteMath::float4x4;

class C {
public:
  virtual ~C() {}
  virtual void run(const float4 *in, float3 *out, int n) { kernel1D_k(in, out, n); }
  float4x4 m_world;
  // What the table lacks is translated like the user's own functions.
  // CHECK: vkm.func @sumOf
  // CHECK: vkm.component %{{.*}} : !vkm.vec<3 x f32>, si32 -> f32
  void kernel1D_k(const float4 *in, float3 *out, int n) {
    for (int i = 0; i < n; i++) {
      // A vector without initial value is 0, a matrix the unit matrix.
      // CHECK: %[[ZERO:.*]] = vkm.constant 0.000000e+00 : f32
      // CHECK: vkm.splat %[[ZERO]] : f32 -> !vkm.vec<3 x f32>
      float3 a;
      // CHECK: %[[ONE:.*]] = vkm.constant 1.000000e+00 : f32
      // CHECK: vkm.splat %[[ONE]] : f32 -> !vkm.mat<4 x 4 x f32>
      float4x4 m;
      // m[row][column] and m(row, column): the column comes first.
      // CHECK: %[[TWO:.*]] = vkm.constant 2 : si32
      // CHECK: %[[THREE:.*]] = vkm.constant 3 : si32
      // CHECK: %[[COLUMN:.*]] = vkm.element %{{.*}}[%[[THREE]]] : <!vkm.mat<4 x 4 x f32>>, si32 -> <!vkm.vec<4 x f32>>
      // CHECK: vkm.element %[[COLUMN]][%[[TWO]]] : <!vkm.vec<4 x f32>>, si32 -> <f32>
      m[2][3] = 5.0f;
      // CHECK: %[[ROW0:.*]] = vkm.constant 0 : si32
      // CHECK: %[[COLUMN1:.*]] = vkm.constant 1 : si32
      // CHECK: %[[SECOND:.*]] = vkm.element %{{.*}}[%[[COLUMN1]]] : <!vkm.mat<4 x 4 x f32>>
      // CHECK: vkm.element %[[SECOND]][%[[ROW0]]] : <!vkm.vec<4 x f32>>
      m(0, 1) = 6.0f;
      // CHECK: vkm.element %{{.*}} : <!vkm.mat<4 x 4 x f32>>, si32 -> <!vkm.vec<4 x f32>>
      // CHECK: vkm.assign %{{.*}}, %{{.*}} : <!vkm.vec<4 x f32>>
      m.set_col(1, m_world.get_row(0));
      // A point: its fourth component is 1.
      // CHECK: %[[POINT:.*]] = vkm.aggregate(%{{.*}}, %{{.*}} : !vkm.vec<3 x f32>, f32) : !vkm.vec<4 x f32>
      // CHECK: %[[PRODUCT:.*]] = vkm.binary mul %{{.*}}, %[[POINT]] : !vkm.mat<4 x 4 x f32>, !vkm.vec<4 x f32>
      // CHECK: vkm.resize %[[PRODUCT]] : !vkm.vec<4 x f32> -> !vkm.vec<3 x f32>
      a = m * LiteMath::to_float3(in[i]);
      // min(max(low, x), high), as the library has it.
      // CHECK: vkm.math max(
      // CHECK: vkm.math min(
      a = LiteMath::clamp(a, 0.0f, 1.0f);
      // CHECK: vkm.math mix(
      a += LiteMath::lerp(a, float3{1.0f, 2.0f, 3.0f}, 0.5f);
      // CHECK: vkm.element %{{.*}} : <!vkm.vec<3 x f32>>, si32 -> <f32>
      a.M[i % 3] = LiteMath::dot(a, a);
      // CHECK: vkm.call @sumOf(
      out[i] = a * LiteMath::sumOf(a);
    }
  }
};
