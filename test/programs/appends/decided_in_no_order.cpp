// Origin: written with the part of the compiler that it tests.
// What elements that come in no order decide by jumps, switches and bounds of loops comes in none either.
// RUN: %check %s --class Leaving --variants=default --size n=1,20000 -- -std=c++17
#include <vector>
class Leaving {
public:
  virtual ~Leaving() {}
  virtual void Mark(const int *a, int *out, int *kinds, int *lengths, int n) {
    m_found.reserve(n);
    m_found.resize(0);
    kernel1D_Find(a, n);
    kernel1D_Mark(out, n);
    kernel1D_Kinds(kinds, n);
    kernel1D_Lengths(lengths, n);
  }
  std::vector<int> m_found;

protected:
  void kernel1D_Find(const int *a, int n) {
    for (int i = 0; i < n; i++)
      if (a[i] % 3 != 0)
        m_found.push_back(a[i] & 7);
  }
  void kernel1D_Mark(int *out, int n) {
    for (int i = 0; i < n; i++) {
      out[i] = -1;
      if (i >= int(m_found.size()) || m_found[i] > 3)
        continue;
      out[i] = 1;
    }
  }
  void kernel1D_Kinds(int *kinds, int n) {
    for (int i = 0; i < n; i++) {
      kinds[i] = 0;
      if (i < int(m_found.size()))
        switch (m_found[i]) {
        case 1:
          kinds[i] = 10;
          break;
        case 2:
          kinds[i] = 20;
          break;
        default:
          kinds[i] = 30;
        }
    }
  }
  void kernel1D_Lengths(int *lengths, int n) {
    for (int i = 0; i < n; i++) {
      lengths[i] = 0;
      if (i < int(m_found.size()))
        for (int k = 0; k < m_found[i]; k++)
          lengths[i] += 2;
    }
  }
};
