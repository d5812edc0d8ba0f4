// What loops and conditions around launches say of a kernel's parameters proves that its iterations are independent: here
// that s is at least 1, or that halves do not overlap. Every launch has its own facts.
//
// RUN: vkmorph %s --class=Facts --emit=planned -- -std=c++17 2>&1 >/dev/null | FileCheck %s --allow-empty --check-prefix=NONE
// NONE-NOT: vkm2104
// NONE-NOT: error:
#include <cstddef>

class Facts {
public:
  virtual ~Facts() = default;

  // 1 <= s <= n
  virtual void Counted([[vkmorph::size("n * n")]] int *a, int n) {
    for (int s = 1; s <= n; ++s)
      kernel1D_Counted(a, n, s);
  }
  // Two launches with facts of their own, one counted down.
  virtual void Twice([[vkmorph::size("n * n")]] int *a, unsigned n, int m) {
    for (unsigned s = n; s > 0; --s)
      kernel1D_Twice(a, n, int(m), s);
    if (m > 3)
      kernel1D_Twice(a, n, m, 4u);
  }
  // What stands before: a condition, a jump, a quotient, a minimum.
  virtual void Before([[vkmorph::size("n * n")]] int *a, int n, int s) {
    if (s <= 0)
      return;
    const bool isLarge = s > 1 && n > 2;
    if (isLarge)
      kernel1D_Before(a, n, s / 2);
    else
      kernel1D_Before(a, n, s);
  }
  // An unsigned sum that is no larger than another number.
  virtual void Bounded([[vkmorph::size("n * n")]] int *a, unsigned n) {
    for (unsigned k = 0; k < n; ++k)
      kernel1D_Bounded(a, n, k + 1);
  }
  // The power of two that a loop makes.
  virtual void Powers([[vkmorph::size("n * n")]] int *a, int n) {
    for (int s = 1; s < n; s *= 2)
      kernel1D_Powers(a, n, s);
    int s = n;
    while (s > 0) {
      kernel1D_Powers(a, n, s);
      s /= 2;
    }
  }
  // Halves of what is left: n + 1 does not wrap, since an array has n elements.
  virtual void Halves([[vkmorph::size("n")]] int *a, unsigned n) {
    while (n > 1) {
      const unsigned half = (n + 1) / 2;
      kernel1D_Halves(a, n, half);
      n = half;
    }
  }
  // A member that nothing changes.
  virtual void Members([[vkmorph::size("m_n * m_n")]] int *a) {
    for (int k = 0; k < m_n; ++k)
      kernel1D_Members(a, k);
  }
  // On either side of k.
  virtual void Sides([[vkmorph::size("n * m")]] int *a, int n, int m) {
    for (int k = 0; k < n; ++k) {
      kernel2D_Sides(a, m, k, 0, k);
      kernel2D_Sides(a, m, k, k + 1, n);
    }
  }
  // The step counted by a loop of the C kind.
  virtual void Plain([[vkmorph::size("n * n")]] int *a, size_t n) {
    size_t s;
    for (s = 1; s < n; s++)
      kernel1D_Plain(a, n, s);
  }

  int m_n = 4;

private:
  void kernel1D_Counted(int *a, int n, int s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Twice(int *a, unsigned n, int m, unsigned s) {
    for (unsigned i = 0; i < n; ++i)
      a[i * s] = int(i) + m;
  }
  void kernel1D_Before(int *a, int n, int s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Bounded(int *a, unsigned n, unsigned s) {
    for (unsigned i = 0; i < n; ++i)
      a[i * s] = int(i);
  }
  void kernel1D_Powers(int *a, int n, int s) {
    for (int i = 0; i < n; ++i)
      a[i * s] = i;
  }
  void kernel1D_Halves(int *a, unsigned n, unsigned half) {
    for (unsigned i = 0; i < n - half; ++i)
      a[i] += a[i + half];
  }
  void kernel1D_Members(int *a, int k) {
    for (int i = k + 1; i < m_n; ++i)
      a[i * m_n + k] += a[k * m_n + k];
  }
  void kernel2D_Sides(int *a, int m, int k, int first, int last) {
    for (int i = first; i < last; ++i)
      for (int j = 0; j < m; ++j)
        a[i * m + j] += a[k * m + j];
  }
  void kernel1D_Plain(int *a, size_t n, size_t s) {
    for (size_t i = 0; i < n; ++i)
      a[i * s] = int(i);
  }
};
