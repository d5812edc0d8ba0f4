// std::swap of two vectors in a control function: a kernel that exchanges the elements, one for each type of them.
// RUN: %import %s -- -std=c++17 | FileCheck %s
#include <utility>
#include <vector>

class C {
public:
  virtual ~C() {}

  // CHECK: vkm.kernel @kernel1D_Exchange(%[[FIRST:.*]]: !vkm.ptr<f32> {vkm.name = "first"}, %[[SECOND:.*]]: !vkm.ptr<f32> {{.*}}, %[[COUNT:.*]]: ui32 {vkm.name = "count"})
  // CHECK-SAME: vkm.exchanges
  // CHECK: vkm.cmp lt %{{.*}}, %[[COUNT]]
  // CHECK: %[[A:.*]] = vkm.deref %[[FIRST]][
  // CHECK: %[[B:.*]] = vkm.deref %[[SECOND]][
  // CHECK: vkm.assign %[[A]]
  // CHECK: vkm.assign %[[B]]
  // CHECK: vkm.control @Run
  // CHECK: vkm.call @kernel1D_k
  // CHECK: vkm.call @kernel1D_Exchange(%{{.*}}, %{{.*}}, %{{.*}}) : (!vkm.ptr<f32>, !vkm.ptr<f32>, ui32) -> ()
  // CHECK: vkm.call @kernel1D_Exchange(%{{.*}}, %{{.*}}, %{{.*}}) : (!vkm.ptr<f32>, !vkm.ptr<f32>, ui32) -> ()
  // CHECK: vkm.call @kernel1D_Exchange_{{.*}} : (!vkm.ptr<si32>, !vkm.ptr<si32>, ui32) -> ()
  virtual void Run(float factor) {
    kernel1D_k(factor);
    std::swap(m_a, m_b);
    auto &third = m_c;
    m_b.swap(third);
    std::swap(m_x, m_y);
    // Nothing changes.
    // CHECK-NOT: vkm.call @kernel1D_Exchange
    std::swap(m_a, m_a);
  }
  void kernel1D_k(float factor) {
    for (unsigned i = 0; i < m_a.size(); i++) {
      m_b[i] = m_a[i] * factor;
      m_c[i] = m_b[i];
      m_x[i] = m_y[i];
    }
  }
  std::vector<float> m_a, m_b, m_c;
  std::vector<int> m_x, m_y;
};
