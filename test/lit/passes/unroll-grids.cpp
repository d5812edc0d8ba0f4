// Threads of a reduction take eight iterations at a time while there are as many, so that their reads wait for memory
// together. Longer bodies without branches, and grids in more dimensions, take four; bodies with calls, or with loops
// whose length is not known, take one.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=planned -- -std=c++17 | FileCheck %s --check-prefix=PLAN
// RUN: vkmorph %t.cpp --class C --emit=glsl -- -std=c++17 | FileCheck %s
class C {
public:
  virtual ~C() {}
  virtual void run(const float *in, int n, int m) {
    kernel1D_sum(in, n);
    kernel1D_rows(in, n, m);
    kernel2D_plane(in, n, m);
    kernel1D_scale(n);
    kernel2D_moments(in, n, m);
  }
  // `continue` ends one of the eight.
  // PLAN-LABEL: vkm.kernel @kernel1D_sum
  // PLAN: vkm.grid
  // PLAN-SAME: unroll = 8 : i32
  // CHECK: #extension GL_EXT_control_flow_attributes : require
  // CHECK: void main() {
  // CHECK: int i = 1 + int(gl_GlobalInvocationID.x) * 2;
  // CHECK-NEXT: const int stride = int(gl_NumWorkGroups.x * gl_WorkGroupSize.x) * 2;
  // CHECK-NEXT: while (i <= n && n - i >= 7 * stride) {
  // CHECK-NEXT: {{\[\[}}unroll]] for (uint turn = 0u; turn < 8u; turn++, i += stride) {
  // CHECK-NEXT: if (in_[i] < 0.0) {
  // CHECK-NEXT: continue;
  // CHECK-NEXT: }
  // CHECK-NEXT: m_sumLocal += in_[i];
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK: {{^ *}}// The iterations that are left.
  // CHECK-NEXT: for (int rest = i; rest <= n; rest += stride) {
  // CHECK-NEXT: if (in_[rest] < 0.0) {
  void kernel1D_sum(const float *in, int n) {
    for (int i = 1; i <= n; i += 2) {
      if (in[i] < 0)
        continue;
      m_sum += in[i];
    }
  }
  // PLAN-LABEL: vkm.kernel @kernel1D_rows
  // PLAN-NOT: unroll
  void kernel1D_rows(const float *in, int n, int m) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < m; k++)
        m_sum += in[i * m + k];
  }
  // PLAN-LABEL: vkm.kernel @kernel2D_plane
  // PLAN: vkm.grid
  // PLAN-SAME: unroll = 4 : i32
  // CHECK-LABEL: kernel2D_plane.comp
  // CHECK: for (int i = int(gl_GlobalInvocationID.y);
  // CHECK-NEXT: int k = int(gl_GlobalInvocationID.x);
  // CHECK-NEXT: const int stride = int(gl_NumWorkGroups.x * gl_WorkGroupSize.x);
  // CHECK-NEXT: while (k < m && m - k > 3 * stride) {
  // CHECK-NEXT: {{\[\[}}unroll]] for (uint turn = 0u; turn < 4u; turn++, k += stride) {
  // CHECK-NEXT: m_sumLocal += in_[i * m + k];
  // CHECK: for (int rest = k; rest < m; rest += stride) {
  // CHECK-NEXT: m_sumLocal += in_[i * m + rest];
  void kernel2D_plane(const float *in, int n, int m) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < m; k++)
        m_sum += in[i * m + k];
  }
  // PLAN-LABEL: vkm.kernel @kernel1D_scale
  // PLAN-NOT: unroll
  float Cube(float x) { return x * x * x; }
  void kernel1D_scale(int n) {
    for (int i = 0; i < n; i++)
      m_sum += Cube(float(i));
  }
  // PLAN-LABEL: vkm.kernel @kernel2D_moments
  // PLAN: vkm.grid
  // PLAN-SAME: unroll = 4 : i32
  void kernel2D_moments(const float *in, int n, int m) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < m; k++)
        for (int power = 0; power < 3; power++)
          m_moments[power] += in[i * m + k] * float(power + 1);
  }
  float m_sum = 0, m_moments[3] = {};
};
