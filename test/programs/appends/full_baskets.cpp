// Origin: written as a user would, before its first translation.
// A basket has room for so many and no more, and is emptied before each harvest; what came before is in a second one.
// RUN: %check %s --class Orchard --size n=0,1,300,4099 --arg trees=9 --variant=stable=--append=stable -- -std=c++17
#include <vector>

class Orchard {
public:
  virtual ~Orchard() = default;

  virtual void Harvest(const int *fruit, int n, int trees) {
    kernel1D_Pick(fruit, n, trees);
    kernel1D_Count();
  }

protected:
  void kernel1D_Pick(const int *fruit, int n, int trees) {
    m_basket.clear();
    m_basket.reserve(64);
    m_trees = trees;
    for (int i = 0; i < n; i++)
      if (fruit[i] % 3 == 0)
        m_basket.push_back(fruit[i] / 3);
  }
  void kernel1D_Count() {
    m_seen = 0;
    m_juice = 0.0f;
    m_jars = 0;
    for (unsigned i = 0; i < m_basket.size(); i++) {
      m_basket[i] += m_trees;
      if (m_basket[i] > 5)
        m_jars += 1;
    }
    m_seen = int(m_basket.size());
  }

  std::vector<int> m_basket;
  int m_trees = 0, m_seen = 0, m_jars = 0;
  float m_juice = 1.0f;
};
