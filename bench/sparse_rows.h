// The rows of the sparse matrices that sparse_main.cpp and cub/sparse.cu measure.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace bench {

constexpr int kRows = 1 << 18;

/// Lengths that are all `mean`, or follow a power law: few rows have most elements, none is empty,
/// and the longest has some 50 times the mean. Neighbouring rows have nothing to do with each
/// other.
inline std::vector<int> MakeRows(int mean, bool isEven) {
  std::vector<double> lengths(kRows, double(mean));
  if (!isEven) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    double total = 0;
    for (double &length : lengths)
      total += length = std::min(std::pow(1.0 - uniform(random), -1.0 / 1.2), 200.0);
    for (double &length : lengths)
      length *= double(mean) * double(kRows) / total;
  }
  std::vector<int> rows(1, 0);
  double before = 0;
  for (double length : lengths)
    rows.push_back(int(before += std::max(length, 1.0)));
  return rows;
}

/// Moves columns, which lie anywhere, near the diagonal.
inline void MoveIntoBand(const std::vector<int> &rows, std::vector<int> &columns) {
  for (int i = 0; i < kRows; ++i)
    for (int k = rows[i]; k < rows[i + 1]; ++k)
      columns[k] = std::min(std::max(i - 2048 + columns[k] % 4096, 0), kRows - 1);
}

} // namespace bench
