#pragma once

// Jacobi iterations for a Poisson equation on a grid, and what is left over in the end.
class JacobiGrid {
public:
  virtual ~JacobiGrid() = default;

  virtual double Solve(float *x, float *y, const float *rhs, int width, int height, int iterations);

protected:
  void kernel2D_Sweep(const float *from, float *to, const float *rhs, int width, int height) const;
  void kernel2D_Residual(const float *x, const float *rhs, int width, int height);

  double m_residual = 0.0;
};
