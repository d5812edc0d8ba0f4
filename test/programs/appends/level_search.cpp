// Origin: written from README.md and docs/ before its first translation.
// Vertices of a graph by their distance from the first one: the front of each level finds that of the next.
// RUN: %check %s --size n=1,40,700 --arg levels=0..6 -- -std=c++17
#include <utility>
#include <vector>

class LevelSearch {
public:
  virtual ~LevelSearch() = default;

  // Each vertex has three links.
  virtual void Run([[vkmorph::size("n")]] const unsigned *links, int *distance, int n, int levels) {
    m_reached.resize(n);
    kernel1D_Start(distance, n);
    m_front.clear();
    m_front.push_back(0);
    for (int level = 0; level < levels; level++) {
      m_next.clear();
      kernel1D_Mark(links, int(m_front.size()), n);
      kernel1D_Collect(distance, n, level + 1);
      std::swap(m_front, m_next);
    }
  }

protected:
  void kernel1D_Start(int *distance, int n) {
    for (int i = 0; i < n; i++) {
      distance[i] = i == 0 ? 0 : -1;
      m_reached[i] = 0;
    }
  }
  void kernel1D_Mark(const unsigned *links, int count, int n) {
    for (int i = 0; i < count; i++)
      for (int k = 0; k < 3; k++)
        m_reached[(links[m_front[i]] >> (8 * k)) % unsigned(n)] = 1;
  }
  void kernel1D_Collect(int *distance, int n, int level) {
    for (int i = 0; i < n; i++)
      if (m_reached[i] == 1 && distance[i] < 0) {
        distance[i] = level;
        m_next.push_back(i);
      }
  }

  std::vector<int> m_front, m_next;
  std::vector<int> m_reached;
};
