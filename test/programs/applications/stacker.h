// Adds up exposures of one scene, leaves out what moved, and stretches the result.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

class Stacker {
public:
  struct Level {
    float low, high;
    float Stretch(float v) const { return high > low ? (v - low) / (high - low) : 0.0f; }
  };

  explicit Stacker(size_t pixels) : m_sum(pixels), m_last(pixels), m_weight(pixels) {}
  virtual ~Stacker() = default;

  /// frames pictures of the same size, one behind the other
  virtual float Stack(const float *exposures, float *out, size_t pixels, int frames);
  virtual void Preview(const float *exposures, float *out, size_t pixels);

protected:
  void kernel1D_Accumulate(const float *frame, size_t pixels, float gain);
  void kernel1D_Mean(const float *frame, size_t pixels);
  void kernel1D_Range(size_t pixels);
  void kernel1D_Stretch(float *out, size_t pixels);

private:
  Level m_level{0.0f, 1.0f};
  float m_mean = 0.0f, m_reference = 1.0f;
  uint32_t m_rejected = 0;
  std::vector<float> m_sum, m_last;
  std::vector<uint32_t> m_weight;
};
