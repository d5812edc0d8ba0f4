// Algorithms over what is no array, sorts of many elements, and 'at' of an index that may be out of range.
// RUN: not %import %s 2>&1 | FileCheck %s
#include <algorithm>
#include <array>
#include <list>
#include <numeric>
#include <utility>

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }

private:
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      int window[4] = {}, other[4] = {};
      // CHECK: errors-algorithms.cpp:[[@LINE+2]]:17: error: this range of 'fill' is not known to lie in one array [vkm1460]
      // CHECK: note: give two pointers into one array, or begin() and end() of one std::array
      std::fill(window, other + 4, 1);
      // CHECK: errors-algorithms.cpp:[[@LINE+2]]:7: error: 'sort' is translated for fixed arrays of at most 64 elements, in kernels and in functions that kernels and control functions call [vkm1461]
      // CHECK: note: sort a fixed array here, or sort in the control function, between kernels
      std::sort(a, a + n);
      // CHECK: errors-algorithms.cpp:[[@LINE+2]]:14: error: 'at' throws where its index is not below 4, which is not certain here [vkm1462]
      // CHECK: note: use '[]', or an index like 'i % 4u' that is always in range
      a[i] = m_row.at(i);
      // CHECK: errors-algorithms.cpp:[[@LINE+1]]:7: error: 'std::rotate' is not translated [vkm1412]
      std::rotate(window, window + 1, window + 4);
    }
  }
  std::array<int, 4> m_row{{1, 2, 3, 4}};
};
