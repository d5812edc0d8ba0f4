// Rounded values that do not keep iterations apart.
// RUN: not vkmorph %s --class=Rounded --emit=recognised -- -std=c++17 2>&1 >/dev/null | FileCheck %s
class Rounded {
public:
  virtual ~Rounded() = default;
  virtual void Run([[vkmorph::size("n * n")]] float *u, [[vkmorph::size("n")]] int *a, [[vkmorph::size("n")]] int *b, int n, int c, int d) {
    kernel2D_Diagonal(u, n, c);
    kernel1D_Either(a, n, c, d);
    kernel1D_Farther(a, n, c);
    kernel1D_Pairs(a, b, n);
    kernel1D_Below(a, n);
    kernel1D_Middle(a, n);
    kernel1D_Again(a, unsigned(n), unsigned(c));
  }

protected:
  // Cells of one colour touch at their corners.
  // CHECK: warning: cannot prove that iterations of kernel 'kernel2D_Diagonal'
  void kernel2D_Diagonal(float *u, int n, int c) {
    for (int y = 1; y < n - 1; ++y)
      for (int x = 1; x < n - 1; ++x)
        if ((x + y) % 2 == c)
          u[y * n + x] += u[(y - 1) * n + x - 1];
  }
  // CHECK: warning: cannot prove that iterations of kernel 'kernel1D_Either'
  void kernel1D_Either(int *a, int n, int c, int d) {
    for (int i = 1; i < n - 1; ++i) {
      if (i % 2 == c)
        a[i] = a[i - 1];
      if (i % 2 == d)
        a[i] = 3;
    }
  }
  // CHECK: warning: cannot prove that iterations of kernel 'kernel1D_Farther'
  void kernel1D_Farther(int *a, int n, int c) {
    for (int i = 3; i < n; ++i)
      if (i % 3 == c)
        a[i] = a[i - 3];
  }
  // Two iterations share a half.
  // CHECK: error: iterations of kernel 'kernel1D_Pairs' write the same element of 'a' here where their indices have the same quotient
  void kernel1D_Pairs(int *a, const int *b, int n) {
    for (int i = 0; i < n; ++i)
      if (b[i] > 0)
        a[i / 2] = b[i];
  }
  // CHECK: warning: cannot prove that iterations of kernel 'kernel1D_Below'
  void kernel1D_Below(int *a, int n) {
    for (int i = 0; i < n; ++i)
      a[i] = a[i / 2];
  }
  // One more than a half meets in the middle.
  // CHECK: warning: cannot prove that iterations of kernel 'kernel1D_Middle'
  void kernel1D_Middle(int *a, int n) {
    for (int i = 0; i < n / 2 + 1; ++i)
      a[i] += a[n - 1 - i];
  }
  // i + c may begin again at 0 between two iterations, whose remainders are equal then.
  // CHECK: warning: cannot prove that iterations of kernel 'kernel1D_Again'
  void kernel1D_Again(int *a, unsigned n, unsigned c) {
    for (unsigned i = 1; i < n; ++i)
      if ((i + c) % 3u == 0)
        a[i] = a[i - 1];
  }
};
