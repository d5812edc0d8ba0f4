// Origin: written as a user would, before its first translation, as what looks like a reduction and is none.
// What reductions had to refuse: totals that the loop reads, which another total or an extreme goes by.
// RUN: %check %s --class OnceMisses --size n=0,1,300,1000 -- -std=c++17
#include <algorithm>

class OnceMisses {
public:
  virtual ~OnceMisses() = default;
  virtual void Run([[vkmorph::size("n")]] int *out, int *sums, [[vkmorph::size("n")]] int *packed, const int *x, int n) {
    kernel1D_ReadInside(out, x, n);
    kernel1D_Local(sums, x, n);
    kernel1D_Depends(x, n);
    kernel1D_OldValue(packed, x, n);
    kernel1D_Mixed(x, n);
  }

private:
  // A running total.
  void kernel1D_ReadInside(int *out, const int *x, int n) {
    for (int i = 0; i < n; i++) {
      m_sum += x[i];
      if (m_sum > 100)
        out[i] = 1;
    }
  }
  void kernel1D_Local(int *sums, const int *x, int n) {
    int running = 0;
    for (int i = 0; i < n; i++) {
      running += x[i];
      sums[i] = running;
    }
  }
  void kernel1D_Depends(const int *x, int n) {
    for (int i = 0; i < n; i++) {
      m_first += x[i];
      m_second += m_first;
    }
  }
  // What ++ gives is where the iteration stands in the order.
  void kernel1D_OldValue(int *packed, const int *x, int n) {
    m_slot = 0;
    for (int i = 0; i < n; i++)
      if (x[i] > 0)
        packed[m_slot++] = x[i];
  }
  // A sum of what is compared with the smallest so far.
  void kernel1D_Mixed(const int *x, int n) {
    for (int i = 0; i < n; i++) {
      m_low = std::min(m_low, x[i]);
      m_drawdown = std::max(m_drawdown, x[i] - m_low);
    }
  }

  int m_sum = 0, m_first = 0, m_second = 0, m_slot = 0, m_low = 0, m_drawdown = 0;
};
