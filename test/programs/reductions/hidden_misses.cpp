// Origin: written as a user would, before its first translation.
// Totals that depend on their order, under conditions that only some iterations meet, in functions, in inner loops, in elements of
// arrays: errors as well.
// RUN: not vkmorph %s --class HiddenMisses -o %t.out -- -std=c++17 2>&1 | FileCheck %s
// RUN: not ls %t.out
#include <algorithm>

class HiddenMisses {
public:
  virtual ~HiddenMisses() = default;
  virtual void Run(int *out, const int *x, const float *f, int n) {
    kernel1D_First(x, n);
    kernel1D_Ends(x, n);
    kernel1D_Inner(x, n);
    kernel1D_Element(out, x, n);
    kernel1D_Carry(x, n);
    kernel1D_Array(x, n);
  }

private:
  // Which one comes first is a matter of order.
  void kernel1D_First(const int *x, int n) {
    for (int i = 0; i < n; i++)
      if (m_first < x[i])
        // CHECK: error: {{.*}}kernel1D_First{{.*}}m_first
        m_first = i;
  }
  void kernel1D_Ends(const int *x, int n) {
    for (int i = 0; i < n; i++)
      if (i == 0 || x[i] != x[i - 1])
        // CHECK: error: {{.*}}kernel1D_Ends{{.*}}m_ends
        m_ends = m_ends ^ (m_ends << 1) ^ i;
  }
  void kernel1D_Inner(const int *x, int n) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 4; k++) {
        // CHECK: error: {{.*}}kernel1D_Inner{{.*}}m_inner
        m_inner += x[i] >> k;
        if (m_inner > 1000)
          break;
      }
  }
  void kernel1D_Element(int *out, const int *x, int n) {
    for (int i = 0; i < n; i++)
      if (i % 2 == 0)
        // CHECK: error: {{.*}}kernel1D_Element{{.*}}out
        out[0] = out[0] * 3 + x[i];
  }
  // What the iteration before has left.
  void kernel1D_Carry(const int *x, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: error: {{.*}}kernel1D_Carry
      const int sum = x[i] + m_carry;
      m_carry = sum >> 4;
    }
  }
  void kernel1D_Array(const int *x, int n) {
    for (int i = 0; i < n; i++)
      for (int k = 1; k < 4; k++)
        // CHECK: error: {{.*}}kernel1D_Array{{.*}}m_taps
        m_taps[k] += m_taps[k - 1] * x[i];
  }

  int m_first = -1, m_ends = 0, m_inner = 0, m_carry = 0;
  int m_taps[4] = {1, 0, 0, 0};
};
