// Origin: written as a user would.
// Loops over the last elements of arrays by size_t, of which shorter arrays have none: the loops begin far behind their ends then.
// RUN: %check %s --class LastElements --size n=0,1,9,10,11,500 -- -std=c++17
#include <cstddef>

class LastElements {
public:
  virtual ~LastElements() = default;
  /// The sum of the last ten.
  virtual void Sum(const int *a, size_t n) { kernel1D_Sum(a, n); }
  /// Copies the last ten, and leaves the others alone.
  virtual void Copy(const int *a, int *out, size_t n) { kernel1D_Copy(a, out, n); }
  /// Copies every third of them.
  virtual void Thirds(const int *a, int *out, size_t n) { kernel1D_Thirds(a, out, n); }
  int m_sum = 0;

protected:
  void kernel1D_Sum(const int *a, size_t n) {
    m_sum = 0;
    for (size_t i = n - 10; i < n; ++i)
      m_sum += a[i];
  }
  void kernel1D_Copy(const int *a, int *out, size_t n) {
    for (size_t i = n - 10; i < n; ++i)
      out[i] = a[i];
  }
  void kernel1D_Thirds(const int *a, int *out, size_t n) {
    for (size_t i = n - 10; i < n; i += 3)
      out[i] = a[i];
  }
};
