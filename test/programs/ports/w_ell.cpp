// Origin: written as a user would, before its first translation.
// A matrix in ELLPACK form, -1 where a row ends early.
// RUN: %check %s --class EllMatrix --size rows=0,1,33 --size width=1,4 --size x=20 --size index=132 --size value=132 --arg index=-1..19 -- -std=c++17
#include <cstddef>

class EllMatrix {
public:
  virtual ~EllMatrix() = default;

  virtual void Multiply(const int *index, const double *value, const double *x, double *y, size_t rows, size_t width) {
    kernel1D_Multiply(index, value, x, y, rows, width);
  }

private:
  void kernel1D_Multiply(const int *index, const double *value, const double *x, double *y, size_t rows,
                         size_t width) {
    for (size_t row = 0; row < rows; row++) {
      double sum = 0;
      for (size_t slot = 0; slot < width; slot++) {
        // Slots lie column by column, for coalesced reads.
        const int column = index[slot * rows + row];
        if (column < 0)
          break;
        sum += value[slot * rows + row] * x[column];
      }
      y[row] = sum;
    }
  }
};
