// Origin: written as a user would.
// Pointers to results that are asked whether they are null, given on as null, and used in all the usual spellings of that.
// RUN: %check %s --size n=0,1,400 -- -std=c++17
#include "optional_outputs.h"

#include <algorithm>

void OptionalOutputs::kernel1D_Sums(const float *x, int n) {
  m_sum = 0.0f;
  m_low = 1e30f;
  m_high = -1e30f;
  m_positive = 0;
  for (int i = 0; i < n; ++i) {
    m_sum += x[i];
    m_low = std::min(m_low, x[i]);
    m_high = std::max(m_high, x[i]);
    if (x[i] > 0.0f)
      ++m_positive;
  }
}

void OptionalOutputs::kernel1D_Scale(const float *x, float *y, int n, float scale) {
  for (int i = 0; i < n; ++i)
    y[i] = scale * x[i];
}

float OptionalOutputs::Measure(const float *x, int n, float *mean, Extent *extent, int *positive) {
  kernel1D_Sums(x, n);
  if (mean)
    *mean = n > 0 ? m_sum / static_cast<float>(n) : 0.0f;
  if (extent != nullptr) {
    extent->low = m_low;
    extent->high = m_high;
  }
  if (!positive)
    return m_sum;
  *positive = m_positive;
  return m_sum + 1.0f;
}

void OptionalOutputs::MeasureAll(const float *x, int n) {
  Measure(x, n, &m_mean, nullptr, nullptr);
  Measure(x, n, nullptr, nullptr, nullptr);
}

float OptionalOutputs::JustTheSum(const float *x, int n) {
  kernel1D_Sums(x, n);
  return m_sum;
}

void OptionalOutputs::Normalise(const float *x, float *y, int n, float strength, float *scale) {
  const float used = strength > 0.0f ? strength : 2.0f;
  kernel1D_Scale(x, y, n, used);
  if (nullptr != scale)
    *scale = 0.5f * used;
}
