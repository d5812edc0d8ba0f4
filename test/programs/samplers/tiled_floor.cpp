// Origin: written by a reader of the docs, before its first translation.
// A floor of tiles that goes away from the eye: between the texels of two levels.
// RUN: %check %s --class TiledFloor --config=%S/Inputs/tiled_floor.yaml --option=--textures=samplers --size w=17 --size h=9 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct Rgb {
  float r, g, b;
};

inline Rgb operator+(const Rgb &a, const Rgb &b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
inline Rgb operator*(const Rgb &a, float s) { return {a.r * s, a.g * s, a.b * s}; }

/// Goes on for ever; smaller and smaller pictures of it are made once.
class MipTexture {
public:
  struct Level {
    std::vector<Rgb> texels;
    int w = 0, h = 0;

    Rgb Wrapped(int x, int y) const {
      x = ((x % w) + w) % w;
      y = ((y % h) + h) % h;
      return texels[size_t(y * w + x)];
    }
    Rgb Bilinear(float u, float v) const {
      const float x = u * float(w) - 0.5f, y = v * float(h) - 0.5f;
      const int i = int(std::floor(x)), j = int(std::floor(y));
      const float s = x - std::floor(x), t = y - std::floor(y);
      return (Wrapped(i, j) * (1.0f - s) + Wrapped(i + 1, j) * s) * (1.0f - t) +
             (Wrapped(i, j + 1) * (1.0f - s) + Wrapped(i + 1, j + 1) * s) * t;
    }
  };

  void Build(const Level &finest) {
    m_levels = {finest};
    while (m_levels.back().w > 1 || m_levels.back().h > 1) {
      const Level &fine = m_levels.back();
      Level coarse;
      coarse.w = std::max(fine.w / 2, 1);
      coarse.h = std::max(fine.h / 2, 1);
      for (int y = 0; y < coarse.h; y++)
        for (int x = 0; x < coarse.w; x++)
          coarse.texels.push_back((fine.Wrapped(2 * x, 2 * y) + fine.Wrapped(2 * x + 1, 2 * y) +
                                   fine.Wrapped(2 * x, 2 * y + 1) + fine.Wrapped(2 * x + 1, 2 * y + 1)) *
                                  0.25f);
      m_levels.push_back(coarse);
    }
  }

  Rgb Sample(float u, float v, float lod) const {
    const float level = std::min(std::max(lod, 0.0f), float(m_levels.size() - 1));
    const int fine = int(level), coarse = std::min(fine + 1, int(m_levels.size()) - 1);
    const float f = level - float(fine);
    return m_levels[size_t(fine)].Bilinear(u, v) * (1.0f - f) + m_levels[size_t(coarse)].Bilinear(u, v) * f;
  }

private:
  std::vector<Level> m_levels;
};

class TiledFloor {
public:
  TiledFloor() {
    MipTexture::Level finest;
    finest.w = 16;
    finest.h = 12;
    for (int y = 0; y < finest.h; y++)
      for (int x = 0; x < finest.w; x++)
        finest.texels.push_back({float(((x / 4) ^ (y / 4)) & 1), 0.0625f * float(x), 0.0625f * float(y)});
    m_tiles.Build(finest);
  }
  virtual ~TiledFloor() = default;

  virtual void Render(uint32_t w, uint32_t h, Rgb *picture) { kernel2D_Render(w, h, picture); }

  void kernel2D_Render(uint32_t w, uint32_t h, Rgb *picture) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const float depth = float(h) / (float(h - y) - 0.5f);
        const float u = (float(x) + 0.5f - 0.5f * float(w)) / float(w) * depth, v = depth * m_eyeHeight;
        picture[y * w + x] = m_tiles.Sample(u, v, std::log2(depth) + m_bias);
      }
  }

private:
  MipTexture m_tiles;
  float m_eyeHeight = 0.75f, m_bias = -0.25f;
};
