// Origin: written as a user would, before its first translation.
// Jacobi's method for a dense system, until it changes little.
// RUN: %check %s --class JacobiSolver --arg size=17 --setup 'object.Prepare();' --arg eps=0.0001 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

class JacobiSolver {
public:
  explicit JacobiSolver(int size) : m_size(size), m_a(size * size), m_x(size), m_next(size) {}
  virtual ~JacobiSolver() = default;

  void Prepare() {
    for (int row = 0; row < m_size; row++)
      for (int column = 0; column < m_size; column++)
        m_a[row * m_size + column] = row == column ? float(3 * m_size) : float((row + 2 * column) % 5) - 2.0f;
  }

  virtual void Solve(const float *b, float *x, float eps) {
    std::fill(m_x.begin(), m_x.end(), 0.0f);
    for (int sweep = 0; sweep < 50; sweep++) {
      kernel1D_Sweep(b);
      std::swap(m_x, m_next);
      if (m_change < eps)
        break;
    }
    std::copy(m_x.begin(), m_x.end(), x);
  }

private:
  void kernel1D_Sweep(const float *b) {
    m_change = 0.0f;
    for (int row = 0; row < m_size; row++) {
      float rest = b[row];
      for (int column = 0; column < m_size; column++)
        if (column != row)
          rest -= m_a[row * m_size + column] * m_x[column];
      m_next[row] = rest / m_a[row * m_size + row];
      m_change = std::max(m_change, std::fabs(m_next[row] - m_x[row]));
    }
  }

  int m_size;
  float m_change = 0.0f;
  std::vector<float> m_a, m_x, m_next;
};
