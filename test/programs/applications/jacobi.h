// The field of a charge on a plate.
#pragma once
#include <vector>

/// Solves Poisson's equation on a square with zero at its border, by Jacobi's method.
class PoissonSolver {
public:
  explicit PoissonSolver(int n) : n(n), u(n * n), next(n * n) {}
  virtual ~PoissonSolver() = default;

  /// Starts from zero. Returns the largest change of the last sweep.
  virtual double Solve(const double *f, int sweeps);
  virtual void Result(double *out);

protected:
  void kernel1D_Reset();
  void kernel2D_Sweep(const double *f, const double *from, double *to);
  void kernel2D_Residual(const double *f);
  void kernel1D_Result(double *out);

  int n;
  double h2 = 1.0;
  double change = 0;
  double residual = 0;
  std::vector<double> u, next;
};
