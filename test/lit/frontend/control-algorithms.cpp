// Algorithms and lambdas in control functions: over local arrays they are loops of the host; the elements that kernels work on
// are on the device.
// RUN: %import %s --class C | FileCheck %s
// RUN: not %import %s --class Bad 2>&1 | FileCheck %s --check-prefix=BAD
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

class C {
public:
  virtual ~C() {}
  // CHECK: vkm.control @Median
  virtual void Median(int *a, int n, int x, int y, int z) {
    std::array<int, 3> limits = {x, y, z};
    // CHECK: vkm.for
    std::sort(limits.begin(), limits.end());
    auto twice = [](int v) { return 2 * v; };
    // CHECK: vkm.call @twice
    // CHECK: vkm.call @kernel1D_Add
    kernel1D_Add(a, n, twice(limits[1]));
  }
  // CHECK: vkm.control @Total
  virtual int Total(int *a, int n) {
    const int weights[] = {1, n, 3};
    // CHECK: vkm.for
    // CHECK: vkm.call @kernel1D_Add
    kernel1D_Add(a, n, std::accumulate(weights, weights + 3, 0));
    return m_sum;
  }
  void kernel1D_Add(int *a, int n, int s) {
    m_sum = 0;
    for (int i = 0; i < n; i++) {
      a[i] += s;
      m_sum += a[i];
    }
  }
  int m_sum = 0;
};

class Bad {
public:
  virtual ~Bad() {}
  virtual void Run(int *a, int n) {
    // BAD: :[[@LINE+2]]:15: error: 'fill' in a control function is about elements that kernels work on, which are on the device then [vkm1463]
    // BAD: note: do it in a kernel, or before or after the call of the control function
    std::fill(a, a + n, 1);
    kernel1D_Add(a, n);
    // BAD: :[[@LINE+1]]:15: error: 'sort' in a control function {{.*}} [vkm1463]
    std::sort(a, a + n);
    // BAD: :[[@LINE+1]]:15: error: 'fill' in a control function {{.*}} [vkm1463]
    std::fill(m_v.begin(), m_v.end(), 2.0f);
  }
  void kernel1D_Add(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += int(m_v[i]);
  }
  std::vector<float> m_v;
};
