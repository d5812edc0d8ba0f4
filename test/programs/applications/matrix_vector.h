// Products of matrices and vectors, dense and sparse.
#pragma once
#include <cstddef>

template <typename T, typename Sum = T>
class MatrixVector {
public:
  virtual ~MatrixVector() = default;

  /// y = alpha * A * x + beta * y, A by rows.
  virtual void Multiply(const T *A, const T *x, T *y, size_t rows, size_t columns, T alpha, T beta) {
    kernel1D_Multiply(A, x, y, rows, columns, alpha, beta);
    kernel1D_Norm(y, rows);
  }
  /// y = A^T * x.
  virtual void MultiplyTransposed(const T *A, const T *x, T *y, size_t rows, size_t columns) {
    kernel1D_MultiplyTransposed(A, x, y, rows, columns);
  }
  Sum LastNorm2() const { return norm2; }

protected:
  void kernel1D_Multiply(const T *A, const T *x, T *y, size_t rows, size_t columns, T alpha, T beta) {
    for (size_t r = 0; r < rows; r++) {
      Sum sum = 0;
      for (size_t c = 0; c < columns; c++)
        sum += Sum(A[r * columns + c]) * x[c];
      y[r] = T(alpha * sum + beta * y[r]);
    }
  }
  void kernel1D_MultiplyTransposed(const T *A, const T *x, T *y, size_t rows, size_t columns) {
    for (size_t c = 0; c < columns; c++) {
      Sum sum = 0;
      for (size_t r = 0; r < rows; r++)
        sum += Sum(A[r * columns + c]) * x[r];
      y[c] = T(sum);
    }
  }
  void kernel1D_Norm(const T *y, size_t rows) {
    norm2 = 0;
    for (size_t r = 0; r < rows; r++)
      norm2 += Sum(y[r]) * Sum(y[r]);
  }

  Sum norm2 = 0;
};
