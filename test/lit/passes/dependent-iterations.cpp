// Iterations that the sequential loop orders, each as a user may write it: an error at the write, with the other access
// and what to do instead.
// RUN: not vkmorph %s -o %t.out -- -std=c++17 2>&1 | FileCheck %s
// RUN: not vkmorph %s -o %t.out -- -std=c++17 -DLEAVES 2>&1 | FileCheck %s --check-prefix=LEAVES
// RUN: not ls %t.out

class C {
public:
  virtual ~C() {}
#ifndef LEAVES
  virtual void run(int *a, const int *x, int n) {
    kernel1D_Difference(x, n);
    kernel1D_Polynomial(x, n);
    kernel1D_Last(x, a, n);
    kernel1D_One(a, x, n);
    kernel1D_Called(x, a, n);
    kernel1D_Running(a, x, n);
    kernel1D_Limited(x, n);
    kernel1D_Previous(a, n);
    kernel1D_Stencil(a, n);
  }

  void kernel1D_Difference(const int *x, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+3]]:7: error: iterations of kernel 'kernel1D_Difference' depend on each other: one writes 'm_difference' here, and another one reads the same element [vkm2101]
      // CHECK: note: iterations of a kernel run in any order and in parallel; combine it with values by one of + - * min max & | ^, as in `m = std::min(m, i)` or `m = std::min(m + 1, 9)`, and access it in no other way, or split the kernel in two
      // CHECK: :[[@LINE+1]]:29: note: read here
      m_difference = x[i] / m_difference;
  }

  void kernel1D_Polynomial(const int *x, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Polynomial' depend on each other: one writes 'm_value' here, {{.*}} [vkm2101]
      m_value = m_value * m_value + x[i];
  }

  void kernel1D_Last(const int *x, int *a, int n) {
    for (int i = 0; i < n; i++) {
      a[i] = m_last;
      // CHECK: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Last' depend on each other: one writes 'm_last' here, and another one reads the same element [vkm2101]
      m_last = a[i] + x[i];
    }
  }

  void kernel1D_One(int *a, const int *x, int n) {
    for (int i = 0; i < n; i++)
      if (x[i] > 0)
        // CHECK: :[[@LINE+1]]:9: error: iterations of kernel 'kernel1D_One' depend on each other: more than one writes the same element of 'a' here [vkm2102]
        a[0] = i;
  }

  void kernel1D_Called(const int *x, int *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: :[[@LINE+4]]:7: error: iterations of kernel 'kernel1D_Called' depend on each other: more than one writes the same element of 'm_current' here [vkm2102]
      // CHECK: note: iterations of a kernel run in any order and in parallel
      // CHECK: :[[@LINE+3]]:{{[0-9]+}}: note: 'Twice' reads 'm_current' here: if the iteration wrote it, give it as an argument instead
      // CHECK-NOT: note: 'Other'
      m_current = x[i];
      a[i] = Twice() + Other();
    }
  }
  int Twice() const { return 2 * m_current; }
  int Other() const { return m_other; }
  int m_current = 0;
  int m_other = 0;

  void kernel1D_Running(int *a, const int *x, int n) {
    for (int i = 0; i < n; i++) {
      a[i] += x[i];
      // CHECK: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Running' depend on each other: {{.*}}'m_total' here [vkm210
      m_total += a[i];
      // CHECK: note: 'm_total' is no reduction: the loop reads the running total, and no scan computes it: what it is combined with is read behind a change of it by the same iteration
      a[i] = m_total;
    }
  }

  void kernel1D_Limited(const int *x, int n) {
    for (int i = 0; i < n; i++)
      if (m_count < 10)
        // CHECK: :[[@LINE+2]]:9: error: iterations of kernel 'kernel1D_Limited' depend on each other: {{.*}}'m_count' here
        // CHECK: :[[@LINE-2]]:11: note: read here
        m_count++;
  }

  void kernel1D_Previous(int *a, int n) {
    for (int i = 1; i < n; i++)
      // CHECK: :[[@LINE+2]]:7: error: iterations of kernel 'kernel1D_Previous' depend on each other: one writes 'a' here, {{.*}} [vkm2101]
      // CHECK: :[[@LINE+1]]:18: note: read here
      a[i] = 2 / a[i - 1] + 1;
  }

  void kernel1D_Stencil(int *a, int n) {
    for (int i = 1; i < n - 1; i++)
      // CHECK: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Stencil' depend on each other: one writes 'a' here, {{.*}} [vkm2101]
      a[i] = (a[i - 1] + a[i + 1]) / 2;
  }

private:
  int m_difference = 0, m_value = 0, m_last = 0, m_total = 0, m_count = 0;
#else
  virtual void run(int *a, int n) {
    kernel1D_Break(a, n);
    kernel1D_Return(a, n);
  }

  void kernel1D_Break(int *a, int n) {
    for (int i = 0; i < n; i++) {
      if (a[i] == 0)
        // LEAVES: :[[@LINE+2]]:9: error: 'break' leaves the loops of kernel 'kernel1D_Break', whose iterations run in parallel [vkm2004]
        // LEAVES: note: use a condition in the body, or 'continue' to skip one iteration
        break;
      a[i] = 1;
    }
  }

  void kernel1D_Return(int *a, int n) {
    for (int i = 0; i < n; i++) {
      if (a[i] == 0)
        // LEAVES: :[[@LINE+1]]:9: error: 'return' leaves the loops of kernel 'kernel1D_Return', whose iterations run in parallel [vkm2004]
        return;
      a[i] = 1;
    }
  }
#endif
};
