// Origin: written as a user would.
// Ping-pong: pointers that are exchanged after each step of a host loop.
// RUN: %check %s --class HeatRod -- -std=c++17
#include "heat_rod.h"

#include <algorithm>
#include <utility>

void HeatRod::kernel1D_Spread(const float *from, float *to, int n) const {
  for (int i = 0; i < n; i++) {
    const float left = from[i > 0 ? i - 1 : 0];
    const float right = from[i < n - 1 ? i + 1 : n - 1];
    to[i] = from[i] + m_conductivity * (left - 2.0f * from[i] + right);
  }
}

void HeatRod::kernel1D_Copy(const float *from, float *to, int n) const {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

void HeatRod::kernel1D_Warmest(const float *rod, int n) {
  m_warmest = -1e30f;
  for (int i = 0; i < n; i++)
    m_warmest = std::max(m_warmest, rod[i]);
}

void HeatRod::Run(float *a, float *b, int n, int steps) {
  for (int step = 0; step < steps; step++) {
    kernel1D_Spread(a, b, n);
    std::swap(a, b);
  }
}

float HeatRod::Warm(float *rod, float *scratch, int n, int steps) {
  float *current = rod;
  float *next = scratch;
  kernel1D_Copy(rod, scratch, n);
  for (int step = 0; step < steps; ++step) {
    kernel1D_Spread(current, next, n);
    float *const done = next;
    next = current;
    current = done;
  }
  kernel1D_Warmest(current, n);
  return m_warmest;
}
