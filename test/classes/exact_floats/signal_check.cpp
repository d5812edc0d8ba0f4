// Looks through a signal: extremes, comparisons of two samples, filters with constant coefficients.
#include "signal_check.h"

#include <algorithm>

void SignalCheck::FindExtremes(const float *samples, int count) {
  kernel1D_FindExtremes(samples, count);
}

void SignalCheck::CompareTwo(const float *samples, float *results, int count) {
  kernel1D_CompareTwo(samples, results, count);
}

void SignalCheck::Filter(const float *samples, float *results, double *precise, int count) {
  kernel1D_Filter(samples, results, precise, count);
}

void SignalCheck::kernel1D_FindExtremes(const float *samples, int count) {
  m_lowest = m_start;
  m_highest = m_start;
  m_chosen = m_start;
  m_number = 1e30f;
  m_bounded = -1.0f;
  m_widest = -1.0;
  for (int i = 0; i < count; i++) {
    const float sample = samples[i];
    m_lowest = std::min(m_lowest, sample);
    if (sample > m_highest)
      m_highest = sample;
    m_chosen = sample <= m_chosen ? sample : m_chosen;
    m_number = std::fmin(m_number, sample);
    // Never NaN, so that the order of the operands does not matter.
    m_bounded = std::max(std::max(0.5f, sample), m_bounded);
    m_widest = std::max(m_widest, double(sample) * 2);
    // NaN stays what it is.
    if (sample < m_kept)
      m_kept = sample;
  }
}

void SignalCheck::kernel1D_CompareTwo(const float *samples, float *results, int count) {
  for (int i = 0; i < count; i++) {
    const float sample = samples[i];
    results[i * kResults] = std::min(sample, 1.0f);
    results[i * kResults + 1] = std::max(1.0f, sample);
    results[i * kResults + 2] = std::clamp(sample, -1.0f, 1.0f);
    results[i * kResults + 3] = std::fmax(std::min(1.0f, sample), -1.0f);
    results[i * kResults + 4] = float(std::min(double(sample), 0.25));
  }
}

static float Damp(float sample) {
  const float damping = 0.1f;
  return sample * (damping * 0.3f) + damping;
}

void SignalCheck::kernel1D_Filter(const float *samples, float *results, double *precise,
                                  int count) {
  for (int i = 0; i < count; i++) {
    const float gain = 0.7f, loss = 0.6f;
    const float weights[2] = {0.3f, 0.1f};
    const int odd = 16777217;
    const float sample = samples[i];
    float *out = &results[i * kFilters];
    out[0] = sample * (gain - loss) * 1e8f;
    out[1] = (kGain - kLoss) * 1e8f + sample;
    out[2] = kTaps[0] - kTaps[2];
    out[3] = weights[0] * weights[1];
    out[4] = 16777216.0f + 1.0f + 1.0f;
    out[5] = float(odd) - 1.0f + sample;
    out[6] = std::sqrt(0.7f) * std::fabs(-0.3f);
    out[7] = sample > 0.1f + 0.2f ? 1.0f / 3.0f : -(0.1f / 0.3f);
    out[8] = Damp(sample);
    out[9] = 1e-20f * 1e-20f * 1e20f * 1e10f;
    out[10] = (0.1f < 0.1 ? 1.0f : 2.0f) + float(int(2.9999999f));
    out[11] = std::floor(-0.1f) * std::fmod(5.3f, 0.7f) + std::round(2.5f);
    precise[i * 2] = double(0.7f - 0.6f) * (1.0f / 3);
    precise[i * 2 + 1] = 1.0 / 3.0 + 0.1f * 2;
  }
}
