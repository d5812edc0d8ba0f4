// Origin: written from README.md and docs/ before its first translation.
// Numbers that have not come to 1 yet, until all have.
// RUN: %check %s --size n=0,1,30,500 --arg limit=1..90 -- -std=c++17
#include <cstddef>
#include <vector>

class Collatz {
public:
  virtual ~Collatz() = default;

  virtual int Longest([[vkmorph::size("n")]] int *steps, int n, int limit) {
    m_live.clear();
    kernel1D_Start(steps, n);
    int rounds = 0;
    while (!m_live.empty() && rounds < limit) {
      rounds++;
      kernel1D_Step(steps, m_live.size(), rounds);
      m_live.swap(m_next);
    }
    return rounds;
  }

protected:
  struct Walker {
    int start;
    unsigned value;
  };

  void kernel1D_Start(int *steps, int n) {
    for (int i = 0; i < n; i++) {
      steps[i] = 0;
      if (i > 0)
        m_live.push_back({i, unsigned(i) + 1});
    }
  }
  void kernel1D_Step(int *steps, std::size_t count, int round) {
    m_next.clear();
    for (std::size_t i = 0; i < count; i++) {
      Walker w = m_live[i];
      w.value = w.value % 2 == 0 ? w.value / 2 : 3 * w.value + 1;
      if (w.value == 1)
        steps[w.start] = round;
      else
        m_next.push_back(w);
    }
  }

  std::vector<Walker> m_live, m_next;
};
