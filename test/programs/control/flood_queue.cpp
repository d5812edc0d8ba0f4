// Origin: written from README.md and docs/Language.md before its first translation.
// Queues that kernels fill: the host asks whether anything is left.
// RUN: %check %s --size n=1,100 --arg limit=0..40 --arg values=0..60 --assume-independent=kernel1D_Lower -- -std=c++17
#include <vector>

class FloodQueue {
public:
  virtual ~FloodQueue() = default;

  // How many rounds it takes until no value is above the limit.
  virtual int Drain([[vkmorph::size("n")]] int *values, int n, int limit) {
    int rounds = 0;
    kernel1D_Collect(values, n, limit);
    while (m_high.size() > 0) {
      kernel1D_Lower(values);
      kernel1D_Collect(values, n, limit);
      rounds++;
    }
    return rounds;
  }

  // Nothing to do, nothing done.
  virtual int Halve([[vkmorph::size("n")]] int *values, int n, int limit) {
    kernel1D_Collect(values, n, limit);
    if (m_high.empty())
      return 0;
    kernel1D_Lower(values);
    return static_cast<int>(m_high.size());
  }

  // A loop over pieces whose number a kernel says.
  virtual void Spread([[vkmorph::size("n")]] int *values, int n, int limit) {
    kernel1D_Collect(values, n, limit);
    const int pieces = static_cast<int>(m_high.size()) / 8 + 1;
    for (int piece = 0; piece < pieces; piece++)
      kernel1D_Add(values, n, piece);
  }

  // What is left over decides between two ways.
  virtual bool Balance([[vkmorph::size("n")]] int *values, int n, int limit) {
    kernel1D_Collect(values, n, limit);
    const bool many = m_high.size() * 2 > static_cast<unsigned>(n);
    if (many)
      kernel1D_Add(values, n, -limit);
    else
      kernel1D_Add(values, n, limit);
    return many;
  }

protected:
  void kernel1D_Collect(const int *values, int n, int limit) {
    m_high.clear();
    for (int i = 0; i < n; i++)
      if (values[i] > limit)
        m_high.push_back(i);
  }
  void kernel1D_Lower(int *values) {
    for (unsigned i = 0; i < m_high.size(); i++)
      values[m_high[i]] /= 2;
  }
  void kernel1D_Add(int *values, int n, int by) {
    for (int i = 0; i < n; i++)
      values[i] += by;
  }

  std::vector<int> m_high;
};
