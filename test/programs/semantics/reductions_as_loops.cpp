// Origin: written for claims of docs/Semantics.md.
// Reductions have the result of the sequential loop: from the member's old value on, with conditions, in every width, and what
// happens to the member before and after the loop counts.
// RUN: %check %s --class Reductions --variants=all -- -std=c++17
#include <algorithm>
#include <climits>
#include <cstdint>

class Reductions {
public:
  virtual ~Reductions() {}
  virtual int Start(const int *x, int n) {
    kernel1D_Start(x, n);
    return m_sum;
  }
  virtual void Widths(const uint8_t *bytes, const int *x, int n) { kernel1D_Widths(bytes, x, n); }
  virtual void After(const int *x, int n) { kernel1D_After(x, n); }
  virtual bool Any(const int *x, int n) {
    kernel1D_Any(x, n);
    return m_any && !m_all;
  }

private:
  void kernel1D_Start(const int *x, int n) {
    // Not reset: the loop goes on from what the last call left.
    for (int i = 0; i < n; ++i) {
      if (x[i] == 13)
        continue;
      m_sum += x[i] > 0 ? x[i] : 1;
      m_product *= x[i] | 1;
      m_least = std::min(m_least, x[i]);
      if (x[i] > m_most)
        m_most = x[i];
      m_bits ^= unsigned(x[i]) << i % 32;
      m_sum -= 3;
    }
  }
  void kernel1D_Widths(const uint8_t *bytes, const int *x, int n) {
    m_wide = INT_MAX;
    m_byte = 250;
    m_short = -30000;
    for (int i = 0; i < n; ++i) {
      // 64 bits do not wrap, 8 and 16 do, each time.
      m_wide += x[i] * 1000000007ll;
      m_byte += bytes[i];
      m_short -= int16_t(x[i] * 9);
      m_mask &= uint16_t(x[i] | 0x5a0f);
      m_unsigned += unsigned(x[i]);
    }
  }
  void kernel1D_After(const int *x, int n) {
    m_sum = 0;
    for (int i = 0; i < n; ++i)
      m_sum += x[i];
    m_first = m_sum;
    m_sum = n;
    for (int i = 0; i < n; ++i)
      m_sum = std::max(m_sum, x[i] * 2);
    m_sum = m_sum * 2 + m_unsigned % 5u;
  }
  void kernel1D_Any(const int *x, int n) {
    m_any = false;
    m_all = true;
    for (int i = 0; i < n; ++i) {
      m_any = m_any || x[i] < 0;
      m_all &= x[i] > -40;
    }
  }
  int m_sum = 100, m_first = 0, m_product = 3, m_least = INT_MAX, m_most = INT_MIN;
  unsigned m_bits = 0, m_unsigned = 7;
  long long m_wide = 0;
  uint8_t m_byte = 0;
  int16_t m_short = 0;
  uint16_t m_mask = 0xffff;
  bool m_any = false, m_all = true;
};
