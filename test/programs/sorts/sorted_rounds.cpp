// Origin: written as a user would.
// Each round sorts, and the host looks at what was counted; behind the rounds a vector is filled.
// RUN: %check %s --arg count=0..40 --arg rounds=0..3
#include <algorithm>
#include <functional>
#include <vector>

class Rounds {
public:
  virtual ~Rounds() = default;
  virtual void Run(int count, int rounds) {
    m_scores.clear();
    kernel1D_Enter(count);
    for (int round = 0; round < rounds; round++) {
      m_entered = (int)m_scores.size();
      const int odd = m_entered & 1;
      if (odd)
        kernel1D_Change(round);
      std::sort(m_scores.begin(), m_scores.end(), std::greater<int>());
    }
    m_places.assign(count & 15, 4);
    kernel1D_Enter(5);
  }

protected:
  void kernel1D_Enter(int count) {
    for (int i = 0; i < count; i++)
      m_scores.push_back(i * 7 % 31);
  }
  void kernel1D_Change(int by) {
    for (size_t i = 0; i < m_scores.size(); i++)
      m_scores[i] = (m_scores[i] * 3 + by) % 50;
  }
  int m_entered = 0;
  std::vector<int> m_scores, m_places;
};
