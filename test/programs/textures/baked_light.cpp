// Origin: written as a user would, before its first translation.
// A texture that one kernel writes and another one samples, beside one that the host has made.
// RUN: %check %s --class BakedLight --arg size=1..20 --size w=0,1,17,40 --size h=1,15 -- -std=c++17
#include "texture.h"

#include <cstdint>

struct Lamp {
  float x = 0.0f, y = 0.0f;
  Color color;
};

class BakedLight {
public:
  explicit BakedLight(int size = 8) : m_lightMap(size, size), m_walls(4, 4, Address::Wrap) {
    for (int y = 0; y < 4; y++)
      for (int x = 0; x < 4; x++)
        m_walls.At(x, y) = {1.0f, 0.25f * float(x), 0.25f * float(y)};
    m_lamps = {{0.25f, 0.25f, {1.0f, 0.5f, 0.0f}}, {0.75f, 0.5f, {0.0f, 0.5f, 1.0f}}};
  }
  virtual ~BakedLight() = default;

  virtual void Bake() { kernel2D_Bake(); }
  virtual void Render(uint32_t w, uint32_t h, Color *out) {
    kernel2D_Bake();
    kernel2D_Render(w, h, out);
  }

  void kernel2D_Bake() {
    for (int y = 0; y < m_lightMap.Height(); y++)
      for (int x = 0; x < m_lightMap.Width(); x++) {
        const float u = (float(x) + 0.5f) / float(m_lightMap.Width()), v = (float(y) + 0.5f) / float(m_lightMap.Height());
        Color sum;
        for (const Lamp &lamp : m_lamps) {
          const float dx = u - lamp.x, dy = v - lamp.y;
          sum = sum + lamp.color * (1.0f / (0.0625f + dx * dx + dy * dy));
        }
        m_lightMap.At(x, y) = sum;
      }
  }

  void kernel2D_Render(uint32_t w, uint32_t h, Color *out) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const float u = (float(x) + 0.5f) / float(w), v = (float(y) + 0.5f) / float(h);
        out[y * w + x] = m_lightMap.Sample(u, v) * m_walls.Sample(4.0f * u, 4.0f * v);
      }
  }

private:
  Texture2D<Color> m_lightMap, m_walls;
  std::vector<Lamp> m_lamps;
};
