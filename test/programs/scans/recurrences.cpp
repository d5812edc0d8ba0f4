// Origin: written as a user would, before its first translation.
// Each element is that before it, combined with a value.
// RUN: %check %s --class Cumulative,Smooth --size n=1,2,256,257,3000 -- -std=c++17
#include <algorithm>
#include <vector>

/// Cumulative sums of two arrays, one of them in place.
class Cumulative {
public:
  virtual ~Cumulative() = default;
  virtual void Run(const int *a, int n, int *b, int *c) {
    kernel1D_Sum(a, n, b);
    kernel1D_InPlace(c, n);
  }

private:
  void kernel1D_Sum(const int *a, int n, int *b) {
    b[0] = a[0];
    for (int i = 1; i < n; i++)
      b[i] = b[i - 1] + a[i];
  }
  void kernel1D_InPlace(int *c, int n) {
    for (int i = 1; i < n; i++)
      c[i] += c[i - 1];
  }
};

/// The highest value up to each element, in a vector of the class.
class Smooth {
public:
  virtual ~Smooth() = default;
  virtual void Run(const float *a, int n) {
    m_highest.resize(n);
    kernel1D_First(a);
    kernel1D_Run(a, n);
  }
  std::vector<float> m_highest;

private:
  void kernel1D_First(const float *a) {
    for (int i = 0; i < 1; i++)
      m_highest[i] = a[i];
  }
  void kernel1D_Run(const float *a, int n) {
    for (int i = 0; i + 1 < n; i++)
      m_highest[i + 1] = std::max(m_highest[i], a[i + 1]);
  }
};
