// Products of dense matrices.
#pragma once
#include <cstddef>
#include <vector>

namespace dense {

class Matrix {
public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t cols) : rows_(rows), cols_(cols), values_(rows * cols) {}

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  double &operator()(std::size_t row, std::size_t col) { return values_[row * cols_ + col]; }
  double operator()(std::size_t row, std::size_t col) const { return values_[row * cols_ + col]; }

private:
  std::size_t rows_ = 0, cols_ = 0;
  std::vector<double> values_;
};

// y = A B x, and the trace of what A B is.
class Product {
public:
  Product(int rows = 9, int inner = 5, int cols = 6);
  virtual ~Product() = default;

  virtual void Multiply();
  virtual void Apply(const double *x, double *y, unsigned cols, unsigned rows);
  virtual double Trace();

protected:
  void kernel2D_Multiply();
  void kernel1D_Apply(const double *x, double *y, unsigned cols, unsigned rows);
  void kernel1D_Trace();
  static double Dot(const Matrix &a, const Matrix &b, std::size_t row, std::size_t col);

  Matrix a_, b_, product_;
  double trace_ = 0.0;
};

} // namespace dense
