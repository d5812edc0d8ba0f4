// Sorts of what kernels work on, in control functions and as the only thing that a kernel does.
// RUN: %import %s | FileCheck %s
#include <algorithm>
#include <functional>
#include <vector>

struct Item {
  int key, value;
  bool operator<(const Item &other) const { return key < other.key; }
};

class C {
public:
  virtual ~C() {}
  // CHECK: vkm.kernel @kernel1D_Sort(
  // CHECK: vkm.sort "sort" %marks[%{{.*}}, %n] : <ui32>, ui32 {
  void kernel1D_Sort(unsigned *marks, unsigned n) { std::sort(marks, marks + n); }

  // CHECK: vkm.control @Run(
  virtual void Run(unsigned *marks, unsigned n, float *scores) {
    kernel1D_Sort(marks, n);
    // The size is read where the sort begins.
    // CHECK: vkm.sort "stable_sort" %{{.*}}[%{{.*}}, %{{.*}}] : <!vkm.record<@Item>>, ui32 {
    // CHECK-NEXT: ^bb0(%first: !vkm.ref<!vkm.record<@Item>>, %second: !vkm.ref<!vkm.record<@Item>>):
    // CHECK: vkm.call @less(
    // CHECK: vkm.yield %{{.*}} : i1
    std::stable_sort(m_items.begin(), m_items.end());
    // CHECK: vkm.sort "sort" %{{.*}}[%{{.*}}, %{{.*}}] : <!vkm.record<@Item>>, ui32 {
    std::sort(std::begin(m_items), std::end(m_items));
    // CHECK: vkm.sort "sort" %scores[%{{.*}}, %n] : <f32>, ui32 {
    // CHECK: vkm.cmp gt
    std::sort(scores + 2, scores + n, std::greater<>());
    // What the lambda captures is used in the region.
    // CHECK: vkm.sort "sort" %marks
    // CHECK: vkm.call @compare(%{{.*}}, %{{.*}}, %scores)
    std::sort(marks, marks + n, [&](unsigned a, unsigned b) { return scores[a] < scores[b]; });
  }
  std::vector<Item> m_items;
};
