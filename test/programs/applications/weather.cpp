// Origin: written by a newcomer from README.md and docs/Language.md alone.
// Statistics: std::vector members, doubles, <cmath>, members assigned before the kernels, reductions, a result.
// RUN: %check %s --class Weather -- -std=c++17
#include "weather.h"
#include <cmath>
#include <limits>

std::pair<double, double> Weather::MeanAndDeviation(uint32_t a_count) const {
  if (a_count == 0)
    return {0.0, 0.0};
  return std::make_pair(m_mean, std::sqrt(m_squares / a_count));
}

void Weather::kernel1D_Moments(const double *a_values, uint32_t a_count) {
  m_sum = 0.0;
  m_min = std::numeric_limits<double>::infinity();
  m_max = -m_min;
  m_hot = 0;
  for (uint32_t i = 0; i < a_count; ++i) {
    const double value = a_values[i];
    m_sum += value;
    if (value < m_min)
      m_min = value;
    m_max = value > m_max ? value : m_max;
    if (value > m_threshold && !std::isnan(value))
      ++m_hot;
  }
  m_mean = a_count ? m_sum / a_count : 0.0;
}

void Weather::kernel1D_Spread(const double *a_values, uint32_t a_count) {
  m_squares = 0.0;
  for (uint32_t i = 0; i != a_count; i += 1) {
    const double apart = a_values[i] - m_mean;
    m_squares += std::pow(apart, 2.0);
  }
}

void Weather::kernel1D_Score(const double *a_values, uint32_t a_count) {
  for (size_t i = 0; i < m_scores.size(); i++) {
    const auto [mean, deviation] = MeanAndDeviation(a_count);
    double weight = 0.0;
    for (const double &each : m_weights)
      weight += each;
    const double value = i < a_count ? a_values[i] : 0.0;
    const double score = deviation > 0.0 ? (value - mean) / deviation : 0.0;
    m_scores[i] = std::erf(score) + std::log1p(std::fabs(weight)) * std::tanh(value);
  }
}

double Weather::Describe(const double *a_values, uint32_t a_count, double a_threshold) {
  m_threshold = a_threshold * 2.0;
  m_ready = false;
  kernel1D_Moments(a_values, a_count);
  kernel1D_Spread(a_values, a_count);
  m_ready = true;
  const double variance = a_count > 1 ? m_squares / (a_count - 1) : 0.0;
  return std::sqrt(variance) + m_hot;
}

void Weather::Score(const double *a_values, uint32_t a_count) {
  kernel1D_Score(a_values, a_count);
}
