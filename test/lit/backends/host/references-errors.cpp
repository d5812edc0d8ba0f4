// What a reference would be given between two kernels, and the second one changes: nothing keeps it until the host can
// read it.
// RUN: not vkmorph %s -o %t -- -std=c++17 2>&1 | FileCheck %s
class Counter {
public:
  virtual ~Counter() {}
  virtual void Run(const float *x, const float *y, int n, int &first) {
    kernel1D_Count(x, n);
    // CHECK: references-errors.cpp:[[@LINE+2]]:13: error: control function 'Run' reads 'm_count' after kernel 'Count' has written it on the device
    // CHECK: note: compute with it in a kernel, or read it after the last kernel
    first = m_count;
    kernel1D_Count(y, n);
  }

protected:
  void kernel1D_Count(const float *x, int n) {
    m_count = 0;
    for (int i = 0; i < n; i++)
      if (x[i] > 0)
        m_count++;
  }
  int m_count = 0;
};
