// Statistics of the rows of a table: what a survey asks of each respondent's answers.
#pragma once

#include <cstdint>
#include <vector>

namespace survey {

struct Spread {
  float least, most;
};

class Rows {
public:
  explicit Rows(float limit) : m_limit(limit) {}
  virtual ~Rows() = default;

  /// Sum and mean of each row of a table of rows x columns.
  virtual void Sums(const float* table, float* sums, float* means, int rows, int columns);
  /// How far the values of each row lie apart, and whether all are below the limit.
  virtual void Spreads(const float* table, Spread* spreads, uint8_t* below, uint32_t rows, uint32_t columns);
  /// Adds what each row has to what is there, bit by bit and as a sum.
  virtual void Accumulate(const uint32_t* table, uint32_t* sums, uint32_t* bits, uint32_t rows, uint32_t columns);
  /// Each row weighted by the members, first and last column left out.
  virtual void Weighted(const double* table, double* out, int rows, int columns);
  /// Sums of the columns of a table, which lie one below the other.
  virtual void Columns(const int* table, int* sums, int rows, int columns);

  /// Sums of the last 150 columns of each row; rows that are shorter have none.
  virtual void Tails([[vkmorph::size("rows*columns")]] const uint32_t* table, uint32_t* sums, uint32_t rows,
                     uint32_t columns);
  /// Sums of a pattern from one column to another; there may be none in between.
  virtual void Between(int* sums, int rows, int from, int to);

  void SetWeights(const std::vector<double>& weights) { m_weights = weights; }

protected:
  void kernel1D_Sums(const float* table, float* sums, float* means, int rows, int columns);
  void kernel1D_Spreads(const float* table, Spread* spreads, uint8_t* below, uint32_t rows, uint32_t columns);
  void kernel1D_Accumulate(const uint32_t* table, uint32_t* sums, uint32_t* bits, uint32_t rows, uint32_t columns);
  void kernel1D_Weighted(const double* table, double* out, int rows, int columns);
  void kernel2D_Columns(const int* table, int* sums, int rows, int columns);

  void kernel1D_Tails(const uint32_t* table, uint32_t* sums, uint32_t rows, uint32_t columns);
  void kernel1D_Between(int* sums, int rows, int from, int to);

  float m_limit;
  std::vector<double> m_weights;
};

} // namespace survey
