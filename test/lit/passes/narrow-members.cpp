// Members of type size_t that are sizes are read as 32 bits, which the host checks; those that may not fit keep 64.
// RUN: vkmorph %s --emit=recognised --remarks=sizes -- -std=c++17 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: vkmorph %s --emit=glsl -- -std=c++17 2>/dev/null | FileCheck %s --check-prefix=GLSL
#include <cstddef>
#include <cstdint>

class C {
public:
  virtual ~C() {}
  virtual void Rows(const float *a, float *b) { kernel1D_Rows(a, b); }
  virtual void Set([[vkmorph::size("n")]] float *b, size_t n) {
    if (n > 0)
      m_set = n;
    kernel1D_Set(b);
  }
  virtual void Grow([[vkmorph::size("n")]] float *b, size_t n) {
    m_grown = n;
    kernel1D_Add();
    kernel1D_Grow(b);
  }
  virtual void Tail(float *b) { kernel1D_Tail(b); }
  virtual void Hash(uint32_t *h, int n) { kernel1D_Hash(h, n); }

protected:
  // REMARK-DAG: remark: kernels take 'm_rows' as 32 bits; the host checks that it fits when it uploads the member [vkm2122, sizes]
  // REMARK-DAG: remark: kernels take 'm_box.width' as 32 bits
  // CHECK: vkm.field @m_rows : ui64 {{.*}}vkm.checked_sizes = {{\[}}[]]
  // CHECK: vkm.field @m_box : {{.*}}vkm.checked_sizes = {{\[}}["width"]]
  // CHECK: vkm.field @m_set : ui64 {{.*}}vkm.checked_sizes
  // CHECK: vkm.field @m_grown : ui64
  // CHECK-NOT: checked_sizes
  // CHECK: vkm.field @m_first : ui64 {{.*}}vkm.checked_sizes
  // CHECK: vkm.field @m_seed : ui64
  // CHECK-NOT: checked_sizes
  struct Box {
    size_t width = 1;
    float scale = 1;
  };
  size_t m_rows = 1;
  Box m_box;
  size_t m_set = 1, m_grown = 1, m_first = 0;
  uint64_t m_seed = 1;

  // CHECK-LABEL: vkm.kernel @kernel1D_Rows
  // CHECK: %[[ROWS:.*]] = vkm.narrow "m_rows" %{{.*}} : ui64
  // CHECK: vkm.grid (%i: ui32{{.*}} "i") = (%{{.*}}) lt (%[[ROWS]] : ui32)
  // CHECK: vkm.for "k" = %{{.*}} : ui32
  // CHECK: vkm.narrow "m_box.width" %{{.*}} : ui64
  // GLSL-LABEL: C::kernel1D_Rows
  // GLSL: for (uint k = 0u; k < m_box.width.x; k++) {
  // GLSL-NEXT: sum += a[i * m_box.width.x + k] * m_box.scale;
  void kernel1D_Rows(const float *a, float *b) {
    for (size_t i = 0; i < m_rows; ++i) {
      float sum = 0;
      for (size_t k = 0; k < m_box.width; ++k)
        sum += a[i * m_box.width + k] * m_box.scale;
      b[i] = sum;
    }
  }
  // What the device assigns has been checked.
  // CHECK-LABEL: vkm.kernel @kernel1D_Set(
  // CHECK: vkm.grid (%i: ui32{{.*}} "i") =
  void kernel1D_Set(float *b) {
    for (size_t i = 0; i < m_set; ++i)
      b[i] = 1;
  }
  // A sum may be any number of 64 bits, so that the counter has as many: one of 32 would never reach it.
  // CHECK-LABEL: vkm.kernel @kernel1D_Grow(
  // CHECK: vkm.grid (%i: ui64{{.*}} "i") =
  // GLSL-LABEL: C::kernel1D_Grow
  // GLSL: for (uint64_t i = uint64_t(gl_GlobalInvocationID.x); i < m_grown;
  void kernel1D_Grow(float *b) {
    for (size_t i = 0; i < m_grown; ++i)
      b[i] = 1;
  }
  void kernel1D_Add() {
    m_grown += 1;
    for (int i = 0; i < 4; ++i)
      m_count[i] = 1;
  }
  float m_count[4];
  // GLSL-LABEL: C::kernel1D_Tail
  // GLSL: const uint first = m_first.x;
  // GLSL: const uint i = first + iNumber;
  void kernel1D_Tail(float *b) {
    for (size_t i = m_first; i < m_rows; ++i)
      b[i] = 1;
  }
  // Bits that are taken apart are no size.
  // CHECK-LABEL: vkm.kernel @kernel1D_Hash(
  // CHECK-NOT: vkm.narrow "m_seed"
  void kernel1D_Hash(uint32_t *h, int n) {
    for (int i = 0; i < n; ++i)
      h[i] = static_cast<uint32_t>(m_seed >> 32) + uint32_t(m_seed % 7u);
  }
  // CHECK-LABEL: vkm.control
};
