// Numbers among the members that inner loops read are read once before them, unless the same dispatch writes them.
// RUN: vkmorph %s --emit=glsl -- -std=c++17 | FileCheck %s
#include <cstddef>

class Products {
public:
  virtual ~Products() = default;

  virtual void Run(const float *a, const float *b, float *c, int n) {
    kernel1D_Scaled(a, c, n);
    while (m_last < m_depth && c[m_last] > 0.0f) {
      c[m_last] = 0.0f;
      m_last++;
    }
    kernel1D_Product(a, b, c, n);
  }

  int m_depth = 0, m_last = 0;
  size_t stride = 0;
  float m_scale = 1.0f, m_bias = 0.0f;

protected:
  // The bound and the stride, each once, before the outermost of the body's own loops; not what no such loop reads.
  // CHECK-LABEL: {{^}}//--- shaders/kernel1D_Product.comp
  // CHECK: for (int i = int(gl_GlobalInvocationID.x);
  // CHECK: const int depth = m_depth;
  // CHECK-NEXT: const uint stride_ = stride.x;
  // CHECK-NEXT: for (int round_ = 0; round_ < 3; round_++) {
  // CHECK-NEXT: for (int k = 0; k < depth; k++) {
  // CHECK-NEXT: sum += a[{{.*}}stride_{{.*}}] * b[k];
  // CHECK: c[i] = sum + m_bias;
  virtual void kernel1D_Product(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n; ++i) {
      float sum = 0.0f;
      for (int round = 0; round < 3; ++round)
        for (int k = 0; k < m_depth; ++k)
          sum += a[k * stride + i] * b[k];
      c[i] = sum + m_bias;
    }
  }

  // A grid's own loop is none.
  // CHECK-LABEL: {{^}}//--- shaders/kernel1D_Scaled.comp
  // CHECK-NOT: scale =
  // CHECK: a[i] * m_scale
  virtual void kernel1D_Scaled(const float *a, float *c, int n) {
    for (int i = 0; i < n; ++i)
      c[i] = a[i] * m_scale;
  }
};

// What a shader writes it reads where it stands.
// CHECK-LABEL: {{^}}//--- shaders/kernel1D_Run_members.comp
// CHECK: const int depth = m_depth;
// CHECK-NEXT: while (m_last < depth && c[m_last] > 0.0) {
// CHECK-NEXT: c[m_last] = 0.0;
// CHECK-NEXT: m_last++;
