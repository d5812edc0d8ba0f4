// Origin: written with the part of the compiler that it tests.
// A loop of a control function that appends, and looks at how many elements there are: one thread, in the order of the source.
// RUN: %check %s --class Appends --variants=default -- -std=c++17
#include <vector>
class Appends {
public:
  virtual ~Appends() {}
  virtual void Run(const int *a, int *out, int n) {
    m_v.reserve(n);
    m_v.resize(0);
    kernel1D_Clear(out, n);
    for (int i = 0; i < n; i++) {
      m_v.push_back(a[i]);
      out[i] = int(m_v.size());
    }
  }
  std::vector<int> m_v;

protected:
  void kernel1D_Clear(int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = 0;
  }
};
