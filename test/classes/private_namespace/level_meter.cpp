// Implementation of audio::meters::LevelMeter.
#include "level_meter.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace audio {
namespace meters {

namespace {

float Square(float x) { return x * x; }

bool IsNegative(float x) { return x < 0.0f; }

} // namespace

const char *LevelMeter::DescribeLoudness() const {
  switch (m_loudness) {
  case Loudness::Silent:
    return "silent";
  case Loudness::Fine:
    return "fine";
  case Loudness::Hot:
    return "hot";
  case Loudness::Unmeasured:
    break;
  }
  return "unknown";
}

void LevelMeter::Measure(const float *samples, size_t count) {
  kernel1D_Measure(samples, count);
  kernel1D_Crossings(samples, count);
}

int LevelMeter::MeasurePcm(const int *samples, size_t count) {
  kernel1D_MeasurePcm(samples, count);
  return m_peakPcm;
}

bool LevelMeter::Clips(float sample) { return std::fabs(sample) >= ClipLevel; }

LevelMeter::Loudness LevelMeter::Judge() const {
  if (m_clipped > 0)
    return Loudness::Hot;
  if (m_rms < SilenceLevel)
    return Loudness::Silent;
  return Loudness::Fine;
}

void LevelMeter::kernel1D_Measure(const float *samples, size_t count) {
  m_range.lowest = std::numeric_limits<float>::max();
  m_range.highest = -std::numeric_limits<float>::max();
  m_energy = 0.0f;
  m_clipped = 0;

  for (size_t i = 0; i < count; ++i) {
    const float sample = samples[i];
    if (sample < m_range.lowest)
      m_range.lowest = sample;
    if (sample > m_range.highest)
      m_range.highest = sample;
    m_energy += Square(sample);
    if (Clips(sample))
      m_clipped++;
  }

  if (count == 0) {
    m_range.lowest = 0.0f;
    m_range.highest = 0.0f;
  }
  m_rms = count > 0 ? std::sqrt(m_energy / static_cast<float>(count)) : 0.0f;
  m_loudness = Judge();
  m_recordings += 1;
  m_samplesSeen += static_cast<uint32_t>(count);
}

void LevelMeter::kernel1D_Crossings(const float *samples, size_t count) {
  m_crossings = 0;
  for (size_t i = 1; i < count; ++i) {
    const bool before = IsNegative(samples[i - 1]);
    const bool now = IsNegative(samples[i]);
    if (before != now)
      ++m_crossings;
  }
}

void LevelMeter::kernel1D_MeasurePcm(const int *samples, size_t count) {
  m_peakPcm = 0;
  m_loudnessPcm = 0;
  m_checksumPcm = 2166136261u;

  for (size_t i = 0; i < count; ++i) {
    const int magnitude = std::abs(samples[i]);
    m_peakPcm = std::max(m_peakPcm, magnitude);
    m_loudnessPcm += magnitude >> 6; // 9 bits of it: a million of them fit
    m_checksumPcm += static_cast<uint32_t>(samples[i]) * 2654435761u;
  }

  m_recordings += 1;
  m_samplesSeen += static_cast<uint32_t>(count);
}

} // namespace meters
} // namespace audio
