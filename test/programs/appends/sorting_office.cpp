// Origin: written as a user would, before its first translation.
// Letters are put into two piles, and both piles are worked through behind one another.
// RUN: %check %s --size n=0,1,300,4099 --assume-independent=kernel1D_Stamp -- -std=c++17
#include <vector>

class SortingOffice {
public:
  virtual ~SortingOffice() = default;

  virtual void Work([[vkmorph::size("n")]] const int *weight, [[vkmorph::size("n")]] int *postage, int n) {
    kernel1D_Sort(weight, postage, n);
    kernel1D_Stamp(weight, postage);
  }

protected:
  void kernel1D_Sort(const int *weight, int *postage, int n) {
    m_light.clear();
    m_heavy.clear();
    m_rate = 3;
    for (int i = 0; i < n; i++) {
      postage[i] = 0;
      if ((weight[i] & 255) < 100)
        m_light.push_back(i);
      else
        m_heavy.push_back(i);
    }
  }
  void kernel1D_Stamp(const int *weight, int *postage) {
    m_letters = m_light.size();
    for (unsigned i = 0; i < m_light.size(); i++)
      postage[m_light[i]] = m_rate;
    m_rate = m_rate * 2 + 1;
    m_parcels = m_heavy.size();
    for (unsigned i = 0; i < m_heavy.size(); i++)
      postage[m_heavy[i]] = m_rate + (weight[m_heavy[i]] & 7);
    m_rounds++;
  }

  std::vector<int> m_light, m_heavy;
  int m_rate = 0, m_rounds = 0;
  unsigned m_letters = 0, m_parcels = 0;
};
