// What reductions of elements, vectors and bools become: each thread keeps a copy of a small array; of vectors, one
// value each; partial results of bools are words.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=glsl -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class D --emit=glsl --finish=atomics -- -std=c++17 | FileCheck %s --check-prefix=ATOMICS
#include <glm/glm.hpp>
class C {
public:
  virtual ~C() {}
  virtual void run(const int *in, int n) { kernel1D_k(in, n); }
  // CHECK: uint m_isAnyPartials[256];
  // CHECK-NEXT: int m_binsPartials[8][256];
  // CHECK-NEXT: int m_stepsPartials[2][256];
  // CHECK: shared bool m_isAnyShared[128];
  // CHECK-NEXT: shared int m_binsShared[8][128];
  // CHECK-NEXT: shared ivec2 m_stepsShared[128];
  // CHECK: void combineWorkgroup(inout bool m_isAnyLocal, inout int m_binsLocal[8], inout ivec2 m_stepsLocal) {
  // CHECK-NEXT: m_isAnyLocal = subgroupOr(m_isAnyLocal);
  // CHECK-NEXT: for (uint element = 0u; element < 8u; element++) {
  // CHECK-NEXT: m_binsLocal[element] = subgroupAdd(m_binsLocal[element]);
  // CHECK-NEXT: }
  // CHECK-NEXT: m_stepsLocal = subgroupAdd(m_stepsLocal);
  // CHECK: void main() {
  // CHECK: bool m_isAnyLocal = false;
  // CHECK-NEXT: int m_binsLocal[8];
  // CHECK: m_isAnyLocal = in_[i] == 0 || m_isAnyLocal;
  // CHECK-NEXT: m_binsLocal[in_[i] & 7]++;
  // CHECK-NEXT: m_stepsLocal += ivec2(1, in_[i]);
  // CHECK: m_stepsPartials[1][gl_WorkGroupID.x] = m_stepsLocal.y;
  void kernel1D_k(const int *in, int n) {
    for (int i = 0; i < n; i++) {
      m_isAny |= in[i] == 0;
      m_bins[in[i] & 7]++;
      m_steps += glm::ivec2(1, in[i]);
    }
  }
  bool m_isAny = false;
  int m_bins[8] = {};
  glm::ivec2 m_steps{0};
};

// Integers are finished by atomics, a component each.
class D {
public:
  virtual ~D() {}
  virtual void run(const int *in, int n) { kernel1D_k(in, n); }
  // ATOMICS-NOT: Partials
  // ATOMICS: if (gl_LocalInvocationID.x == 0u) {
  // ATOMICS-NEXT: for (uint element = 0u; element < 8u; element++) {
  // ATOMICS-NEXT: atomicAdd(m_bins[element], m_binsLocal[element]);
  // ATOMICS: atomicAdd(m_steps.x, m_stepsLocal.x);
  // ATOMICS-NEXT: atomicAdd(m_steps.y, m_stepsLocal.y);
  // ATOMICS-NEXT: atomicXor(m_odd, m_oddLocal);
  void kernel1D_k(const int *in, int n) {
    for (int i = 0; i < n; i++) {
      m_bins[in[i] & 7]++;
      m_steps += glm::ivec2(1, in[i]);
      m_odd ^= in[i];
    }
  }
  int m_bins[8] = {}, m_odd = 0;
  glm::ivec2 m_steps{0};
};
