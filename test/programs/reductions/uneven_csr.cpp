// Origin: written as a user would, before its first translation.
// A sparse matrix in compressed rows times a vector: floats, doubles and whole numbers.
// RUN: %check %s --class csr::Matrix --arg rows=210 --arg columns=300 --setup 'object.Build();' --variants=default,vulkan10,deterministic --size x=300 --size y=210 -- -std=c++17
#include <cstdint>
#include <vector>

namespace csr {

class Matrix {
public:
  Matrix(int rows, int columns) : m_rows(rows), m_columns(columns) {}
  virtual ~Matrix() = default;

  /// Rows of 0 to 100 elements; every seventh is empty.
  void Build() {
    m_starts.push_back(0);
    for (int row = 0; row < m_rows; ++row) {
      const int length = row % 7 == 0 ? 0 : row * row % 101;
      for (int k = 0; k < length; ++k) {
        m_indices.push_back((row * 31 + k * 17) % m_columns);
        m_values.push_back(0.5f + float((row + k) % 13) / 8.0f);
        m_wide.push_back(0.25 * ((row + 3 * k) % 11) - 1.0);
        m_counts.push_back((row ^ k) % 5);
      }
      m_starts.push_back(int(m_values.size()));
    }
  }

  virtual void Multiply(const float *x, float *y) { kernel1D_Multiply(x, y); }
  virtual void MultiplyWide(const double *x, double *y) { kernel1D_MultiplyWide(x, y); }
  virtual void MultiplyCounts(const int32_t *x, int32_t *y) { kernel1D_MultiplyCounts(x, y); }

protected:
  void kernel1D_Multiply(const float *x, float *y) {
    for (int i = 0; i < m_rows; ++i) {
      float sum = 0.0f;
      for (int k = m_starts[i]; k < m_starts[i + 1]; k++)
        sum += m_values[k] * x[m_indices[k]];
      y[i] = sum;
    }
  }

  void kernel1D_MultiplyWide(const double *x, double *y) {
    for (int i = 0; i < m_rows; ++i) {
      double sum = 0.0;
      for (int k = m_starts[i]; k < m_starts[i + 1]; k++)
        sum += m_wide[k] * x[m_indices[k]];
      y[i] = sum;
    }
  }

  void kernel1D_MultiplyCounts(const int32_t *x, int32_t *y) {
    for (int i = 0; i < m_rows; ++i) {
      int32_t sum = 0;
      for (int k = m_starts[i]; k < m_starts[i + 1]; k++)
        sum += m_counts[k] * (x[m_indices[k]] & 0xff);
      y[i] = sum;
    }
  }

  int m_rows, m_columns;
  std::vector<int> m_starts, m_indices;
  std::vector<float> m_values;
  std::vector<double> m_wide;
  std::vector<int32_t> m_counts;
};

} // namespace csr
