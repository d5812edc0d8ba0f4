// A class for the sessions of docs/Check.md.
#include <cmath>

namespace geo {

/// Heights of width x depth points.
class Terrain {
public:
  Terrain(float cell, int level) : m_cell(cell), m_level(level) {}
  virtual ~Terrain() = default;

  /// The average steepness.
  virtual float Survey(const float *height, int width, int depth) {
    m_slope = 0.0f;
    kernel2D_Survey(height, width, depth);
    return m_slope;
  }
  /// Wears down a part of what the wind reaches.
  virtual void Weather([[vkmorph::size("width * depth")]] float *height, const float *wind, int width, int depth) {
    kernel2D_Weather(height, wind, width, depth);
  }
  /// How many points are under water, which changes nothing else.
  virtual int Flood(const int *metres, int count) {
    m_wet = 0;
    kernel1D_Flood(metres, count);
    return m_wet;
  }

protected:
  void kernel2D_Survey(const float *height, int width, int depth) {
    for (int y = 0; y < depth; ++y)
      for (int x = 0; x < width; ++x) {
        const float east = height[y * width + (x + 1 < width ? x + 1 : x)] - height[y * width + x];
        m_slope += std::sqrt(east * east + m_cell * m_cell) / (width * depth);
      }
  }
  void kernel2D_Weather(float *height, const float *wind, int width, int depth) {
    for (int y = 0; y < depth; ++y)
      for (int x = 0; x < width; ++x)
        if (wind[y * width + x] > m_calm)
          height[y * width + x] *= 0.75f;
        else if (m_frozen)
          height[y * width + x] += 0.125f;
  }
  void kernel1D_Flood(const int *metres, int count) {
    for (int i = 0; i < count; ++i)
      m_wet += metres[i] < m_level;
  }

private:
  float m_cell, m_slope = 0.0f, m_calm = 1.0f;
  int m_level, m_wet = 0;
  bool m_frozen = false;
};

} // namespace geo
