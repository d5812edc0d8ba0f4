// Where all that a reduction reads are elements with the number of the iteration, four are read at once; otherwise
// eight iterations follow each other, and longer bodies are left as they are.
// RUN: vkmorph %s --class C --emit=glsl -- -std=c++17 | FileCheck %s 
#include <cstdint>
#include <vector>

class C {
public:
  virtual ~C() = default;
  virtual void run(const float *a, const int *b, uint32_t n) {
    kernel1D_Dot(a, b, n);
    kernel1D_Steps(a, n);
    kernel1D_Weighted(n);
    kernel1D_Mixed(a, n);
    kernel1D_Signed(b, int(n));
    kernel1D_Guarded(a, b, n);
  }

protected:
  // CHECK-LABEL: kernel1D_Dot.comp
  // CHECK: layout(std430, binding = 0) readonly buffer aBuffer {
  // CHECK-NEXT: float a[];
  // CHECK: layout(std430, binding = 0) readonly buffer aVec4Buffer {
  // CHECK-NEXT: vec4 aVec4[];
  // CHECK: layout(std430, binding = 1) readonly buffer bVec4Buffer {
  // CHECK-NEXT: ivec4 bVec4[];
  // CHECK: const uint blocks = n / 4u;
  // CHECK: while (block < blocks && blocks - block > 3u * stride) {
  // CHECK-NEXT: for (uint turn = 0u; turn < 4u; turn++, block += stride) {
  // CHECK-NEXT: const vec4 a4 = aVec4[block];
  // CHECK-NEXT: const ivec4 b4 = bVec4[block];
  // CHECK-NEXT: for (uint component = 0u; component < 4u; component++) {
  // CHECK-NEXT: m_dotLocal += a4[component] * float(b4[component]);
  // CHECK: for (uint rest = block; rest < blocks; rest += stride) {
  // CHECK-NEXT: const vec4 a4 = aVec4[rest];
  // CHECK: if (gl_GlobalInvocationID.x < n % 4u) {
  // CHECK-NEXT: const uint i = 4u * blocks + gl_GlobalInvocationID.x;
  // CHECK-NEXT: m_dotLocal += a[i] * float(b[i]);
  void kernel1D_Dot(const float *a, const int *b, uint32_t n) {
    m_dot = 0;
    for (uint32_t i = 0; i < n; ++i)
      m_dot += a[i] * float(b[i]);
  }

  // The neighbour is another element.
  // CHECK-LABEL: kernel1D_Steps.comp
  // CHECK-NOT: Vec4
  // CHECK: while (i < difference && difference - i > 7u * stride) {
  void kernel1D_Steps(const float *a, uint32_t n) {
    m_steps = 0;
    for (uint32_t i = 0; i < n - 1; ++i)
      m_steps += a[i + 1] - a[i];
  }

  // Vectors of the class are buffers like others; of doubles there are two in 128 bits.
  // CHECK-LABEL: kernel1D_Weighted.comp
  // CHECK: dvec2 m_weightsVec2[];
  // CHECK: const dvec2 m_weights2 = m_weightsVec2[block];
  // CHECK-NEXT: for (uint component = 0u; component < 2u; component++) {
  // CHECK-NEXT: const uint i = 2u * block + component;
  void kernel1D_Weighted(uint32_t n) {
    m_weighted = 0;
    for (uint32_t i = 0; i < n; ++i)
      m_weighted += m_weights[i] * i;
  }

  // CHECK-LABEL: kernel1D_Mixed.comp
  // CHECK-NOT: Vec
  // CHECK: while (i < n && n - i > 7u * stride) {
  void kernel1D_Mixed(const float *a, uint32_t n) {
    m_weighted = 0;
    for (uint32_t i = 0; i < n; ++i)
      m_weighted += m_weights[i] * a[i];
  }

  // A signed count below zero has no block, and no rest that a thread's number is below.
  // CHECK-LABEL: kernel1D_Signed.comp
  // CHECK: const int blocks = n / 4;
  // CHECK: if (int(gl_GlobalInvocationID.x) < n - 4 * blocks) {
  void kernel1D_Signed(const int *b, int n) {
    m_signed = 0;
    for (int i = 0; i < n; ++i)
      m_signed |= b[i];
  }

  // What is read under a condition may not be there.
  // CHECK-LABEL: kernel1D_Guarded.comp
  // CHECK-NOT: Vec4
  void kernel1D_Guarded(const float *a, const int *b, uint32_t n) {
    m_dot = 0;
    for (uint32_t i = 0; i < n; ++i)
      if (b[i] > 0)
        m_dot += a[i];
  }

  float m_dot = 0, m_steps = 0;
  double m_weighted = 0;
  int m_signed = 0;
  std::vector<double> m_weights;
};
