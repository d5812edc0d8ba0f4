// Origin: written as a user would, before its first translation.
// A sparse matrix in compressed rows times a vector, and its transpose.
// RUN: %check %s --class SparseMatrix --arg rows=12 --arg columns=9 --setup 'object.Fill();' --size x=12 --size y=12 -- -std=c++17
#include <cstddef>
#include <cstdint>
#include <vector>

class SparseMatrix {
public:
  SparseMatrix(uint32_t rows, uint32_t columns) : m_rows(rows), m_columns(columns) {}
  virtual ~SparseMatrix() = default;

  void Fill() {
    m_start.assign(1, 0);
    for (uint32_t r = 0; r < m_rows; r++) {
      for (uint32_t c = r % 3; c < m_columns; c += 1 + r % 4) {
        m_index.push_back(c);
        m_value.push_back(0.25f * float(r + 1) - 0.5f * float(c));
      }
      m_start.push_back(uint32_t(m_value.size()));
    }
  }

  /// y = A x
  virtual void Multiply(const float *x, float *y) { kernel1D_Rows(x, y); }

  /// y = A^T x
  virtual void MultiplyTransposed(const float *x, float *y) {
    kernel1D_Zero(y);
    kernel1D_Scatter(x, y);
  }

private:
  void kernel1D_Rows(const float *x, float *y) {
    for (uint32_t row = 0; row < m_rows; ++row) {
      float sum = 0.0f;
      for (uint32_t k = m_start[row]; k < m_start[row + 1]; ++k)
        sum += m_value[k] * x[m_index[k]];
      y[row] = sum;
    }
  }

  void kernel1D_Zero(float *y) {
    for (uint32_t c = 0; c < m_columns; ++c)
      y[c] = 0.0f;
  }

  void kernel1D_Scatter(const float *x, float *y) {
    for (uint32_t row = 0; row < m_rows; ++row)
      for (uint32_t k = m_start[row]; k < m_start[row + 1]; ++k)
        y[m_index[k]] += m_value[k] * x[row];
  }

  uint32_t m_rows, m_columns;
  std::vector<uint32_t> m_start, m_index;
  std::vector<float> m_value;
};
