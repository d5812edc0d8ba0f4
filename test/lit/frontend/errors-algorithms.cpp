// Algorithms over what is no array, sorts of many elements, and 'at' of an index that may be out of range.
// RUN: not %import %s 2>&1 | FileCheck %s
// RUN: not vkmorph %s --class Sorts --emit=imported -- -std=c++17 -DSORTS 2>&1 | FileCheck %s --check-prefix=SORTS
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
      // CHECK: errors-algorithms.cpp:[[@LINE+1]]:7: error: 'std::inplace_merge' is not translated [vkm1412]
      std::inplace_merge(window, window + 1, window + 4);
    }
  }
  std::array<int, 4> m_row{{1, 2, 3, 4}};
};

#ifdef SORTS
class Sorts {
public:
  virtual ~Sorts() {}
  virtual void run(int *a, int n) {
    kernel1D_k(a, n);
    // SORTS: errors-algorithms.cpp:[[@LINE+2]]:5: error: 'sort' in a control function sorts a fixed array, which is translated for at most 64 elements [vkm1465]
    // SORTS: note: use a std::vector, which is sorted on the device
    std::sort(m_ranks.begin(), m_ranks.end());
    Sort(a, n);
  }

private:
  static void Sort(int *a, int n) {
    // SORTS: errors-algorithms.cpp:[[@LINE+2]]:5: error: 'sort' in a function that kernels or control functions call is translated for fixed arrays of at most 64 elements [vkm1466]
    // SORTS: note: write the sort in the control function itself, between kernels
    std::sort(a, a + n);
  }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += m_ranks[i % 100];
  }
  std::array<int, 100> m_ranks;
};
#endif
