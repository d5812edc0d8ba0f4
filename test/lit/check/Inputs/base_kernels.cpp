// Kernels and control functions that call those of a base class: overridden ones, and ones that are hidden by name.
#include "base_kernels.h"

void Tank::kernel1D_flow(float *level, int n, int rate) {
  int doubled = rate * 2; // computed once
  rate++;
  for (int i = 0; i < n; i++)
    level[i] = level[i] * doubled + rate;
  m_fullest = 0.0f;
  for (int i = 0; i < n; i++)
    m_fullest = level[i] > m_fullest ? level[i] : m_fullest;
  return;
}

void Tank::kernel1D_settle(float *level, int n) {
  for (int i = 0; i < n; i++)
    level[i] *= 0.5f;
}

// Not virtual: a tank's own Settle and kernel, whatever a leaky one has of that name.
void Tank::Twice(float *level, int n) {
  Settle(level, n);
  kernel1D_settle(level, n);
}

void LeakyTank::kernel1D_flow(float *level, int n, int rate) {
  for (int i = 0; i < n; i++)
    level[i] -= 1.0f;
  // In the middle, with other arguments.
  Tank::kernel1D_flow(level, n, rate + m_leaks);
  for (int i = 0; i < n; i++)
    level[i] += m_fullest;
}

void LeakyTank::kernel1D_settle(float *level, int n) {
  for (int i = 0; i < n; i++)
    level[i] -= 0.25f;
}

void LeakyTank::Settle(float *level, int n) {
  Tank::Settle(level, n);
  kernel1D_settle(level, n);
  Tank::kernel1D_settle(level, n);
}
