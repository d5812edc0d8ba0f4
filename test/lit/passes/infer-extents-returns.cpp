// A control function that returns before its first kernel binds no buffer then: extents are those of its kernels, and the
// call with host arrays returns as early.
// RUN: vkmorph %s -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WARN --allow-empty
// RUN: FileCheck %s --input-file=%t/infer-extents-returns_generated.cpp
// WARN-NOT: no extent
class Returns {
public:
  virtual ~Returns() {}

  // CHECK: void Returns_Generated::Average(const float *x, int n) {
  // CHECK: if (n == 0) {
  // CHECK-NEXT: return;
  // CHECK-NEXT: }
  // CHECK-NEXT: const VkBuffer xBuffer = call.In("x", x, std::max<int>(n, 0));
  virtual void Average(const float *x, int n) {
    if (n == 0)
      return;
    kernel1D_Sum(x, n);
  }

  // CHECK: void Returns_Generated::Fill(float *x, int n, bool skip) {
  // CHECK: if (skip) {
  // CHECK: call.Out("x", x, std::max<int>(n, 0));
  virtual void Fill(float *x, int n, bool skip) {
    if (skip)
      return;
    kernel1D_Fill(x, n);
  }

protected:
  void kernel1D_Sum(const float *x, int n) {
    m_sum = 0.0f;
    for (int i = 0; i < n; i++)
      m_sum += x[i];
  }
  void kernel1D_Fill(float *x, int n) {
    for (int i = 0; i < n; i++)
      x[i] = 1.0f;
  }
  float m_sum = 0;
};
