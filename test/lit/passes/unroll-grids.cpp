// Threads of a reduction take eight iterations at a time while there are as many, so that their reads wait for memory
// together; bodies with loops or calls, and grids in two dimensions, take one.
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
  // CHECK-NEXT: {{\[\[}}unroll]] for (uint k = 0u; k < 8u; k++, i += stride) {
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
  void kernel2D_plane(const float *in, int n, int m) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < m; k++)
        m_sum += in[i * m + k];
  }
  float Cube(float x) { return x * x * x; }
  void kernel1D_scale(int n) {
    for (int i = 0; i < n; i++)
      m_sum += Cube(float(i));
  }
  float m_sum = 0;
};
