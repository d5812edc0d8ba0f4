// Origin: written as a user with C habits would, before its first translation.
// Cholesky decomposition in place, the lower triangle, one column and the triangle behind it in each step.
// RUN: %check %s --class Cholesky --size n=1,2,14 -- -std=c++17 -Wno-unknown-attributes
#include <math.h>

class Cholesky {
public:
  virtual ~Cholesky() {}
  virtual void Decompose(double *a, [[vkmorph::size("n")]] double *column, int n) {
    int k;
    kernel1D_Strengthen(a, n);
    for (k = 0; k < n; k++) {
      kernel1D_Column(a, column, n, k);
      kernel1D_Store(a, column, n, k);
      kernel2D_Triangle(a, column, n, k);
    }
  }

protected:
  void kernel1D_Strengthen(double *a, int n) {
    int i, j;
    double sum;
    for (i = 0; i < n; i++) {
      sum = 1;
      for (j = 0; j < n; j++)
        sum += fabs(a[i * n + j]) + fabs(a[j * n + i]);
      a[i * n + i] = sum;
    }
  }

  void kernel1D_Column(const double *a, double *column, int n, int k) {
    int i;
    double d;
    d = sqrt(a[k * n + k]);
    for (i = k; i < n; i++)
      column[i] = a[i * n + k] / d;
  }

  void kernel1D_Store(double *a, const double *column, int n, int k) {
    int i;
    for (i = k; i < n; i++)
      a[i * n + k] = column[i];
  }

  void kernel2D_Triangle(double *a, const double *column, int n, int k) {
    int i, j;
    for (i = k + 1; i < n; i++)
      for (j = k + 1; j <= i; j++)
        a[i * n + j] -= column[i] * column[j];
  }
};
