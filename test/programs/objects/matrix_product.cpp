// Origin: written as a user would, before its first translation.
// Matrices of doubles with operator()(row, column), private members, passed on by reference to const.
// RUN: %check %s --class dense::Product --arg rows=1..17 --arg inner=1..9 --arg cols=1..14 -- -std=c++17
#include "matrix_product.h"

namespace dense {

Product::Product(int rows, int inner, int cols) : a_(rows, inner), b_(inner, cols), product_(rows, cols) {
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < inner; ++k)
      a_(i, k) = (i * 3 + k * 5) % 7 - 3;
  for (int k = 0; k < inner; ++k)
    for (int j = 0; j < cols; ++j)
      b_(k, j) = (k + j * 2) % 5 * 0.25;
}

double Product::Dot(const Matrix &a, const Matrix &b, std::size_t row, std::size_t col) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.cols(); ++k)
    sum += a(row, k) * b(k, col);
  return sum;
}

void Product::kernel2D_Multiply() {
  for (std::size_t i = 0; i < product_.rows(); ++i)
    for (std::size_t j = 0; j < product_.cols(); ++j)
      product_(i, j) = Dot(a_, b_, i, j);
}

void Product::kernel1D_Apply(const double *x, double *y, unsigned cols, unsigned rows) {
  for (unsigned i = 0; i < rows; ++i) {
    const Matrix &m = product_;
    double sum = 0.0;
    for (unsigned j = 0; j < cols; ++j)
      if (i < m.rows() && j < m.cols())
        sum += m(i, j) * x[j];
    y[i] = sum;
  }
}

void Product::kernel1D_Trace() {
  trace_ = 0.0;
  for (std::size_t i = 0; i < product_.rows(); ++i)
    if (i < product_.cols())
      trace_ += product_(i, i);
}

void Product::Multiply() { kernel2D_Multiply(); }

void Product::Apply(const double *x, double *y, unsigned cols, unsigned rows) { kernel1D_Apply(x, y, cols, rows); }

double Product::Trace() {
  kernel2D_Multiply();
  kernel1D_Trace();
  return trace_;
}

} // namespace dense
