// Origin: written as a user would, before its first translation.
// The transpose of a matrix times a vector by its compressed columns, onto what is there already; the arrays are
// parameters.
// RUN: %check %s --class Transposed --arg columns=30 --arg colStart=0..80 --arg rowIndex=0..24 --size rowIndex=90 --size value=90 --size x=25 --size y=30 --variants=default,vulkan10 -- -std=c++17
class Transposed {
public:
  virtual ~Transposed() = default;

  virtual void Add(const int *colStart, const int *rowIndex, const float *value, const float *x, float *y, float scale,
                   int columns) {
    kernel1D_Add(colStart, rowIndex, value, x, y, scale, columns);
  }

protected:
  void kernel1D_Add(const int *colStart, const int *rowIndex, const float *value, const float *x, float *y, float scale,
                    int columns) {
    for (int c = 0; c < columns; c++)
      for (int k = colStart[c]; k < colStart[c + 1]; k++)
        y[c] += scale * value[k] * x[rowIndex[k]];
  }
};
