// std::vector members: elements behind a pointer, and a field that is their number. References to vectors are both.
// RUN: %import %s -- -std=c++17 | FileCheck %s

#include <cstddef>
#include <vector>

// CHECK: vkm.field @m_taps : !vkm.dynarray<f32> access private
// CHECK-NEXT: vkm.field @m_taps_size : ui32 size_of @m_taps
// A name that ends in an underscore gets no second one.
// CHECK-NEXT: vkm.field @ages_ : !vkm.dynarray<si32> access private
// CHECK-NEXT: vkm.field @ages_size : ui32 size_of @ages_

class C {
public:
  virtual ~C() {}
  // CHECK: vkm.func @sum(%[[V:.*]]: !vkm.ptr<const f32> {vkm.name = "v"}, %[[N:.*]]: ui32 {vkm.name = "v_size"}) -> f32
  static float sum(const std::vector<float> &v) {
    float total = 0;
    // The size is read once, as std::end is.
    // CHECK: vkm.for "index"
    // CHECK: vkm.cmp lt %{{.*}}, %[[N]] : ui32
    // CHECK: %[[X:.*]] = vkm.deref %[[V]]
    // CHECK: vkm.load %[[X]]
    for (const float &x : v)
      total += x;
    // CHECK: vkm.for "index"
    // CHECK: vkm.var "x" : <f32>
    for (float x : v)
      total += x;
    return total;
  }
  // CHECK: vkm.func @clear(%{{.*}}: !vkm.ptr<f32> {vkm.name = "v"}, %{{.*}}: ui32
  void clear(std::vector<float> &v) {
    for (auto &x : v)
      x = 0;
  }
  // CHECK: vkm.extent %{{.*}} : <f32> stated {
  // CHECK: %[[SIZE:.*]] = vkm.field_ref @m_taps_size : <ui32>
  // CHECK: %[[COUNT:.*]] = vkm.load %[[SIZE]]
  // CHECK: vkm.cast %[[COUNT]] : ui32 to ui64
  void kernel1D_k([[vkmorph::size("m_taps.size() * 2")]] float *a) {
    // CHECK: %[[BOUND:.*]] = vkm.field_ref @ages_size
    // CHECK: vkm.cast %{{.*}} : ui32 to ui64
    for (std::size_t i = 0; i < ages_.size(); i++) {
      // CHECK: %[[AGES:.*]] = vkm.vector_data @ages_ : <si32>
      // CHECK: %[[AGE:.*]] = vkm.deref %[[AGES]][%{{.*}}] : <si32>, ui64 -> <si32>
      // CHECK: vkm.update add %[[AGE]]
      ages_[i] += 1;
      // CHECK: %[[TAPS:.*]] = vkm.vector_data @m_taps
      // CHECK: %[[TAPS_SIZE:.*]] = vkm.load %{{.*}} : <ui32>
      // CHECK: vkm.call @sum(%[[TAPS]], %[[TAPS_SIZE]]) : (!vkm.ptr<f32>, ui32) -> f32
      a[i] = sum(m_taps);
      // CHECK: vkm.vector_data @m_taps
      // CHECK: vkm.call @clear(
      clear(m_taps);
      // CHECK: %[[EMPTY:.*]] = vkm.cmp eq %{{.*}}, %{{.*}} : ui32
      // CHECK: vkm.if %[[EMPTY]]
      if (m_taps.empty())
        a[i] = 0;
      // The last element.
      // CHECK: vkm.vector_data @m_taps
      // CHECK: %[[LAST:.*]] = vkm.binary sub %{{.*}}, %{{.*}} : ui32
      // CHECK: vkm.deref %{{.*}}[%[[LAST]]] : <f32>, ui32
      a[i] += m_taps.back();
      // CHECK: vkm.vector_data @m_taps
      const float *from = m_taps.data();
      // CHECK: vkm.deref
      a[i] += from[i];
      // CHECK: %[[DATA:.*]] = vkm.vector_data @m_taps
      const std::vector<float> &taps = m_taps;
      // CHECK: vkm.deref %[[DATA]]
      a[i] += taps.front() + *&taps[2];
      // A lambda that reaches a vector of the class stands in the class.
      // CHECK: vkm.call @tap(
      const auto tap = [&](int k) -> const float & { return m_taps[k]; };
      a[i] += tap(3);
    }
  }
  virtual void run(float *a) { kernel1D_k(a); }

private:
  std::vector<float> m_taps;
  std::vector<int> ages_;
};
