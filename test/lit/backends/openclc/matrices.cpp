// Matrices are structs of their columns, in buffers arrays of their components, among scalars their columns.
// RUN: rm -rf %t && env CLSPV=none vkmorph %s -o %t --shaders=openclc --target=vulkan10 -- -std=c++17
// RUN: FileCheck %s --match-full-lines --input-file=%t/shaders/kernel1D_Turn.cl
#include <glm/glm.hpp>

class Turner {
public:
  void Turn(const glm::mat3 *a_turns, glm::vec3 *a_out, float *a_sizes, float a_scale, glm::mat2 a_by, int a_size) {
    kernel1D_Turn(a_turns, a_out, a_sizes, a_scale, a_by, a_size);
  }

protected:
  void kernel1D_Turn(const glm::mat3 *a_turns, glm::vec3 *a_out, float *a_sizes, float a_scale, glm::mat2 a_by, int a_size) {
    for (int i = 0; i < a_size; i++) {
      glm::mat3 turn = a_turns[i] * m_by;
      turn *= a_scale;
      turn[i % 3].y = 1.0f;
      a_out[i] = turn * m_axis + m_axis * turn;
      a_sizes[i] = glm::determinant(a_by * glm::inverse(glm::mat2(turn)));
    }
  }

  glm::mat3 m_by{1.0f};
  glm::vec3 m_axis{0.0f, 0.0f, 1.0f};
};

//      CHECK: #pragma OPENCL FP_CONTRACT OFF
// CHECK-EMPTY:
// CHECK-NEXT: // A matrix of 2 columns of 2 rows.
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float2 columns[2];
// CHECK-NEXT: } Matrix2;
// CHECK-EMPTY:
// CHECK-NEXT: // A matrix of 3 columns of 3 rows.
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float3 columns[3];
// CHECK-NEXT: } Matrix3;
// CHECK-EMPTY:
// CHECK-NEXT: // The members of Turner that kernels touch.
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float m_by[3][3];
// CHECK-NEXT:   uchar padding[12];
// CHECK-NEXT:   float m_axis[3];
// CHECK-NEXT: } ClassData;
// CHECK-EMPTY:
// CHECK-NEXT: float determinant2(Matrix2 m) {
// CHECK-NEXT:   return m.columns[0].x * m.columns[1].y + m.columns[0].y * -m.columns[1].x;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: Matrix2 product2(Matrix2 a, Matrix2 b) {
// CHECK-NEXT:   const float2 b0 = b.columns[0];
// CHECK-NEXT:   const float2 b1 = b.columns[1];
// CHECK-NEXT:   return (Matrix2){{[{][{]}}a.columns[0] * b0.x + a.columns[1] * b0.y, a.columns[0] * b1.x + a.columns[1] * b1.y}};
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: Matrix2 inverse2(Matrix2 m) {
// CHECK-NEXT:   const float m00 = m.columns[0].x;
// CHECK-NEXT:   const float m01 = m.columns[0].y;
// CHECK-NEXT:   const float cofactor0 = m.columns[1].y;
// CHECK-NEXT:   const float cofactor1 = -m.columns[1].x;
// CHECK-NEXT:   const float determinant = m00 * cofactor0 + m01 * cofactor1;
// CHECK-NEXT:   return (Matrix2){{[{][{]}}(float2)(cofactor0, -m01) / determinant, (float2)(cofactor1, m00) / determinant}};
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: Matrix2 resized2(Matrix3 m) {
// CHECK-NEXT:   return (Matrix2){{[{][{]}}(float2)(m.columns[0].x, m.columns[0].y), (float2)(m.columns[1].x, m.columns[1].y)}};
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: float3 transformRow3(float3 v, Matrix3 m) {
// CHECK-NEXT:   const float3 m0 = m.columns[0];
// CHECK-NEXT:   const float3 m1 = m.columns[1];
// CHECK-NEXT:   const float3 m2 = m.columns[2];
// CHECK-NEXT:   return (float3)(v.x * m0.x + v.y * m0.y + v.z * m0.z, v.x * m1.x + v.y * m1.y + v.z * m1.z,
// CHECK-NEXT:       v.x * m2.x + v.y * m2.y + v.z * m2.z);
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: float3 transform3(Matrix3 m, float3 v) {
// CHECK-NEXT:   return m.columns[0] * v.x + m.columns[1] * v.y + m.columns[2] * v.z;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: Matrix3 scaled3(Matrix3 a, float b) {
// CHECK-NEXT:   return (Matrix3){{[{][{]}}a.columns[0] * b, a.columns[1] * b, a.columns[2] * b}};
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: Matrix3 product3(Matrix3 a, Matrix3 b) {
// CHECK-NEXT:   const float3 b0 = b.columns[0];
// CHECK-NEXT:   const float3 b1 = b.columns[1];
// CHECK-NEXT:   const float3 b2 = b.columns[2];
// CHECK-NEXT:   return (Matrix3){{[{][{]}}a.columns[0] * b0.x + a.columns[1] * b0.y + a.columns[2] * b0.z,
// CHECK-NEXT:           a.columns[0] * b1.x + a.columns[1] * b1.y + a.columns[2] * b1.z,
// CHECK-NEXT:           a.columns[0] * b2.x + a.columns[1] * b2.y + a.columns[2] * b2.z}};
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: __kernel __attribute__((reqd_work_group_size(128, 1, 1)))
// CHECK-NEXT: void kernel1D_Turn(__global const float (*a_turns)[3][3], __global float (*a_out)[3], __global float *a_sizes,
// CHECK-NEXT:     __global const ClassData *self, float a_scale, float2 a_by0, float2 a_by1, int a_size) {
// CHECK-NEXT:   const Matrix2 a_by = (Matrix2){{[{][{]}}a_by0, a_by1}};
// CHECK-NEXT:   for (int i = (int)get_global_id(0); i < a_size; i += (int)((uint)get_num_groups(0) * (uint)get_local_size(0))) {
// CHECK-NEXT:     Matrix3 turn = product3((Matrix3){{[{][{]}}(float3)(a_turns[i][0][0], a_turns[i][0][1], a_turns[i][0][2]),
// CHECK-NEXT:                 (float3)(a_turns[i][1][0], a_turns[i][1][1], a_turns[i][1][2]),
// CHECK-NEXT:                 (float3)(a_turns[i][2][0], a_turns[i][2][1], a_turns[i][2][2])}}, (Matrix3){{[{][{]}}
// CHECK-NEXT:                 (float3)(self->m_by[0][0], self->m_by[0][1], self->m_by[0][2]),
// CHECK-NEXT:                 (float3)(self->m_by[1][0], self->m_by[1][1], self->m_by[1][2]),
// CHECK-NEXT:                 (float3)(self->m_by[2][0], self->m_by[2][1], self->m_by[2][2])}});
// CHECK-NEXT:     turn = scaled3(turn, a_scale);
// CHECK-NEXT:     turn.columns[i % 3].y = 1.0f;
// CHECK-NEXT:     const float3 sum = transform3(turn, (float3)(self->m_axis[0], self->m_axis[1], self->m_axis[2])) +
// CHECK-NEXT:         transformRow3((float3)(self->m_axis[0], self->m_axis[1], self->m_axis[2]), turn);
// CHECK-NEXT:     a_out[i][0] = sum.x;
// CHECK-NEXT:     a_out[i][1] = sum.y;
// CHECK-NEXT:     a_out[i][2] = sum.z;
// CHECK-NEXT:     a_sizes[i] = determinant2(product2(a_by, inverse2(resized2(turn))));
// CHECK-NEXT:   }
// CHECK-NEXT: }
