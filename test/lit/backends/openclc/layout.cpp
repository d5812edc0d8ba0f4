// Structs lie as C++ has them: padding where members that no kernel touches, or alignment, leave a gap; vectors of three are
// arrays in memory, and components among the scalars; a bool is a byte in buffers.
// RUN: rm -rf %t && vkmorph %s -o %t --shaders=openclc --target=vulkan13 -- -std=c++17
// RUN: FileCheck %s --match-full-lines --input-file=%t/shaders/kernel1D_Move.cl
#include <cstdint>
#include <glm/glm.hpp>

struct alignas(16) Body {
  glm::vec3 at;
  bool isFree;
  uint16_t kind;
};

class Mover {
public:
  void Move(Body *a_bodies, uint32_t a_size, glm::vec3 a_by, float a_scale) { kernel1D_Move(a_bodies, a_size, a_by, a_scale); }
  int64_t Untouched() const { return m_untouched; }

protected:
  void kernel1D_Move(Body *a_bodies, uint32_t a_size, glm::vec3 a_by, float a_scale) {
    for (uint32_t i = 0; i < a_size; i++) {
      if (!a_bodies[i].isFree)
        continue;
      a_bodies[i].at += a_by * a_scale + m_drift;
      a_bodies[i].kind++;
    }
  }

  float m_first = 1.0f;
  int64_t m_untouched = 0;
  glm::vec3 m_drift = glm::vec3(0.5f, 0.0f, 0.0f);
};

//      CHECK: #pragma OPENCL FP_CONTRACT OFF
// CHECK-EMPTY:
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float at[3];
// CHECK-NEXT:   uchar isFree;
// CHECK-NEXT:   ushort kind;
// CHECK-NEXT: } Body;
// CHECK-EMPTY:
// CHECK-NEXT: // The members of Mover that kernels touch.
// CHECK-NEXT: typedef struct {
// CHECK-NEXT:   float m_drift[3];
// CHECK-NEXT: } ClassData;
// CHECK-EMPTY:
// CHECK-NEXT: __kernel __attribute__((reqd_work_group_size(256, 1, 1)))
// CHECK-NEXT: void kernel1D_Move(__global Body *a_bodies, __global const ClassData *self, uint a_size, uint padding, uint padding_,
// CHECK-NEXT:     uint padding_2, float a_byX, float a_byY, float a_byZ, float a_scale) {
// CHECK-NEXT:   const float3 a_by = (float3)(a_byX, a_byY, a_byZ);
// CHECK-NEXT:   for (uint i = (uint)get_global_id(0); i < a_size; i += (uint)get_num_groups(0) * (uint)get_local_size(0)) {
// CHECK-NEXT:     if (!((uint)a_bodies[i].isFree != 0u)) {
// CHECK-NEXT:       continue;
// CHECK-NEXT:     }
// CHECK-NEXT:     const float3 sum = a_by * a_scale + (float3)(self->m_drift[0], self->m_drift[1], self->m_drift[2]);
// CHECK-NEXT:     a_bodies[i].at[0] += sum.x;
// CHECK-NEXT:     a_bodies[i].at[1] += sum.y;
// CHECK-NEXT:     a_bodies[i].at[2] += sum.z;
// CHECK-NEXT:     a_bodies[i].kind = (ushort)(uint)((int)a_bodies[i].kind + 1);
// CHECK-NEXT:   }
// CHECK-NEXT: }
