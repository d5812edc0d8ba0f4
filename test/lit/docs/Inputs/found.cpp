// The class whose way docs/Append.md follows.
#include <vector>

class Finder {
public:
  virtual ~Finder() = default;
  virtual int Find(const int *a, int n, int limit) {
    kernel1D_Find(a, n, limit);
    kernel1D_Sum();
    return m_sum;
  }

protected:
  void kernel1D_Find(const int *a, int n, int limit) {
    m_found.clear();
    for (int i = 0; i < n; i++)
      if (a[i] > limit)
        m_found.push_back(i);
  }
  void kernel1D_Sum() {
    m_sum = 0;
    for (int i = 0; i < (int)m_found.size(); i++)
      m_sum += m_found[i];
  }

  std::vector<int> m_found;
  int m_sum;
};
