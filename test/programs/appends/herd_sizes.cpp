// Origin: written from README.md and docs/ before its first translation.
// A herd whose animals share the food: what each gets depends on how many there are, and every year is written down.
// RUN: %check_many %s --size n=1,70,2000 --arg years=0..9 -- -std=c++17
#include <utility>
#include <vector>

class HerdSizes {
public:
  virtual ~HerdSizes() = default;

  virtual void Live(const unsigned *weights, [[vkmorph::size("n")]] unsigned *history, int n, int years) {
    m_herd.clear();
    m_young.clear();
    kernel1D_Enter(weights, n);
    for (int year = 0; year < years; year++) {
      kernel1D_Note(history, n, year);
      m_young.clear();
      kernel1D_Year(unsigned(n) * 8u);
      std::swap(m_herd, m_young);
    }
    kernel1D_Note(history, n, years);
  }

protected:
  void kernel1D_Enter(const unsigned *weights, int n) {
    for (int i = 0; i < n; i++)
      m_herd.push_back(weights[i] % 32u + 1u);
  }
  void kernel1D_Note(unsigned *history, int n, int year) {
    for (int i = 0; i < n; i++)
      if (i == year)
        history[i] = unsigned(m_herd.size()) * 1000u + unsigned(m_young.size());
  }
  void kernel1D_Year(unsigned food) {
    for (unsigned i = 0; i < m_herd.size(); i++) {
      const unsigned weight = m_herd[i] + food / unsigned(m_herd.size());
      if (weight > 24u) {
        m_young.push_back(weight / 2u);
        m_young.push_back(weight / 3u);
      } else if (weight > 6u + m_herd.size() % 3u) {
        m_young.push_back(weight - 5u);
      }
    }
  }

  std::vector<unsigned> m_herd, m_young;
};
