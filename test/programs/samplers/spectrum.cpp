// Origin: written by a reader of the docs, before its first translation.
// A curve that is smoothed more and more: one dimension with levels, read with wider and wider windows.
// RUN: %check %s --class Spectrum --config=%S/Inputs/spectrum.yaml --option=--textures=samplers --size n=300 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct Curve {
  std::vector<float> values;
  size_t count = 0;
};

class Smoothed {
public:
  explicit Smoothed(const std::vector<float> &values) {
    curves.push_back({values, values.size()});
    while (curves.back().count > 1) {
      const Curve fine = curves.back();
      Curve coarse;
      coarse.count = fine.count / 2;
      for (size_t i = 0; i < coarse.count; i++)
        coarse.values.push_back(0.5f * (fine.values[2 * i] + fine.values[2 * i + 1]));
      curves.push_back(coarse);
    }
  }

  float operator()(float t, float width) const {
    const float last = float(curves.size() - 1);
    const float level = width < 0.0f ? 0.0f : (width > last ? last : width);
    const size_t k = size_t(level), next = k + 1 < curves.size() ? k + 1 : k;
    return At(curves[k], t) + (At(curves[next], t) - At(curves[k], t)) * (level - float(k));
  }

private:
  static float At(const Curve &curve, float t) {
    const float x = t * float(curve.count) - 0.5f;
    const int n = int(curve.count), i = int(std::floor(x));
    const float a = curve.values[size_t(std::clamp(i, 0, n - 1))], b = curve.values[size_t(std::clamp(i + 1, 0, n - 1))];
    return a + (b - a) * (x - float(i));
  }

  std::vector<Curve> curves;
};

class Spectrum {
public:
  Spectrum() : m_curve(Wave()) {}
  virtual ~Spectrum() = default;

  virtual void Read(const float *places, uint32_t n, float *levels) { kernel1D_Read(places, n, levels); }

  void kernel1D_Read(const float *places, uint32_t n, float *levels) {
    for (uint32_t i = 0; i < n; i++)
      levels[i] = m_gain * m_curve(places[i], 5.0f * float(i) / float(n));
  }

private:
  static std::vector<float> Wave() {
    std::vector<float> values;
    for (int i = 0; i < 19; i++)
      values.push_back(0.125f * float((i * i) % 13));
    return values;
  }

  Smoothed m_curve;
  float m_gain = 2.0f;
};
