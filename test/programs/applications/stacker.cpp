// Origin: written from README.md and docs/Language.md before its first translation.
// std::fill, memcpy and std::copy between launches, pointers with an offset in a loop, means that scale the next kernel.
// RUN: %check %s --class Stacker --arg pixels=400 --size pixels=1,300 --size exposures=1500 --arg frames=1..5 --arg exposures=0.1..2 -- -std=c++17
#include "stacker.h"
#include <algorithm>
#include <cmath>
#include <cstring>

void Stacker::kernel1D_Mean(const float *frame, size_t pixels) {
  m_mean = 0.0f;
  for (size_t i = 0; i < pixels; i++)
    m_mean += frame[i];
  m_mean /= float(pixels);
}

void Stacker::kernel1D_Accumulate(const float *frame, size_t pixels, float gain) {
  for (size_t i = 0; i < pixels; i++) {
    const float v = frame[i] * gain;
    const bool isFirst = m_weight[i] == 0;
    if (isFirst || std::abs(v - m_last[i]) < 0.5f) {
      m_sum[i] += v;
      m_weight[i]++;
    } else {
      m_rejected++;
    }
  }
}

void Stacker::kernel1D_Range(size_t pixels) {
  m_level = {1e9f, -1e9f};
  for (size_t i = 0; i < pixels; i++) {
    const float v = m_weight[i] > 0 ? m_sum[i] / float(m_weight[i]) : 0.0f;
    m_sum[i] = v;
    m_level.low = std::min(m_level.low, v);
    m_level.high = std::max(m_level.high, v);
  }
}

void Stacker::kernel1D_Stretch(float *out, size_t pixels) {
  for (size_t i = 0; i < pixels; i++)
    out[i] = m_level.Stretch(m_sum[i]);
}

float Stacker::Stack(const float *exposures, float *out, size_t pixels, int frames) {
  std::fill(m_sum.begin(), m_sum.end(), 0.0f);
  std::fill(m_weight.begin(), m_weight.end(), 0u);
  m_rejected = 0;
  for (int frame = 0; frame < frames; frame++) {
    const float *picture = exposures + frame * pixels;
    kernel1D_Mean(picture, pixels);
    if (frame == 0)
      m_reference = m_mean;
    kernel1D_Accumulate(picture, pixels, m_reference / m_mean);
    std::memcpy(m_last.data(), picture, pixels * sizeof(float));
  }
  kernel1D_Range(pixels);
  kernel1D_Stretch(out, pixels);
  return m_level.high - m_level.low;
}

void Stacker::Preview(const float *exposures, float *out, size_t pixels) {
  std::copy(exposures, exposures + pixels, m_sum.begin());
  std::fill_n(m_weight.begin(), pixels, 1u);
  kernel1D_Range(pixels);
  kernel1D_Stretch(out, pixels);
}
