// Origin: written as a user would, before its first translation.
// Conjugate gradient for a Poisson problem on a square grid.
// RUN: %check %s --class ConjugateGradient --arg side=9 --arg limit=12 --arg tolerance=0.001 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <vector>

class ConjugateGradient {
public:
  explicit ConjugateGradient(int side) : m_side(side), m_r(side * side), m_p(side * side), m_q(side * side) {}
  virtual ~ConjugateGradient() = default;

  /// Returns the number of iterations.
  virtual int Solve(const double *b, double *x, int limit, double tolerance) {
    kernel1D_Start(b, x);
    double rho = m_rho;
    int iteration = 0;
    while (iteration < limit && std::sqrt(rho) > tolerance) {
      kernel2D_Apply();
      kernel1D_Curvature();
      const double alpha = rho / m_curvature;
      kernel1D_Advance(x, alpha);
      const double beta = m_rho / rho;
      rho = m_rho;
      kernel1D_Direction(beta);
      iteration++;
    }
    return iteration;
  }

private:
  void kernel1D_Start(const double *b, double *x) {
    m_rho = 0;
    for (int i = 0; i < m_side * m_side; i++) {
      x[i] = 0;
      m_r[i] = m_p[i] = b[i];
      m_rho += b[i] * b[i];
    }
  }

  void kernel2D_Apply() {
    const auto at = [this](int row, int column) {
      return row < 0 || column < 0 || row >= m_side || column >= m_side ? 0.0 : m_p[row * m_side + column];
    };
    for (int row = 0; row < m_side; row++)
      for (int column = 0; column < m_side; column++)
        m_q[row * m_side + column] = 4.0 * at(row, column) - at(row - 1, column) - at(row + 1, column) -
                                     at(row, column - 1) - at(row, column + 1);
  }

  void kernel1D_Curvature() {
    m_curvature = 0;
    for (int i = 0; i < m_side * m_side; i++)
      m_curvature += m_p[i] * m_q[i];
  }

  void kernel1D_Advance(double *x, double alpha) {
    m_rho = 0;
    for (int i = 0; i < m_side * m_side; i++) {
      x[i] += alpha * m_p[i];
      m_r[i] -= alpha * m_q[i];
      m_rho += m_r[i] * m_r[i];
    }
  }

  void kernel1D_Direction(double beta) {
    for (int i = 0; i < m_side * m_side; i++)
      m_p[i] = m_r[i] + beta * m_p[i];
  }

  int m_side;
  double m_rho = 0, m_curvature = 0;
  std::vector<double> m_r, m_p, m_q;
};
