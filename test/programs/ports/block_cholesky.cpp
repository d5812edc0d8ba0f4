// Origin: written as a user would, before its first translation.
// Cholesky decomposition of a lower triangle, a column per step, with the triangle behind it as a loop in each row.
// RUN: %check %s --class BlockCholesky --size n=1,2,15 -- -std=c++17
#include <cmath>

class BlockCholesky {
public:
  virtual ~BlockCholesky() = default;

  virtual void Factor(double *a, unsigned n) {
    kernel1D_Strengthen(a, n);
    for (unsigned k = 0; k < n; ++k) {
      kernel1D_Root(a, n, k);
      if (k + 1 == n)
        break;
      kernel1D_Column(a, n, k);
      kernel1D_Triangle(a, n, k);
    }
  }

protected:
  void kernel1D_Strengthen(double *a, unsigned n) {
    for (unsigned i = 0; i < n; ++i) {
      double sum = 1.0;
      for (unsigned j = 0; j < n; ++j)
        sum += j == i ? 0.0 : std::fabs(a[i * n + j]) + std::fabs(a[j * n + i]);
      a[i * n + i] = sum;
    }
  }
  void kernel1D_Root(double *a, unsigned n, unsigned k) {
    for (unsigned i = k; i < k + 1; ++i)
      a[i * n + i] = std::sqrt(a[i * n + i]);
  }
  void kernel1D_Column(double *a, unsigned n, unsigned k) {
    for (unsigned i = k + 1; i < n; ++i)
      a[i * n + k] /= a[k * n + k];
  }
  void kernel1D_Triangle(double *a, unsigned n, unsigned k) {
    for (unsigned j = k + 1; j < n; ++j)
      for (unsigned i = j; i < n; ++i)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
  }
};
