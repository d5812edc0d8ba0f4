// Pictures of light, for screens.
#pragma once
#include <cstdint>
#include <vector>

namespace photo {

struct Light {
  float r, g, b;
};

/// A picture of light.
class HdrImage {
public:
  HdrImage() = default;
  HdrImage(int width, int height) : m_width(width), m_height(height), m_pixels(width * height) {}

  int width() const { return m_width; }
  int height() const { return m_height; }
  int area() const { return m_width * m_height; }
  const Light &operator[](int i) const { return m_pixels[i]; }

private:
  int m_width = 0, m_height = 0;
  std::vector<Light> m_pixels;
};

/// What a screen shows: a byte for each colour.
class LdrImage {
public:
  void Resize(int width, int height) {
    m_width = width;
    m_height = height;
    m_pixels.assign(width * height, 0u);
  }
  int area() const { return m_width * m_height; }
  uint32_t &operator[](int i) { return m_pixels[i]; }

private:
  int m_width = 0, m_height = 0;
  std::vector<uint32_t> m_pixels;
};

class ToneMapper {
public:
  virtual ~ToneMapper() = default;

  void SetKey(float key) { m_key = key; }
  /// Returns how bright the picture was on average.
  virtual float Map(const HdrImage &light, LdrImage &screen);
  virtual void Count(const HdrImage &light, float limit, int &count);

protected:
  void kernel1D_Measure(const HdrImage &light);
  void kernel1D_Map(const HdrImage &light, LdrImage &screen);
  void kernel1D_Count(const HdrImage &light, float limit, int &count);
  uint32_t ToByte(float value) const;

private:
  float m_key = 0.5f;
  float m_mean = 0.0f;
};

} // namespace photo
