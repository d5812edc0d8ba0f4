// Loudness of a mono recording: range, RMS level, clipping and zero crossings.
#pragma once

#include <cstddef>
#include <cstdint>

namespace audio {
namespace meters {

class LevelMeter {
public:
  virtual ~LevelMeter() = default;

  /// Measures `count` samples, nominally in [-1, 1].
  virtual void Measure(const float *samples, size_t count);

  /// Measures 16-bit samples that are kept in ints; returns the largest magnitude.
  virtual int MeasurePcm(const int *samples, size_t count);

  float LowestSample() const { return m_range.lowest; }
  float HighestSample() const { return m_range.highest; }
  float Rms() const { return m_rms; }
  uint32_t Clipped() const { return m_clipped; }
  uint32_t Crossings() const { return m_crossings; }
  uint32_t Recordings() const { return m_recordings; }
  uint32_t SamplesSeen() const { return m_samplesSeen; }
  int PeakPcm() const { return m_peakPcm; }
  int LoudnessPcm() const { return m_loudnessPcm; }
  uint32_t ChecksumPcm() const { return m_checksumPcm; }
  const char *DescribeLoudness() const;

private:
  enum class Loudness { Unmeasured, Silent, Fine, Hot };

  struct SampleRange {
    float lowest = 0.0f;
    float highest = 0.0f;
  };

  static constexpr float ClipLevel = 0.984375f;
  static constexpr float SilenceLevel = 0.01f;

  void kernel1D_Measure(const float *samples, size_t count);
  void kernel1D_Crossings(const float *samples, size_t count);
  void kernel1D_MeasurePcm(const int *samples, size_t count);

  static bool Clips(float sample);
  Loudness Judge() const;

  SampleRange m_range;
  float m_energy = 0.0f; ///< sum of the squares
  float m_rms = 0.0f;
  uint32_t m_clipped = 0;
  uint32_t m_crossings = 0;
  Loudness m_loudness = Loudness::Unmeasured;

  int m_peakPcm = 0;
  int m_loudnessPcm = 0;
  uint32_t m_checksumPcm = 0;

  // These two are never reset.
  uint32_t m_recordings = 0;
  uint32_t m_samplesSeen = 0;
};

} // namespace meters
} // namespace audio
