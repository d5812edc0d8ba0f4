// Origin: written as a user would, before its first translation.
// Cells that are cleared beside lists that kernels append to, whose sizes only the device knows.
// RUN: %check %s --class Cells --size n=0,1,9,300 --arg limit=0..60 -- -std=c++17
#include <cstddef>
#include <vector>

class Cells {
public:
  virtual ~Cells() = default;

  virtual void Sort(const int *a, int n, int limit) {
    m_large.clear();
    m_first.assign(n, -1);
    kernel1D_Choose(a, n, limit);
    m_ranks.resize(m_large.size());
    kernel1D_Zero();
    kernel1D_Count(n);
    kernel1D_Next();
  }

protected:
  virtual void kernel1D_Choose(const int *a, int n, int limit) {
    for (int i = 0; i < n; i++)
      if ((a[i] & 63) > limit)
        m_large.push_back(a[i] & 63);
  }
  // As many as there are large ones.
  virtual void kernel1D_Zero() {
    for (std::size_t i = 0; i < m_ranks.size(); i++)
      m_ranks[i] = 0;
    for (int i = 0; i < 64; i++)
      m_cells[i] = 0u;
  }
  virtual void kernel1D_Count(int n) {
    for (std::size_t i = 0; i < m_large.size(); i++) {
      m_cells[m_large[i]]++;
      m_ranks[i] += 1;
    }
    for (int i = 0; i < n; i++)
      m_first[i] += int(m_cells[i % 64]);
  }
  virtual void kernel1D_Next() {
    for (int i = 0; i < 64; i++)
      m_last[i] = 5;
  }

  std::vector<int> m_large, m_first, m_ranks;
  unsigned m_cells[64] = {};
  int m_last[64] = {};
};
