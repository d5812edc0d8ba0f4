// Origin: written as a user would.
// Kernels that take references: to members, parts of members, local variables, elements, and what the caller's caller gave.
// RUN: %check %s --size n=0,1,300 -- -std=c++17
#include "kernel_references.h"

void KernelReferences::Total(const float *a, uint32_t n) { kernel1D_Sum(a, m_total, n); }

float KernelReferences::Mean(const float *a, uint32_t n) {
  float sum = 0.0f;
  kernel1D_Sum(a, sum, n);
  return n > 0 ? sum / static_cast<float>(n) : 0.0f;
}

void KernelReferences::Sum(const float *a, float &sum, uint32_t n) { kernel1D_Sum(a, sum, n); }

void KernelReferences::Count(const int *a, uint32_t n, int limit, uint32_t &below, uint32_t *above) {
  below = 0;
  *above = 1;
  kernel1D_Count(a, n, limit, below, *above);
  kernel1D_Count(a, n, limit + 1, below, *above);
  below *= 2;
}

void KernelReferences::Both(const float *a, const float *b, float *sums, uint32_t n) {
  kernel1D_Sum(a, sums[0], n);
  kernel1D_Sum(b, sums[1], n);
}

void KernelReferences::PerKind(const int *a, uint32_t n, int kind) {
  const int slot = kind & 3;
  kernel1D_Count(a, n, m_kinds[slot], m_seen[slot], m_seen[(slot + 1) & 3]);
}

bool KernelReferences::Range(const float *a, float *out, uint32_t n, Spread &spread) {
  spread.count = 0;
  kernel1D_Spread(a, n, spread);
  kernel1D_Move(a, out, n, spread, m_gain);
  return spread.count > 0;
}

void KernelReferences::Centre(const float *a, float *out, uint32_t n) {
  m_spread.count = 0;
  kernel1D_Spread(a, n, m_spread);
  kernel1D_Move(a, out, n, m_spread, Gain{1.0f, 0.0f});
}

void KernelReferences::Amplify(const float *a, float *out, uint32_t n, float scale) {
  Gain gain;
  gain.scale = scale * 0.5f;
  gain.offset = m_gain.offset;
  Spread none = {};
  kernel1D_Move(a, out, n, none, gain);
}
