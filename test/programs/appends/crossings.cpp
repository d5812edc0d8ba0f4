// Origin: written as a user would, before its first translation.
// A signal's crossings of a level, in the order of time: several for one sample, in functions and inner loops, behind
// what the log already has; what comes later relies on the order.
// RUN: %check %s --class Crossings --variant=stable=--append=stable --variant='plain=--append=stable --target=vulkan10' --size n=0,1,255,256,257,5000 --arg levels=3 -- -std=c++17
// RUN: %check %s --class Crossings --control=Watch --variant=stable=--append=stable --size n=3000 --arg levels=5 --setup "object.Seed(7);" -- -std=c++17
#include <cstddef>
#include <vector>

struct Crossing {
  int at;
  short level;
  bool rises;
};

class Crossings {
public:
  virtual ~Crossings() = default;
  void Seed(int n) {
    for (int i = 0; i < n; i++)
      m_log.push_back({-i, short(i), true});
  }

  // The log grows; the gaps between neighbours in it are what is asked for.
  virtual void Watch(const float *signal, int n, int levels) {
    m_log.reserve(m_log.size() + std::size_t(n) * levels);
    m_zeros.reserve(n);
    kernel1D_Watch(signal, n, levels);
    kernel1D_Gaps();
  }
  virtual int First(const float *signal, int n) {
    kernel1D_Starts(signal, n);
    return m_picked;
  }

protected:
  void Note(int at, int level, float before, float now) {
    const float height = level * 0.25f - 0.5f;
    if (before < height && now >= height)
      m_log.push_back({at, short(level), true});
    else if (before >= height && now < height)
      m_log.push_back({at, short(level), false});
    else
      return;
    if (level == 0)
      m_zeros.push_back(at);
  }
  void kernel1D_Watch(const float *signal, int n, int levels) {
    m_zeros.clear();
    for (int i = 1; i < n; i++) {
      if (signal[i] == signal[i - 1])
        continue;
      for (int level = 0; level < levels; level++)
        Note(i, level, signal[i - 1], signal[i]);
    }
  }
  void kernel1D_Gaps() {
    m_gaps.clear();
    for (unsigned i = 0; i < m_zeros.size(); i++)
      if (i > 0)
        m_gaps.push_back(m_zeros[i] - m_zeros[i - 1]);
  }
  void kernel1D_Starts(const float *signal, int n) {
    m_starts.clear();
    m_picked = -1;
    for (int i = 0; i < n; i++)
      if (signal[i] > 0.25f)
        m_starts.push_back(i);
    if (m_starts.size() > 0)
      m_picked = m_starts[0] + 2 * m_starts[m_starts.size() - 1];
  }

  std::vector<Crossing> m_log;
  std::vector<int> m_zeros, m_gaps, m_starts;
  int m_picked = 0;
};
