// Origin: written as a user would, before its first translation.
// What looks like a reduction and is none: an error at its place each, never a wrong sum.
// RUN: not vkmorph %s --class NearMisses -o %t.out -- -std=c++17 2>&1 | FileCheck %s
// RUN: not vkmorph %s --class BoundMisses -o %t.out -- -std=c++17 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: not ls %t.out
#include <algorithm>
#include <cstdint>

class NearMisses {
public:
  virtual ~NearMisses() = default;
  virtual void Run(int *out, const int *x, const float *f, int n) {
    kernel1D_Circle(x, n);
    kernel1D_Fraction(f, n);
    kernel1D_Limited(x, n);
    kernel1D_ShortCircuit(x, n);
    kernel1D_ShiftIn(x, n);
    kernel1D_Chosen(x, n);
    kernel1D_Narrowed(x, n);
    kernel1D_Neighbour(x, n);
    kernel1D_SecondKey(x, n);
    kernel1D_NoneYet(x, n);
  }

private:
  void kernel1D_Circle(const int *x, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: error: {{.*}}kernel1D_Circle
      m_cosine -= (m_sine + x[i]) / 2;
      m_sine += m_cosine / 2;
    }
  }
  // The fraction is cut off each time.
  void kernel1D_Fraction(const float *f, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+1]]:7: error: {{.*}}kernel1D_Fraction{{.*}}m_cents
      m_cents += f[i] * 0.5f;
  }
  void kernel1D_Limited(const int *x, int n) {
    for (int i = 0; i < n; i++)
      if (x[i] > 0 && m_few < 10)
        // CHECK: :[[@LINE+1]]:9: error: {{.*}}kernel1D_Limited{{.*}}m_few
        m_few++;
  }
  bool Tested(int x) {
    m_tests++;
    return x > 10;
  }
  // After the first hit the function does not run any more.
  void kernel1D_ShortCircuit(const int *x, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: error: {{.*}}kernel1D_ShortCircuit
      m_any = m_any || Tested(x[i]);
  }
  void kernel1D_ShiftIn(const int *x, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+1]]:7: error: {{.*}}kernel1D_ShiftIn{{.*}}m_bits
      m_bits = m_bits << 1 | (x[i] & 1);
  }
  void kernel1D_Chosen(const int *x, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+1]]:7: error: {{.*}}kernel1D_Chosen{{.*}}m_chosen
      m_chosen += m_chosen > x[i] ? 1 : x[i];
  }
  // Each step drops bits that the next one would need.
  void kernel1D_Narrowed(const int *x, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+1]]:7: error: {{.*}}kernel1D_Narrowed{{.*}}m_narrow
      m_narrow = static_cast<uint8_t>(m_narrow + x[i]) >> 1;
  }
  void kernel1D_Neighbour(const int *x, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+1]]:7: error: {{.*}}kernel1D_Neighbour{{.*}}m_bins
      m_bins[x[i] & 3] += m_bins[(x[i] + 1) & 3];
  }

  // Of equal values the one with the smaller remainder.
  void kernel1D_SecondKey(const int *x, int n) {
    for (int i = 0; i < n; i++)
      if (x[i] / 8 < m_key || (x[i] / 8 == m_key && x[i] % 8 < m_rest)) {
        // CHECK: :[[@LINE+2]]:9: error: {{.*}}kernel1D_SecondKey{{.*}}m_key
        // CHECK: note: 'm_key' is no reduction: the condition of the 'if' that sets it is more than one comparison
        m_key = x[i] / 8;
        m_rest = x[i] % 8;
      }
  }
  // Whatever comes first is taken.
  void kernel1D_NoneYet(const int *x, int n) {
    m_lowAt = -1;
    for (int i = 0; i < n; i++)
      if (m_lowAt < 0 || x[i] < m_lowest) {
        m_lowest = x[i];
        // CHECK: error: {{.*}}kernel1D_NoneYet{{.*}}m_lowAt
        m_lowAt = i;
      }
  }

  int m_key = 0, m_rest = 0, m_lowest = 0, m_lowAt = 0;
  int m_cosine = 0, m_sine = 0, m_cents = 0, m_few = 0;
  int m_tests = 0, m_bits = 0, m_chosen = 0;
  int m_bins[4] = {};
  bool m_any = false;
  uint8_t m_narrow = 0;
};

class BoundMisses {
public:
  virtual ~BoundMisses() = default;
  virtual void Run(const int *x, int n) { kernel1D_Bound(x, n); }

private:
  // The bound follows what is summed.
  void kernel1D_Bound(const int *x, int n) {
    m_bound = n;
    // BOUND: :[[@LINE+1]]:5: error: {{.*}}kernel1D_Bound{{.*}}m_bound
    for (int i = 0; i < m_bound; i++)
      m_bound -= x[i] & 1;
  }
  int m_bound = 0;
};
