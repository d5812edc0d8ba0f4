// Elements of a diagonal are independent of those of another one: both subscripts say how far the iterations are apart, and
// not the same.
// RUN: not vkmorph %s -o %t.out -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

class Diagonals {
public:
  virtual ~Diagonals() {}
  virtual void Run(int (*t)[32], int span, int n) {
    kernel1D_Inner(t, span, n);
    kernel1D_Along(t, span, n);
  }

protected:
  void kernel1D_Inner(int (*t)[32], int span, int n) {
    for (int i = 0; i + span < n; i++)
      t[i][i + span] = t[i + 1][i + span - 1] + t[i + 2][i + span + 1];
  }
  void kernel1D_Along(int (*t)[32], int span, int n) {
    for (int i = 0; i + span < n; i++)
      // CHECK: :[[@LINE+1]]:7: error: iterations of kernel 'kernel1D_Along' depend on each other
      t[i + 1][i + span + 1] = t[i][i + span] % 3;
  }
};
