// Finds corners of a picture, several per pixel where several detectors agree, and describes them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

struct Feature {
  uint16_t x, y;
  enum class Kind : uint8_t { Peak, Pit, Saddle } kind;
  float strength;

  Feature() = default;
  Feature(int px, int py, Kind k, float s) : x(uint16_t(px)), y(uint16_t(py)), kind(k), strength(s) {}
};

struct Descriptor {
  uint32_t feature;
  uint8_t bits[3];
  float mean;
};

class FeatureFinder {
public:
  explicit FeatureFinder(size_t most) { m_features.reserve(most); }
  virtual ~FeatureFinder() = default;

  virtual size_t Find(const float *gray, int width, int height, float threshold);
  virtual void Describe(const float *gray, int width, int height, float threshold);

  const std::vector<Feature> &Features() const { return m_features; }

protected:
  void kernel2D_Find(const float *gray, int width, int height, float threshold);
  void kernel1D_Strongest();
  void kernel1D_Describe(const float *gray, int width, int height);

private:
  std::vector<Feature> m_features;
  std::vector<Descriptor> m_descriptors;
  uint32_t m_peaks = 0, m_pits = 0;
  float m_strongest = 0.0f;
  double m_total = 0.0;
};
