// Origin: written as a user would, before its first translation.
// The row lengths of a sparse matrix's transpose: for each column of a CSR matrix, how many entries it has, their sum, and
// the largest.
// RUN: %check %s --class TransposeCounts --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --size rows=1,300 --size columns=1,90 -- -std=c++17 -Wno-attributes
#include <cmath>
#include <cstdint>

class TransposeCounts {
public:
  virtual ~TransposeCounts() = default;

  virtual void Count([[vkmorph::size("rows + 1")]] const int *offsets, [[vkmorph::size("8 * rows")]] const int *column,
                     [[vkmorph::size("8 * rows")]] const double *value, int rows, int columns,
                     [[vkmorph::size("columns")]] int *count, [[vkmorph::size("columns")]] float *total,
                     [[vkmorph::size("columns")]] float *norm) {
    kernel1D_Init(columns, count, total, norm);
    kernel1D_Count(offsets, column, value, rows, columns, count, total, norm);
  }

  void kernel1D_Init(int columns, int *count, float *total, float *norm) {
    for (int c = 0; c < columns; ++c) {
      count[c] = 0;
      total[c] = 0;
      norm[c] = 0;
    }
  }

  void kernel1D_Count(const int *offsets, const int *column, const double *value, int rows, int columns, int *count,
                      float *total, float *norm) {
    for (int row = 0; row < rows; ++row) {
      // At most 8 entries in a row.
      const int length = offsets[row] & 7;
      for (int e = 8 * row; e < 8 * row + length; ++e) {
        const int c = (column[e] & 0xffff) % columns;
        ++count[c];
        total[c] += float(value[e]);
        norm[c] = std::max(norm[c], std::fabs(float(value[e])));
      }
    }
  }
};
