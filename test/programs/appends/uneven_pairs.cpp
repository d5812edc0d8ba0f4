// Origin: written with the part of the compiler that it tests.
// Two pairs of vectors that are exchanged once each: what is exchanged at the end is as many elements as each has room for.
// RUN: %check %s --size n=1,900 -- -std=c++17
#include <utility>
#include <vector>

class UnevenPairs {
public:
  virtual ~UnevenPairs() = default;

  virtual void Split(const int *a, int n) {
    m_few.clear();
    m_fewer.clear();
    m_many.clear();
    m_more.clear();
    kernel1D_Split(a, n);
    std::swap(m_few, m_fewer);
    std::swap(m_many, m_more);
  }

protected:
  void kernel1D_Split(const int *a, int n) {
    for (int i = 0; i < n; i++) {
      m_many.push_back(a[i]);
      m_more.push_back(2 * a[i]);
    }
    m_few.push_back(n);
    m_fewer.push_back(-n);
  }

  std::vector<int> m_few, m_fewer, m_many, m_more;
};
