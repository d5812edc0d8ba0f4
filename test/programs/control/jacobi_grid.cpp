// Origin: written as a user would.
// Ping-pong by parity: which array is read is told by the number of the iteration.
// RUN: %check %s --class JacobiGrid --config=%S/Inputs/jacobi_grid.yaml -- -std=c++17
#include "jacobi_grid.h"

void JacobiGrid::kernel2D_Sweep(const float *from, float *to, const float *rhs, int width,
                                int height) const {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const int at = y * width + x;
      float sum = rhs[at];
      if (x > 0)
        sum += from[at - 1];
      if (x < width - 1)
        sum += from[at + 1];
      if (y > 0)
        sum += from[at - width];
      if (y < height - 1)
        sum += from[at + width];
      to[at] = 0.25f * sum;
    }
}

void JacobiGrid::kernel2D_Residual(const float *x, const float *rhs, int width, int height) {
  m_residual = 0.0;
  for (int row = 0; row < height; row++)
    for (int column = 0; column < width; column++) {
      const float difference = x[row * width + column] - rhs[row * width + column];
      m_residual += double(difference) * difference;
    }
}

double JacobiGrid::Solve(float *x, float *y, const float *rhs, int width, int height,
                         int iterations) {
  for (int k = 0; k < iterations; k++) {
    if (k % 2 == 0)
      kernel2D_Sweep(x, y, rhs, width, height);
    else
      kernel2D_Sweep(y, x, rhs, width, height);
  }
  if (iterations % 2 == 0)
    kernel2D_Residual(x, rhs, width, height);
  else
    kernel2D_Residual(y, rhs, width, height);
  return m_residual;
}
