// Iterations that are far apart and touch one element, whatever the number of iterations is.
//
// RUN: not vkmorph %s --class=Reversed --emit=planned -- -std=c++17 2>&1 | FileCheck %s
// RUN: vkmorph %s --class=Halves --emit=planned -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=UNKNOWN

class Reversed {
public:
  virtual ~Reversed() = default;

  // CHECK: [[@LINE+4]]:7: error: iterations of kernel 'kernel1D_Whole' depend on each other: one writes 'a' here, and another one reads the same element [vkm2101]
  // CHECK: [[@LINE+3]]:14: note: read here
  virtual void kernel1D_Whole(int *a, int n) {
    for (int i = 0; i < n; ++i)
      a[i] = a[n - 1 - i] + 1;
  }
  // CHECK: error: iterations of kernel 'kernel1D_Shifted' depend on each other
  virtual void kernel1D_Shifted(int *a, int n) {
    for (int i = n; i > 1; --i)
      a[i - 1] = a[n - i + 1];
  }
  // CHECK: error: iterations of kernel 'kernel2D_Rows' depend on each other
  virtual void kernel2D_Rows(int *a, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        a[y * w + x] = a[y * w + w - 1 - x] + a[(h - 1 - y) * w + x];
  }
  // CHECK: error: iterations of kernel 'kernel1D_Others' depend on each other
  virtual void kernel1D_Others(int *a, int n) {
    for (int i = 0; i < n; ++i)
      if (i != n - 1 - i)
        a[i] = a[n - 1 - i];
  }
};

// These are independent, or are so for some values of the parameters.
class Halves {
public:
  virtual ~Halves() = default;

  // UNKNOWN-NOT: kernel 'kernel1D_Half'
  virtual void kernel1D_Half(int *a, int n) {
    for (int i = 0; i < n / 2; ++i) {
      const int kept = a[i];
      a[i] = a[n - 1 - i];
      a[n - 1 - i] = kept;
    }
  }
  // Of both halves one is written and the other one is read.
  // UNKNOWN-NOT: kernel 'kernel1D_Chosen'
  virtual void kernel1D_Chosen(int *a, int n) {
    for (int i = 0; i < n; ++i)
      if (2 * i >= n)
        a[i] = a[n - 1 - i];
  }
  // UNKNOWN: warning: cannot prove that iterations of kernel 'kernel1D_Other'
  virtual void kernel1D_Other(int *a, int n, int m) {
    for (int i = 0; i < n; ++i)
      a[i] = a[m - 1 - i];
  }
  // UNKNOWN-NOT: kernel 'kernel1D_Single'
  virtual void kernel1D_Single(int *a, int n) {
    for (int i = 0; i < n; ++i)
      if (n == 1)
        a[i] = a[n - 1 - i];
  }
};
