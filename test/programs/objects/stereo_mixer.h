// Sound in two channels.
#pragma once
#include <array>
#include <vector>

/// The samples of both channels, and what was measured of them.
struct Planes {
  std::vector<float> left, right;
  float loudest = 0.0f;
  int clipped = 0;
};

struct Settings {
  float width;
  float gain;
};

/// A filter, with its taps.
struct Filter {
  std::vector<float> taps;
  Settings settings;
};

class StereoMixer {
public:
  virtual ~StereoMixer() = default;

  /// Both channels closer together, or further apart.
  virtual void Widen(Planes &planes, const Filter &filter);
  virtual void Smooth(const Planes &in, const Filter &filter, Planes &out);
  virtual float Total(const Planes &planes);

protected:
  void kernel1D_Widen(Planes &planes, const Filter &filter);
  void kernel1D_Measure(Planes &planes);
  void kernel1D_Smooth(const std::vector<float> &in, const Filter &filter, std::vector<float> &out);
  void kernel1D_Total(const Planes &planes);

private:
  float m_total = 0.0f;
};
