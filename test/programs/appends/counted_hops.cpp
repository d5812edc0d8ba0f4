// Origin: written as a user would, before its first translation.
// A search in rounds over two lists that are exchanged, with kernels over the list of the round.
// RUN: %check %s --class Hops --variants=default --variant=stable=--append=stable --size n=0,1,6,90 --arg rounds=0..5 --arg start=0..5 -- -std=c++17
#include <cstddef>
#include <utility>
#include <vector>

class Hops {
public:
  virtual ~Hops() = default;

  virtual void Search([[vkmorph::size("n")]] const unsigned *links, [[vkmorph::size("n")]] int *distance, int n, int rounds, int start) {
    m_marks.resize(n);
    m_front.clear();
    m_front.reserve(n + 1);
    m_next.reserve(n + 1);
    kernel1D_Begin(distance, n);
    if (start < n)
      m_front.push_back(start);
    for (int round = 1; round <= rounds; round++) {
      m_next.clear();
      kernel1D_Reach(links, distance, n, round);
      kernel1D_Spread(distance, n, round);
      std::swap(m_front, m_next);
    }
    kernel1D_Weigh(n);
  }

protected:
  virtual void kernel1D_Begin(int *distance, int n) {
    for (int i = 0; i < n; i++) {
      distance[i] = -1;
      m_marks[i] = 0;
    }
  }
  virtual void kernel1D_Reach(const unsigned *links, int *distance, int n, int round) {
    for (size_t k = 0; k < m_front.size(); k++) {
      const unsigned from = (unsigned)m_front[k];
      m_marks[links[from] % unsigned(n)] = round;
      m_marks[(from + 1) % unsigned(n)] = round;
    }
  }
  virtual void kernel1D_Spread(int *distance, int n, int round) {
    for (int i = 0; i < n; i++)
      if (m_marks[i] == round && distance[i] < 0) {
        distance[i] = round;
        m_next.push_back(i);
      }
  }
  virtual void kernel1D_Weigh(int n) {
    for (size_t k = 0; k < m_front.size(); k++)
      m_weight += m_front[k] + 1;
  }

  std::vector<int> m_front, m_next, m_marks;
  int m_weight = 0;
};
