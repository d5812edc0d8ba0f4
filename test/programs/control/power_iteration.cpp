// Origin: written as a user would, before its first translation.
// Kernels whose results the next one needs, inside of loops and of control functions of control functions; temporary vectors;
// independent launches side by side; values of the host in between.
// RUN: %check %s --class PowerIteration --size n=1,3,40 --variants=default,vulkan10,subgroup-last-workgroup,deterministic -- -std=c++17
// RUN: %check %s --class PowerIteration --size n=7 --adversarial --mutate-barriers -- -std=c++17
#include <cmath>
#include <utility>
#include <vector>

class PowerIteration {
public:
  virtual ~PowerIteration() = default;
  virtual double Eigenvalue(const double *matrix, double *vector, int n, int steps) {
    std::vector<double> next(n);
    kernel1D_Start(vector, n);
    for (int step = 0; step < steps; ++step)
      Step(matrix, vector, next.data(), n);
    kernel1D_Trace(matrix, n);
    kernel1D_Largest(vector, n);
    return m_norm + m_trace;
  }

private:
  void Step(const double *matrix, double *vector, double *next, int n) {
    kernel1D_Multiply(matrix, vector, next, n);
    Normalise(next, vector, n);
  }
  void Normalise(const double *from, double *to, int n) {
    kernel1D_Norm(from, n);
    kernel1D_Divide(from, to, n);
  }
  void kernel1D_Start(double *vector, int n) {
    for (int i = 0; i < n; i++)
      vector[i] = 1.0 / (1 + i);
  }
  void kernel1D_Multiply(const double *matrix, const double *vector, double *next, int n) {
    for (int row = 0; row < n; row++) {
      double sum = 0;
      for (int column = 0; column < n; column++)
        sum += matrix[row * n + column] * vector[column];
      next[row] = sum;
    }
  }
  void kernel1D_Norm(const double *vector, int n) {
    m_squares = 0;
    for (int i = 0; i < n; i++)
      m_squares += vector[i] * vector[i];
    m_norm = std::sqrt(m_squares);
    if (m_norm < 1e-12)
      m_norm = 1;
  }
  void kernel1D_Divide(const double *from, double *to, int n) {
    for (int i = 0; i < n; i++)
      to[i] = from[i] / m_norm;
  }
  void kernel1D_Trace(const double *matrix, int n) {
    m_trace = 0;
    for (int i = 0; i < n; i++)
      m_trace += matrix[i * (n + 1)];
  }
  void kernel1D_Largest(const double *vector, int n) {
    m_largest = 0;
    m_largestAt = -1;
    for (int i = 0; i < n; i++)
      if (std::fabs(vector[i]) > m_largest) {
        m_largest = std::fabs(vector[i]);
        m_largestAt = i;
      }
  }

  double m_squares = 0, m_norm = 0, m_trace = 0, m_largest = 0;
  int m_largestAt = -1;
};
