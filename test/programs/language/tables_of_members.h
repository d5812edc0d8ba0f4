#pragma once
#include <algorithm>
#include <glm/glm.hpp>

class Equaliser
{
public:
  explicit Equaliser(float steepness);
  virtual ~Equaliser() {}
  virtual void Run(const float *sound, float *out, int n);

protected:
  static constexpr int kBands = 5, kTaps = 7;
  struct Filter
  {
    float taps[kTaps] = {};
    double scale = 1.0;
    float bias = 0.5f;
  };
  void kernel1D_Levels(const float *sound, int n);
  void kernel1D_Filter(const float *sound, float *out, int n);
  void kernel1D_Tint(float *out, int n);

  bool m_isOn = true;
  Filter m_filters[kBands];
  float m_levels[kBands] = {};
  glm::vec3 m_offsets[kBands] = {{1, 2, 3}, {2, 3, 1}, {3, 1, 2}, {1, 1, 1}, {0.5f, 0.25f, 2}};
};
