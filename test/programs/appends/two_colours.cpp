// Origin: written from README.md and docs/ before its first translation.
// Two lists, each with one to write the next round into: what is even stays in its list, what is odd changes over.
// RUN: %check_many %s --size n=0,1,70,2000 --arg rounds=0..7 -- -std=c++17
#include <utility>
#include <vector>

class TwoColours {
public:
  virtual ~TwoColours() = default;

  virtual void Mix(const unsigned *seeds, int n, int rounds) {
    m_red.clear();
    m_blue.clear();
    kernel1D_Deal(seeds, n);
    for (int round = 0; round < rounds; round++) {
      m_redNext.clear();
      m_blueNext.clear();
      kernel1D_Red(int(m_red.size()));
      kernel1D_Blue(int(m_blue.size()));
      std::swap(m_red, m_redNext);
      // The lists turn colours, too.
      if (round == 2)
        std::swap(m_red, m_blue);
      m_blue.swap(m_blueNext);
    }
  }

protected:
  static unsigned Next(unsigned x) { return x * 1664525u + 1013904223u; }

  void kernel1D_Deal(const unsigned *seeds, int n) {
    for (int i = 0; i < n; i++) {
      if (i % 3 == 0)
        m_blue.push_back(seeds[i]);
      else
        m_red.push_back(seeds[i] / 2);
    }
  }
  void kernel1D_Red(int count) {
    for (int i = 0; i < count; i++) {
      const unsigned x = Next(m_red[i]) >> 7;
      if (x & 1)
        m_blueNext.push_back(x);
      else if (x & 6)
        m_redNext.push_back(x);
    }
  }
  void kernel1D_Blue(int count) {
    for (int i = 0; i < count; i++) {
      const unsigned x = Next(m_blue[i]) >> 9;
      if (x & 1)
        m_redNext.push_back(x);
      else
        m_blueNext.push_back(x);
    }
  }

  std::vector<unsigned> m_red, m_redNext, m_blue, m_blueNext;
};
