// Origin: written as a user would, before its first translation.
// Conjugate gradients with a sparse matrix in compressed rows, as parameters.
// RUN: %check %s --class Solver --setup 'object.Build();' --arg steps=6 --size b=90 --size x=90 --variants=default,vulkan10 --tolerance=0.001,0.001 -- -std=c++17
// RUN: %check %s --class Solver --setup 'object.Build();' --arg steps=1 --size b=90 --size x=90 --tolerance=0.001,0.001 -- -std=c++17
#include <vector>

class Solver {
public:
  virtual ~Solver() = default;

  /// A symmetric matrix whose diagonal outweighs the rest: row i has i % 5 pairs of neighbours.
  void Build() {
    const int n = 90;
    m_rows = n;
    std::vector<std::vector<float>> full(n, std::vector<float>(n, 0.0f));
    for (int i = 0; i < n; ++i) {
      full[i][i] = 24.0f;
      for (int d = 1; d <= i % 5; ++d) {
        const int j = (i * 7 + d * 13) % n;
        if (j != i)
          full[i][j] = full[j][i] = -1.0f;
      }
    }
    m_begin.assign(1, 0u);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j)
        if (full[i][j] != 0.0f) {
          m_value.push_back(full[i][j]);
          m_column.push_back(unsigned(j));
        }
      m_begin.push_back(unsigned(m_value.size()));
    }
    m_r.resize(n);
    m_p.resize(n);
    m_ap.resize(n);
  }

  virtual void Solve(const float *b, float *x, int steps) {
    kernel1D_Begin(b, x);
    for (int step = 0; step < steps; ++step) {
      kernel1D_Multiply();
      kernel1D_Curvature();
      kernel1D_Move(x);
      kernel1D_Turn();
    }
  }

protected:
  void kernel1D_Begin(const float *b, float *x) {
    m_rr = 0.0f;
    for (unsigned i = 0; i < m_rows; ++i) {
      x[i] = 0.0f;
      m_r[i] = b[i];
      m_p[i] = b[i];
      m_rr += b[i] * b[i];
    }
  }

  void kernel1D_Multiply() {
    for (unsigned i = 0; i < m_rows; ++i) {
      const unsigned begin = m_begin[i];
      const unsigned end = m_begin[i + 1];
      float sum = 0.0f;
      for (unsigned k = begin; k < end; ++k)
        sum += m_value[k] * m_p[m_column[k]];
      m_ap[i] = sum;
    }
  }

  void kernel1D_Curvature() {
    m_pap = 0.0f;
    for (unsigned i = 0; i < m_rows; ++i)
      m_pap += m_p[i] * m_ap[i];
  }

  void kernel1D_Move(float *x) {
    m_next = 0.0f;
    const float alpha = m_pap > 0.0f ? m_rr / m_pap : 0.0f;
    for (unsigned i = 0; i < m_rows; ++i) {
      x[i] += alpha * m_p[i];
      m_r[i] -= alpha * m_ap[i];
      m_next += m_r[i] * m_r[i];
    }
  }

  void kernel1D_Turn() {
    const float beta = m_rr > 0.0f ? m_next / m_rr : 0.0f;
    for (unsigned i = 0; i < m_rows; ++i)
      m_p[i] = m_r[i] + beta * m_p[i];
    m_rr = m_next;
  }

  unsigned m_rows = 0;
  float m_rr = 0.0f, m_pap = 0.0f, m_next = 0.0f;
  std::vector<unsigned> m_begin, m_column;
  std::vector<float> m_value, m_r, m_p, m_ap;
};
