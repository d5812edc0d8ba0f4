// Origin: written from README.md and docs/Language.md before its first translation.
// Vectors of the class as arguments of kernels, changing places; a maximum in each sweep and a norm at the end.
// RUN: %check %s --class PoissonSolver --arg n=18 --size f=324 --size out=324 --arg sweeps=0..7 -- -std=c++17
#include "jacobi.h"
#include <algorithm>
#include <cmath>

void PoissonSolver::kernel1D_Reset() {
  h2 = 1.0 / ((n - 1.0) * (n - 1.0));
  for (int i = 0; i < n * n; ++i) {
    u[i] = 0;
    next[i] = 0;
  }
}

void PoissonSolver::kernel2D_Sweep(const double *f, const double *from, double *to) {
  change = 0;
  for (int j = 1; j < n - 1; ++j)
    for (int i = 1; i < n - 1; ++i) {
      const int at = j * n + i;
      const double value = 0.25 * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n] - h2 * f[at]);
      change = std::max(change, std::abs(value - from[at]));
      to[at] = value;
    }
}

void PoissonSolver::kernel2D_Residual(const double *f) {
  residual = 0;
  for (int j = 1; j < n - 1; ++j)
    for (int i = 1; i < n - 1; ++i) {
      const int at = j * n + i;
      const double r = f[at] - (u[at - 1] + u[at + 1] + u[at - n] + u[at + n] - 4 * u[at]) / h2;
      residual += r * r;
    }
  residual = std::sqrt(residual);
}

void PoissonSolver::kernel1D_Result(double *out) {
  for (int i = 0; i < n * n; ++i)
    out[i] = u[i];
}

double PoissonSolver::Solve(const double *f, int sweeps) {
  kernel1D_Reset();
  for (int s = 0; s < sweeps; ++s) {
    kernel2D_Sweep(f, u.data(), next.data());
    kernel2D_Sweep(f, next.data(), u.data());
  }
  kernel2D_Residual(f);
  return change;
}

void PoissonSolver::Result(double *out) { kernel1D_Result(out); }
