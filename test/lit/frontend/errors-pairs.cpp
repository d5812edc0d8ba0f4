// Members that hold a std::pair can be read by kernels, not written: the host cannot give them bytes.
// RUN: not %import %s 2>&1 | FileCheck %s
#include <array>
#include <tuple>
#include <utility>

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }

private:
  void kernel1D_k(int *a, int n) {
    m_written[1].second = n;
    for (int i = 0; i < n; i++)
      a[i] = m_read.first + std::get<1>(m_tuple);
  }
  // CHECK-NOT: m_read
  std::pair<int, int> m_read{1, 2};
  std::tuple<int, int> m_tuple{1, 2};
  // CHECK: errors-pairs.cpp:[[@LINE+2]]:38: error: 'm_written' holds a std::pair or std::tuple, which kernels cannot write, since it is not trivially copyable [vkm1142]
  // CHECK: note: use a struct of your own in buffers and in members that kernels write
  std::array<std::pair<int, int>, 2> m_written;
  // CHECK-NOT: error
};
