// Origin: written as a user would, before its first translation.
// Gram-Schmidt on the columns of a matrix by rows: each step normalises a column and takes it out of those behind it.
// RUN: %check %s --class ColumnQr --size rows=9,20 --size cols=1,7 -- -std=c++17
#include <cmath>

class ColumnQr {
public:
  virtual ~ColumnQr() = default;

  virtual void Orthogonalise(double *q, double *r, int rows,
                             int cols) {
    kernel1D_Spread(q, rows, cols);
    for (int k = 0; k < cols; ++k) {
      kernel1D_Length(q, rows, cols, k);
      kernel1D_Normalise(q, rows, cols, k);
      kernel1D_Project(q, r, rows, cols, k);
      kernel2D_Subtract(q, r, rows, cols, k);
    }
  }

protected:
  double m_length = 0.0;

  /// So that no two columns are nearly the same.
  void kernel1D_Spread(double *q, int rows, int cols) {
    for (int c = 0; c < cols; ++c)
      if (c < rows)
        q[c * cols + c] += 100.0;
  }
  void kernel1D_Length(const double *q, int rows, int cols, int k) {
    double sum = 0.0;
    for (int i = 0; i < rows; ++i)
      sum += q[i * cols + k] * q[i * cols + k];
    m_length = std::sqrt(sum);
  }
  void kernel1D_Normalise(double *q, int rows, int cols, int k) {
    for (int i = 0; i < rows; ++i)
      q[i * cols + k] /= m_length;
  }
  void kernel1D_Project(const double *q, double *r, int rows, int cols, int k) {
    for (int j = k; j < cols; ++j) {
      double dot = 0.0;
      for (int i = 0; i < rows; ++i)
        dot += q[i * cols + k] * q[i * cols + j];
      r[k * cols + j] = j == k ? m_length : dot;
      r[j * cols + k] = j == k ? m_length : 0.0;
    }
  }
  void kernel2D_Subtract(double *q, const double *r, int rows, int cols, int k) {
    for (int i = 0; i < rows; ++i)
      for (int j = k + 1; j < cols; ++j)
        q[i * cols + j] -= r[k * cols + j] * q[i * cols + k];
  }
};
