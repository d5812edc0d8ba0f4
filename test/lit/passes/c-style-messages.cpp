// What cannot be translated of C-style loops is told by the names of the source, with the shortest remedy.
// RUN: not vkmorph %s --class Loops -o %t.out -- -std=c++17 2>&1 | FileCheck %s --check-prefix=LOOPS
// RUN: vkmorph %s --class Products --remarks=decisions -o %t.out -- -std=c++17 2>&1 | FileCheck %s --check-prefix=PRODUCTS
// RUN: not vkmorph %s --class Sums -o %t.out -- -std=c++17 2>&1 | FileCheck %s --check-prefix=SUMS

class Loops {
public:
  virtual ~Loops() {}
  virtual void Run(int *a, int n) {
    kernel1D_Left(a, n);
    kernel1D_Begins(a, n);
    kernel1D_Halves(a, n);
    kernel1D_Member(a, n);
    kernel1D_Steps(a, n);
    kernel1D_Called(a, n);
    kernel1D_Tested(a, n);
  }
  void kernel1D_Left(int *a, int n) {
    int i;
    // LOOPS: :[[@LINE+2]]:5: error: this loop of kernel 'kernel1D_Left' is not a counted loop: it is left before its end, and its counter 'i' is read behind it [vkm2003]
    // LOOPS: note: write it as for (T i = first; i < last; i += step)
    for (i = 0; i < n; i++)
      if (a[i] == 3)
        break;
    m_where = i;
  }
  void kernel1D_Begins(int *a, int n) {
    int i;
    if (n > 3)
      i = 1;
    else
      i = 0;
    // LOOPS: :[[@LINE+1]]:5: error: this loop of kernel 'kernel1D_Begins' is not a counted loop: its counter 'i' does not begin with a value that is assigned just before the loop [vkm2003]
    for (; i < n; i++)
      a[i] = 2;
  }
  void kernel1D_Halves(int *a, int n) {
    int i;
    // LOOPS: :[[@LINE+1]]:5: error: this loop of kernel 'kernel1D_Halves' is not a counted loop: it has no counter that one step at its end changes [vkm2003]
    while (a[0] > n) {
      i = a[0] / 2;
      a[0] = i;
    }
  }
  void kernel1D_Member(int *a, int n) {
    // LOOPS: :[[@LINE+1]]:5: error: this loop of kernel 'kernel1D_Member' is not a counted loop: it is left before its end, and its counter 'm_at' is a member, which keeps its number [vkm2003]
    for (m_at = 0; m_at < n; m_at++) {
      if (a[m_at] > 3)
        break;
      a[m_at] = 1;
    }
  }
  void kernel1D_Steps(int *a, int n) {
    // LOOPS: :[[@LINE+1]]:5: error: this loop of kernel 'kernel1D_Steps' is not a counted loop: its counter 'm_at' is a member, which keeps its number, where the number is known if it counts by one to a bound that stays [vkm2003]
    for (m_at = 0; m_at < n; m_at += 2)
      a[m_at] = 1;
  }
  void kernel1D_Called(int *a, int n) {
    // LOOPS: :[[@LINE+1]]:5: error: this loop of kernel 'kernel1D_Called' is not a counted loop: functions that it calls, or references, may reach its counter 'm_at' [vkm2003]
    for (m_at = 0; m_at < n; m_at++)
      a[m_at] = Next();
  }
  void kernel1D_Tested(int *a, int n) {
    int i = n;
    // LOOPS: :[[@LINE+1]]:5: error: this loop of kernel 'kernel1D_Tested' is not a counted loop: its condition changes its counter 'i' [vkm2003]
    while (i-- > 0)
      a[i] = 1;
  }
  int m_where, m_at;

private:
  int Next() const { return m_at + 1; }
};

class Sums {
public:
  virtual ~Sums() {}
  virtual void Run(const float *a, float *c, int n) { kernel1D_Running(a, c, n); }
  void kernel1D_Running(const float *a, float *c, int n) {
    int i;
    float sum = 0;
    for (i = 0; i < n; i++) {
      sum += a[i];
      // SUMS: :[[@LINE+1]]:14: error: iterations of kernel 'kernel1D_Running' depend on each other by the variable 'sum': it is read here
      sum *= sum;
      // SUMS: note: read it behind the loop, where it has its result; of a running total, combine it with what does not depend on it
      c[i] = sum;
    }
  }
};

// A sum of its own for each element where all loops are the grid; here iterations share elements.
class Products {
public:
  virtual ~Products() {}
  virtual void Run(const float *a, const float *b, float *c, int n) { kernel2D_Ikj(a, b, c, n); }
  void kernel2D_Ikj(const float *a, const float *b, float *c, int n) {
    int i, j, k;
    for (i = 0; i < n; i++)
      for (k = 0; k < n; k++)
        for (j = 0; j < n; j++)
          // PRODUCTS: :[[@LINE+1]]:11: remark: kernel 'kernel2D_Ikj': iterations update elements of 'c' by atomic operations
          c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
};
