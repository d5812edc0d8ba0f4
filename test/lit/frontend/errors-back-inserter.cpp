// An algorithm whose target is no range is an error: no call is dropped.
// RUN: not %import %s -- -std=c++17 2>&1 | FileCheck %s
#include <algorithm>
#include <iterator>
#include <vector>

class Copies {
public:
  virtual ~Copies() = default;
  virtual void Run([[vkmorph::size("n")]] const int *in, int n) {
    m_b.clear();
    kernel1D_Append(in, n);
    // CHECK: errors-back-inserter.cpp:[[@LINE+2]]:5: error: 'std::copy' with these arguments is not translated [vkm1301]
    // CHECK: note: write it with arithmetic and assignments
    std::copy(m_a.begin(), m_a.end(), std::inserter(m_b, m_b.end()));
  }

private:
  void kernel1D_Append(const int *in, int n) {
    for (int i = 0; i < n; ++i)
      if (in[i] > 0)
        m_a.push_back(in[i]);
  }
  std::vector<int> m_a, m_b;
};
