// Origin: written as a user would, before its first translation.
// Groups of which most are empty and one has nearly everything.
// RUN: %check %s --class Outlier --setup 'object.Fill(700, 333, 20000);' --size sums=700 --size most=700 --variants=default,vulkan10 -- -std=c++17
// RUN: %check %s --class Outlier --setup 'object.Fill(700, 333, 900);' --size sums=700 --size most=700 -- -std=c++17
#include <algorithm>
#include <vector>

class Outlier {
public:
  virtual ~Outlier() = default;

  void Fill(unsigned groups, unsigned where, unsigned many) {
    m_groups = groups;
    m_first.assign(1, 0u);
    for (unsigned group = 0; group < groups; ++group) {
      const unsigned size = group == where ? many : group % 50 == 3 ? 2 : 0;
      for (unsigned k = 0; k < size; ++k)
        m_members.push_back(int((k * 2654435761u + group) >> 20));
      m_first.push_back(unsigned(m_members.size()));
    }
  }

  virtual void Sum(int *sums, int *most) { kernel1D_Sum(sums, most); }

protected:
  void kernel1D_Sum(int *sums, int *most) {
    for (unsigned g = 0; g < m_groups; g++) {
      int sum = 0;
      int best = -1;
      for (unsigned k = m_first[g]; k < m_first[g + 1]; k++) {
        sum += m_members[k];
        best = std::max(best, m_members[k]);
      }
      sums[g] = sum;
      most[g] = best;
    }
  }

  unsigned m_groups = 0;
  std::vector<unsigned> m_first;
  std::vector<int> m_members;
};
