// Other ways to write a sort of a std::vector: std::ranges, iterators in variables; and what is not translated.
// RUN: %import %s -- -std=c++20 | FileCheck %s
// RUN: not %import %s -- -std=c++20 -DREFUSED 2>&1 | FileCheck %s --check-prefix=REFUSED
#include <algorithm>
#include <compare>
#include <cstdlib>
#include <functional>
#include <vector>

struct Version {
  int major, minor;
  auto operator<=>(const Version &) const = default;
};

class C {
public:
  virtual ~C() {}
  // CHECK: vkm.control @Run(
  virtual void Run(int n) {
    kernel1D_Fill();
    // CHECK: %[[SIZE:.*]] = vkm.load %{{.*}} : <ui32>
    // CHECK: vkm.sort "sort" %{{.*}}[%{{.*}}, %[[SIZE]]] : <si32>, ui32 {
    // CHECK: vkm.cmp lt
    std::ranges::sort(m_v);
    // CHECK: vkm.sort "stable_sort"
    // CHECK: vkm.cmp gt
    std::ranges::stable_sort(m_v.begin(), m_v.begin() + n, std::greater<>());
    // CHECK: %[[END:.*]] = vkm.load %{{.*}} : <ui32>
    auto first = m_v.begin();
    const auto last = m_v.end();
    // CHECK: vkm.sort "sort" %{{.*}}[%{{.*}}, %[[END]]] : <si32>, ui32 {
    std::sort(first + 1, last);
#ifdef REFUSED
    // REFUSED: :[[@LINE+2]]:5: error: 'std::ranges::fill' is not translated [vkm1412]
    // REFUSED: note: use the algorithm of namespace std, with iterators and a comparison in place of a projection
    std::ranges::fill(m_v, 0);
    // REFUSED: :[[@LINE+2]]:{{.*}}: error: 'std::operator<' is not translated [vkm1412]
    // REFUSED: note: use that operator as a function of the class, which compares its members
    std::sort(m_versions.begin(), m_versions.end());
    // REFUSED: :[[@LINE+2]]:5: error: 'qsort' is not translated [vkm1412]
    // REFUSED: note: use std::sort
    qsort(m_v.data(), n, sizeof(int), Compare);
#endif
  }
  void kernel1D_Fill() {
    for (unsigned i = 0; i < m_v.size(); i++)
      m_v[i] = int(i * 7 % 5);
  }

protected:
  static int Compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
  std::vector<int> m_v;
  std::vector<Version> m_versions;
};
