// A member that is set to what is neutral just before shares are combined into it is assigned; where its value is another
// one, or something looks at it in between, it is combined.
// RUN: vkmorph %s --emit=glsl -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --emit=glsl --finish=last-workgroup --reduction=tree -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --emit=glsl --finish=extra-dispatches -- -std=c++17 | FileCheck %s
// RUN: %check %s --class C --size n=0,1,300 --variants=default,extra-dispatches -- -std=c++17
// Of terms that are -0.0, C++ has 0.0 as well.
// RUN: %check %s --class C --control Run --size n=1,300 --arg a=-0.0..-0.0 -- -std=c++17
#include <algorithm>
#include <cfloat>
#include <limits>

struct Box {
  float low, high;
};

class C {
public:
  virtual ~C() = default;
  virtual void Run(const float *a, int n) {
    kernel1D_Sums(a, n);
    kernel1D_Others(a, n);
    kernel1D_Read(a, n);
    kernel1D_Maybe(a, n);
    kernel1D_Parts(a, n);
  }

protected:
  void kernel1D_Sums(const float *a, int n) {
    // Nothing yet.
    m_sum = 0;
    m_product = 1;
    m_all = true;
    m_count = 0;
    m_low = std::numeric_limits<float>::infinity();
    for (int i = 0; i < n; i++) {
      m_sum += a[i];
      m_product *= a[i] > 0 ? 1.0f : -1.0f;
      m_all &= a[i] > -1;
      m_count += a[i] > 0 ? 1 : 0;
      m_low = std::min(m_low, a[i]);
    }
    m_mean = m_sum / float(n);
  }
  void kernel1D_Others(const float *a, int n) {
    m_sum = -0.0f;
    m_low = FLT_MAX;
    m_count = 1;
    for (int i = 0; i < n; i++) {
      m_sum += a[i];
      m_low = std::min(m_low, a[i]);
      m_count += a[i] > 0 ? 1 : 0;
    }
  }
  void kernel1D_Read(const float *a, int n) {
    m_count = 0;
    m_before = m_count;
    for (int i = 0; i < n; i++)
      m_count += a[i] > 0 ? 1 : 0;
  }
  void kernel1D_Maybe(const float *a, int n) {
    if (n > 5)
      m_count = 0;
    for (int i = 0; i < n; i++)
      m_count += a[i] > 0 ? 1 : 0;
  }
  void kernel1D_Parts(const float *a, int n) {
    m_box.low = std::numeric_limits<float>::infinity();
    m_box.high = 0;
    for (int i = 0; i < n; i++) {
      m_box.low = std::min(m_box.low, a[i]);
      m_box.high += a[i];
    }
  }

  float m_sum = 0, m_product = 0, m_low = 0, m_mean = 0;
  bool m_all = false;
  int m_count = 0, m_before = 0;
  Box m_box = {};
};

// CHECK-LABEL: shaders/kernel1D_Sums
// CHECK-NOT: m_sum = 0.0;
// CHECK: // Nothing yet.
// CHECK-NEXT: m_sum = m_sumLocal;
// CHECK-NEXT: m_product = m_productLocal;
// CHECK-NEXT: m_all = {{.*}}m_allLocal
// CHECK-NEXT: m_count = m_countLocal;
// CHECK-NEXT: m_low = m_lowLocal;
// CHECK-NEXT: m_mean = m_sum / float(n);
// CHECK-LABEL: shaders/kernel1D_Others
// CHECK: m_sum = -0.0;
// CHECK-NEXT: m_low = {{.*}};
// CHECK-NEXT: m_count = 1;
// CHECK-NEXT: m_sum += m_sumLocal;
// CHECK: m_low = m_lowLocal;
// CHECK: m_count += m_countLocal;
// CHECK-LABEL: shaders/kernel1D_Read
// CHECK: m_count = 0;
// CHECK-NEXT: m_before = m_count;
// CHECK-NEXT: m_count += m_countLocal;
// CHECK-LABEL: shaders/kernel1D_Maybe
// CHECK: m_count = 0;
// CHECK: m_count += m_countLocal;
// CHECK-LABEL: shaders/kernel1D_Parts
// CHECK: m_box.low = m_box_lowLocal;
// CHECK-NEXT: m_box.high = m_box_highLocal;
