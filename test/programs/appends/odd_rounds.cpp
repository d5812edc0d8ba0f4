// Origin: written from README.md and docs/ before its first translation.
// Lists that are exchanged once, or not, and then used by other functions; some rounds leave them as they are.
// RUN: %check %s --size n=0,1,70,900 --arg limit=0..40 -- -std=c++17
#include <utility>
#include <vector>

class OddRounds {
public:
  virtual ~OddRounds() = default;

  virtual void Gather(const int *a, int n) {
    m_current.clear();
    kernel1D_Gather(a, n);
  }
  // An odd number of exchanges.
  virtual void Once(int limit) {
    m_other.clear();
    kernel1D_Filter(limit);
    std::swap(m_current, m_other);
  }
  // As many as are needed.
  virtual int Shrink(int limit, int largest) {
    int rounds = 0;
    while (!m_current.empty() && rounds < 7) {
      if (rounds % 2 == 0) {
        m_other.clear();
        kernel1D_Filter(limit + rounds * largest);
        std::swap(m_current, m_other);
      } else {
        kernel1D_Lower();
      }
      rounds++;
    }
    return rounds;
  }
  // Those that the last filter took, too.
  virtual int Weigh() {
    kernel1D_Weigh();
    return m_weight;
  }

protected:
  void kernel1D_Gather(const int *a, int n) {
    for (int i = 0; i < n; i++)
      if (a[i] % 4 != 0)
        m_current.push_back(a[i] & 255);
  }
  void kernel1D_Filter(int limit) {
    for (int i = 0; i < int(m_current.size()); i++)
      if (m_current[i] > limit)
        m_other.push_back(m_current[i]);
  }
  void kernel1D_Lower() {
    for (int i = 0; i < int(m_current.size()); i++)
      m_current[i] -= 3;
  }
  void kernel1D_Weigh() {
    m_weight = 0;
    for (int i = 0; i < int(m_current.size()); i++)
      m_weight += m_current[i];
    for (int i = 0; i < int(m_other.size()); i++)
      m_weight -= 2 * m_other[i];
  }

  std::vector<int> m_current, m_other;
  int m_weight = 0;
};
