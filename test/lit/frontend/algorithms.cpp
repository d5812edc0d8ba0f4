// Algorithms over arrays and std::array are loops with the operators of their elements; iterators are indices.
// RUN: %import %s | FileCheck %s
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <tuple>

class C {
public:
  virtual ~C() {}
  virtual void run(const int *a, int *b, int n) { kernel1D_k(a, b, n); }

private:
  void kernel1D_k(const int *a, int *b, int n);
  std::array<int, 4> m_row{{1, 2, 3, 4}};
};

// CHECK: vkm.record @tuple size 8 align 4 [#vkm.member<"element1" : si32 at 0>, #vkm.member<"element0" : f32 at 4>]
// CHECK-LABEL: vkm.func @predicate(
// CHECK-LABEL: vkm.kernel @kernel1D_k
void C::kernel1D_k(const int *a, int *b, int n) {
  for (int i = 0; i < n; i++) {
    int window[4];
    // CHECK: %[[WINDOW:.*]] = vkm.var "window"
    // CHECK: vkm.for "index" = %{{.*}} : si32 cond
    // CHECK: vkm.constant 4 : si32
    // CHECK: %[[ELEMENT:.*]] = vkm.element %[[WINDOW]][
    // CHECK: vkm.assign %[[ELEMENT]],
    std::fill(window, window + 4, a[i]);
    // The sum has the type of the initial value; each step converts to it.
    // CHECK: %[[SUM:.*]] = vkm.var "sum" : <f32>
    // CHECK: vkm.update add %[[SUM]], %{{.*}} : <f32>, f32
    float sum = std::accumulate(m_row.begin(), m_row.end(), 0.5f);
    // CHECK: vkm.var "count"
    // CHECK: vkm.call @predicate(
    auto odd = std::count_if(window, window + 4, [](int v) { return v % 2 != 0; });
    // CHECK: %[[LARGEST:.*]] = vkm.var "largest"
    // CHECK: vkm.cmp lt
    // CHECK: %[[AT:.*]] = vkm.load %[[LARGEST]]
    // CHECK: vkm.element %[[WINDOW]][%[[AT]]]
    int most = *std::max_element(window, window + 4);
    // std::greater is '>'.
    // CHECK: vkm.var "moved"
    // CHECK: vkm.while
    // CHECK: vkm.cmp gt
    std::sort(window, window + 4, std::greater<>());
    // CHECK: vkm.math max
    // CHECK: vkm.math max
    most = std::max({most, window[1], 3});
    // CHECK: vkm.aggregate
    std::tuple<float, int> t{sum, most};
    float f;
    // CHECK: vkm.extract %{{.*}}["element0"]
    // CHECK: vkm.extract %{{.*}}["element1"]
    std::tie(f, most) = t;
    // An index that cannot be out of range is an index.
    // CHECK: vkm.field_ref @m_row
    most += m_row.at(i & 3);
    // An element is read before its difference takes its place.
    // CHECK: %[[PREVIOUS:.*]] = vkm.var "previous"
    // CHECK: vkm.for "index"
    // CHECK: vkm.var "value"
    // CHECK: vkm.if
    // CHECK: vkm.binary sub
    // CHECK: } else {
    // CHECK: vkm.assign %[[PREVIOUS]],
    std::adjacent_difference(window, window + 4, window);
    // Both parts are turned around, and then the whole: three loops that swap.
    // CHECK-COUNT-6: vkm.element %[[WINDOW]][
    std::rotate(window, window + 1, window + 4);
    // What the function gives is reduced, not the element.
    // CHECK: %[[TOTAL:.*]] = vkm.var "result" :
    // CHECK: %[[PART:.*]] = vkm.call @transform(
    // CHECK: vkm.binary mul %{{.*}}, %[[PART]]
    most += std::transform_reduce(window, window + 4, 1, std::multiplies<>(), [](int v) { return v | 1; });
    // CHECK: vkm.var "found"
    // CHECK: vkm.for "index"
    // CHECK: vkm.cmp eq
    // CHECK: vkm.break
    most += *std::adjacent_find(window, window + 3);
    // CHECK: vkm.var "values"
    for (int k : {3, 5, 7})
      most += k;
    b[i] = most + int(f) + int(odd);
  }
}
