#pragma once

#include <cstdint>

struct Tile {
  int x, y;
  int size[2];
};

struct Layout {
  uint32_t width, height, stride;
  float scale;
  Tile tile;
};

// A class that keeps how an image lies in memory, and sets that up in steps.
class BuiltStructs {
public:
  virtual ~BuiltStructs() {}

  virtual void Blur(const float *in, float *out, uint32_t width, uint32_t height, bool wide);
  virtual void Shift(const float *in, float *out, uint32_t width, uint32_t height, float by);

protected:
  void kernel2D_Blur(const float *in, float *out, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; y++)
      for (uint32_t x = 0; x < width; x++) {
        const uint32_t right = x + 1 < width ? x + 1 : x;
        out[y * width + x] = m_layout.scale * (in[y * width + x] + in[y * width + right]) +
                             static_cast<float>(m_layout.tile.size[1] + m_layout.tile.x);
      }
  }

  void kernel1D_Shift(const float *in, float *out, uint32_t n, const Layout &layout) {
    for (uint32_t i = 0; i < n; i++)
      out[i] = in[i] + layout.scale * static_cast<float>(layout.tile.y);
  }

  static Layout Dense(uint32_t width, uint32_t height) {
    Layout layout{};
    layout.width = width;
    layout.height = height;
    layout.stride = width;
    layout.scale = 1.0f;
    return layout;
  }

  Layout m_layout{};
  Tile m_last{};
};
