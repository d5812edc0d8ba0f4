// Origin: written as a user would.
// Control functions that look at results: a loop that ends when the error is small, a branch by a maximum.
// RUN: %check %s --class Relaxation --size n=1,2,40 -- -std=c++17
#include "relaxation.h"

#include <algorithm>
#include <cmath>

void Relaxation::kernel1D_Step(const float *from, float *to, int n) {
  m_error = 0.0f;
  for (int i = 0; i < n; i++) {
    const float left = i > 0 ? from[i - 1] : 0.0f;
    const float right = i + 1 < n ? from[i + 1] : 0.0f;
    to[i] = 0.25f * (left + right) + 0.25f * from[i];
    m_error = std::max(m_error, std::fabs(to[i] - from[i]));
  }
}

void Relaxation::kernel1D_Peak(const float *x, int n) {
  m_peak = 0.0f;
  for (int i = 0; i < n; i++)
    m_peak = std::max(m_peak, std::fabs(x[i]));
}

void Relaxation::kernel1D_Scale(float *x, int n, float by) {
  for (int i = 0; i < n; i++)
    x[i] *= by;
}

int Relaxation::Solve(float *x, float *y, int n, float tolerance, int most) {
  int steps = 0;
  while (steps < most) {
    kernel1D_Step(x, y, n);
    kernel1D_Step(y, x, n);
    steps += 2;
    const float error = m_error;
    if (error < tolerance)
      break;
  }
  return steps;
}

void Relaxation::Normalise(float *x, int n) {
  kernel1D_Peak(x, n);
  if (m_peak > 0.0f)
    kernel1D_Scale(x, n, 1.0f / m_peak);
}
