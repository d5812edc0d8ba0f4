// Origin: written as a user would, before its first translation.
// Loops inside of the loop over rows: their sums, minima and conjunctions, in locals and in elements of arrays.
// RUN: %check %s --class Rows --size rows=1,5,70 --size columns=1,7,127,128,300 --setup "object.SetWeights(std::vector<double>(400, 0.5));" -- -std=c++17
// A loop that begins behind its end, so far that what threads add to its first value wraps around.
// RUN: %check %s --class Rows --control Between --size rows=1,3 --arg from=2147483600 --arg to=200 -- -std=c++17
#include "row_statistics.h"

#include <algorithm>

namespace survey {

void Rows::kernel1D_Sums(const float* table, float* sums, float* means, int rows, int columns) {
  for (int row = 0; row < rows; ++row) {
    float total = 0;
    for (int column = 0; column < columns; ++column)
      total += table[row * columns + column];
    sums[row] = total;
    means[row] = total / float(columns);
  }
}

void Rows::kernel1D_Spreads(const float* table, Spread* spreads, uint8_t* below, uint32_t rows, uint32_t columns) {
  for (uint32_t row = 0; row < rows; ++row) {
    const float* values = table + row * columns;
    float least = values[0], most = values[0];
    bool isBelow = true;
    for (uint32_t column = 1; column < columns; ++column) {
      const float value = values[column];
      if (value < least)
        least = value;
      most = std::max(most, value);
      isBelow = isBelow && value < m_limit;
    }
    spreads[row] = {least, most};
    below[row] = isBelow && values[0] < m_limit;
  }
}

void Rows::kernel1D_Accumulate(const uint32_t* table, uint32_t* sums, uint32_t* bits, uint32_t rows,
                               uint32_t columns) {
  for (uint32_t row = 0; row < rows; ++row) {
    sums[row] = row;
    for (uint32_t column = 0; column < columns; ++column) {
      sums[row] += table[row * columns + column] & 0xffffu;
      bits[row] |= table[row * columns + column] >> (column % 32);
    }
  }
}

void Rows::kernel1D_Weighted(const double* table, double* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row) {
    double total = out[row];
    for (int column = 1; column < columns - 1; column += 2)
      total -= table[row * columns + column] * m_weights[column];
    out[row] = total;
  }
}

void Rows::kernel2D_Columns(const int* table, int* sums, int rows, int columns) {
  for (int column = 0; column < columns; ++column)
    for (int row = 0; row < rows; ++row)
      sums[column] += table[row * columns + column] % 1000;
}

void Rows::kernel1D_Tails(const uint32_t* table, uint32_t* sums, uint32_t rows, uint32_t columns) {
  for (uint32_t row = 0; row < rows; ++row) {
    uint32_t total = 0;
    // Of shorter rows the first column is beyond the end.
    for (uint32_t column = columns - 150u; column < columns; ++column)
      total += table[row * columns + column];
    sums[row] = total;
  }
}

void Rows::kernel1D_Between(int* sums, int rows, int from, int to) {
  for (int row = 0; row < rows; ++row) {
    int total = 0;
    for (int column = from; column < to; ++column)
      total += (column & 7) + row;
    sums[row] = total;
  }
}

void Rows::Tails(const uint32_t* table, uint32_t* sums, uint32_t rows, uint32_t columns) {
  kernel1D_Tails(table, sums, rows, columns);
}

void Rows::Between(int* sums, int rows, int from, int to) {
  kernel1D_Between(sums, rows, from, to);
}

void Rows::Sums(const float* table, float* sums, float* means, int rows, int columns) {
  kernel1D_Sums(table, sums, means, rows, columns);
}

void Rows::Spreads(const float* table, Spread* spreads, uint8_t* below, uint32_t rows, uint32_t columns) {
  kernel1D_Spreads(table, spreads, below, rows, columns);
}

void Rows::Accumulate(const uint32_t* table, uint32_t* sums, uint32_t* bits, uint32_t rows, uint32_t columns) {
  kernel1D_Accumulate(table, sums, bits, rows, columns);
}

void Rows::Weighted(const double* table, double* out, int rows, int columns) {
  kernel1D_Weighted(table, out, rows, columns);
}

void Rows::Columns(const int* table, int* sums, int rows, int columns) {
  kernel2D_Columns(table, sums, rows, columns);
}

} // namespace survey
