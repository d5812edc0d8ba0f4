// Origin: written as a user would, before its first translation.
// A matrix that a setter keeps, and vectors that each call brings; kernels get the member as their parameter.
// RUN: %check %s --class Matrix --setup "static double a[24]; for (int i = 0; i < 24; ++i) a[i] = 0.5 * i - 3; object.SetMatrix(a, 4, 6)" -- -std=c++17

class Matrix {
public:
  virtual ~Matrix() = default;

  void SetMatrix(const double *a, int rows, int cols) {
    m_a = a;
    m_rows = rows;
    m_cols = cols;
  }

  virtual void Multiply(const double *x, double *y) { kernel1D_Multiply(m_a, x, y, m_rows, m_cols); }
  virtual void Transposed(const double *x, double *y) { kernel1D_Transposed(x, y); }

protected:
  void kernel1D_Multiply(const double *a, const double *x, double *y, int rows, int cols) {
    for (int i = 0; i < rows; ++i) {
      double sum = 0.0;
      for (int j = 0; j < cols; ++j)
        sum += a[i * cols + j] * x[j];
      y[i] = sum;
    }
  }
  double at(int i, int j) const { return m_a[i * m_cols + j]; }
  void kernel1D_Transposed(const double *x, double *y) {
    for (int j = 0; j < m_cols; ++j) {
      double sum = 0.0;
      for (int i = 0; i < m_rows; ++i)
        sum += at(i, j) * x[i];
      y[j] = sum;
    }
  }

  const double *m_a = nullptr;
  int m_rows = 0, m_cols = 0;
};
