// Origin: written as a user would, before its first translation.
// LU decomposition with the pivots of the diagonal, and both triangular solves, a column of the unknowns per step.
// RUN: %check %s --class PivotLu --size n=1,2,17 -- -std=c++17
#include <cmath>

class PivotLu {
public:
  virtual ~PivotLu() = default;

  virtual void Factor(float *a, int n) {
    kernel1D_Strengthen(a, n);
    for (int k = 0; k + 1 < n; ++k) {
      kernel1D_Scale(a, n, k);
      kernel2D_Update(a, n, k);
    }
  }

  virtual void Solve(float *a, [[vkmorph::size("n")]] float *x, int n) {
    kernel1D_Strengthen(a, n);
    for (int k = 0; k < n; ++k)
      kernel1D_Forward(a, x, n, k);
    for (int k = n - 1; k >= 0; --k) {
      kernel1D_Divide(a, x, n, k);
      kernel1D_Backward(a, x, n, k);
    }
  }

protected:
  /// Makes the diagonal larger than the rest of its row.
  void kernel1D_Strengthen(float *a, int n) {
    for (int i = 0; i < n; ++i) {
      float sum = 1.0f;
      for (int j = 0; j < n; ++j)
        sum += std::fabs(a[i * n + j]);
      a[i * n + i] = sum;
    }
  }
  void kernel1D_Scale(float *a, int n, int k) {
    for (int i = k + 1; i < n; ++i)
      a[i * n + k] /= a[k * n + k];
  }
  void kernel2D_Update(float *a, int n, int k) {
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
  }
  void kernel1D_Forward(const float *a, float *x, int n, int k) {
    for (int i = k + 1; i < n; ++i)
      x[i] -= a[i * n + k] * x[k];
  }
  void kernel1D_Divide(const float *a, float *x, int n, int k) {
    for (int i = k; i <= k; ++i)
      x[i] /= a[k * n + k];
  }
  void kernel1D_Backward(const float *a, float *x, int n, int k) {
    for (int i = 0; i < k; ++i)
      x[i] -= a[i * n + k] * x[k];
  }
};
