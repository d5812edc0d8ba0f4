// Origin: written as a user would, before its first translation.
// What a kernel does once with the elements that its loops have written.
// RUN: %check %s --class Rings --size n=0,1,7,3000 -- -std=c++17
#include <vector>

class Rings {
public:
  Rings() : m_ends(4), m_table(10) {}
  virtual ~Rings() = default;

  virtual void Close(const float *in, [[vkmorph::size("n + 1")]] float *ring, [[vkmorph::size("n + 2")]] float *sums, int n) {
    kernel1D_Close(in, ring, n);
    kernel1D_Total(in, sums, n);
    kernel1D_Ends(ring, n);
    kernel1D_Table(n);
  }

protected:
  // The first element once more, behind the last.
  virtual void kernel1D_Close(const float *in, float *ring, int n) {
    for (int i = 0; i < n; i++)
      ring[i] = 2.0f * in[i];
    ring[n] = n > 0 ? ring[0] : 5.0f;
  }
  // A total, and what depends on it and on an element.
  virtual void kernel1D_Total(const float *in, float *sums, int n) {
    m_total = 0.0f;
    for (int i = 0; i < n; i++) {
      sums[i] = in[i] + 1.0f;
      m_total += in[i];
    }
    sums[n] = m_total;
    sums[n + 1] = n > 0 ? sums[0] * 0.5f : m_total;
  }
  virtual void kernel1D_Ends(const float *ring, int n) {
    m_ends[0] = ring[0];
    m_ends[1] = ring[n];
    for (int i = 0; i < n; i++)
      m_count += ring[i] > 0.25f ? 1 : 0;
    m_ends[2] = float(m_count);
    m_ends[3] = m_ends[1] + ring[n / 2];
  }
  virtual void kernel1D_Table(int n) {
    for (int i = 0; i < 10; i++)
      m_table[i] = m_ends[i % 4] + float(i);
    m_table[9] = m_table[0] + m_table[4];
    m_last = m_table[9];
  }

  std::vector<float> m_ends, m_table;
  float m_total = 0.0f, m_last = 0.0f;
  int m_count = 0;
};
