// Origin: written as a user would, before its first translation.
// Loops that begin and end elsewhere, go down, in steps, with unsigned and narrow counters, of two nests in one kernel.
// RUN: %check %s --class Strides --arg=step=1..5 --arg=from=0..4 --variants=default,vulkan10,tree-last-workgroup -- -std=c++17
#include <cstdint>

class Strides {
public:
  virtual ~Strides() = default;
  virtual void Down(const int *x, int n) { kernel1D_Down(x, n); }
  virtual void Steps([[vkmorph::size("n")]] const float *x, int n, int step, int from) { kernel1D_Steps(x, n, step, from); }
  virtual void Plane(const int16_t *x, uint32_t w, uint32_t h) { kernel2D_Plane(x, w, h); }

private:
  void kernel1D_Down(const int *x, int n) {
    for (int i = n; i--;)
      m_alternating += i & 1 ? -x[i] : x[i];
    for (int i = n - 1; i > 0; i -= 3) {
      m_jumps++;
      if (x[i] < x[i - 1])
        m_descents += x[i - 1] - x[i];
    }
    for (unsigned i = 0; i != unsigned(n); ++i)
      m_seen += i;
    m_total = m_alternating + m_jumps + int(m_seen);
  }

  void kernel1D_Steps(const float *x, int n, int step, int from) {
    m_sum = m_first = 0;
    for (int i = from; i < n; i += step) {
      m_sum += x[i];
      m_visits++;
    }
    for (int i = from; i <= n - 1; i++) {
      const int back = n - 1 - i;
      m_first = x[back] > m_first ? x[back] : m_first;
      for (int k = back; k < n && k < back + 3; k++)
        m_windows += x[k] * 0.25f;
    }
  }

  void kernel2D_Plane(const int16_t *x, uint32_t w, uint32_t h) {
    m_edges = 0;
    for (uint32_t y = h; y-- > 0;)
      for (uint32_t u = 0; u + 1 < w; u += 2) {
        m_edges += x[y * w + u] != x[y * w + u + 1];
        m_product *= (x[y * w + u] & 2) - 1;
        m_low = x[y * w + u] < m_low ? x[y * w + u] : m_low;
        m_widest = m_widest < uint32_t(y * u) ? y * u : m_widest;
      }
  }

  int m_alternating = 0, m_jumps = 0, m_descents = 0, m_total = 0, m_visits = 0;
  uint32_t m_seen = 0, m_edges = 0, m_widest = 0;
  float m_sum = 0, m_first = 0, m_windows = 0;
  int8_t m_product = 1;
  int16_t m_low = 32767;
};
