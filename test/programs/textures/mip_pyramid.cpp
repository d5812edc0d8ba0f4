// Origin: written as a user would, before its first translation.
// A chain of smaller and smaller pictures, made on the host, and sampled between two of them.
// RUN: %check %s --class MipPyramid --arg size=1..32 --size w=0,1,17,40 --size h=1,15 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct Texel {
  float r, g, b, a;
};

inline Texel Mix(const Texel &a, const Texel &b, float t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t, a.a + (b.a - a.a) * t};
}

// One picture of the chain.
struct MipLevel {
  int width = 1, height = 1;
  std::vector<Texel> texels;

  Texel Load(int x, int y) const {
    x = std::min(std::max(x, 0), width - 1);
    y = std::min(std::max(y, 0), height - 1);
    return texels[size_t(y) * size_t(width) + size_t(x)];
  }
  Texel Sample(float u, float v) const {
    const float x = u * float(width) - 0.5f, y = v * float(height) - 0.5f;
    const int i = int(std::floor(x)), j = int(std::floor(y));
    const float s = x - float(i), t = y - float(j);
    return Mix(Mix(Load(i, j), Load(i + 1, j), s), Mix(Load(i, j + 1), Load(i + 1, j + 1), s), t);
  }
};

class MipTexture {
public:
  void Build(int width, int height, const std::vector<Texel> &texels) {
    m_levels.clear();
    m_levels.push_back({width, height, texels});
    while (width > 1 || height > 1) {
      const MipLevel fine = m_levels.back();
      MipLevel coarse;
      coarse.width = width = std::max(width / 2, 1);
      coarse.height = height = std::max(height / 2, 1);
      for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
          coarse.texels.push_back(Mix(Mix(fine.Load(2 * x, 2 * y), fine.Load(2 * x + 1, 2 * y), 0.5f),
                                      Mix(fine.Load(2 * x, 2 * y + 1), fine.Load(2 * x + 1, 2 * y + 1), 0.5f), 0.5f));
      m_levels.push_back(coarse);
    }
  }

  int LevelCount() const { return int(m_levels.size()); }
  // Between the texels of two levels.
  Texel Sample(float u, float v, float lod) const {
    const float last = float(m_levels.size() - 1);
    const float level = lod < 0.0f ? 0.0f : (lod > last ? last : lod);
    const int fine = int(level), coarse = std::min(fine + 1, LevelCount() - 1);
    const MipLevel &near = m_levels[size_t(fine)];
    return Mix(near.Sample(u, v), m_levels[size_t(coarse)].Sample(u, v), level - float(fine));
  }

private:
  std::vector<MipLevel> m_levels;
};

/// A floor that goes away from the eye.
class MipPyramid {
public:
  explicit MipPyramid(int size = 16) {
    std::vector<Texel> texels;
    for (int y = 0; y < size; y++)
      for (int x = 0; x < size; x++)
        texels.push_back({float((x ^ y) & 1), 0.125f * float(x % 8), 0.125f * float(y % 8), 1.0f});
    m_floor.Build(size, size, texels);
  }
  virtual ~MipPyramid() = default;

  virtual void Render(uint32_t w, uint32_t h, Texel *out) { kernel2D_Floor(w, h, out); }

  void kernel2D_Floor(uint32_t w, uint32_t h, Texel *out) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const float depth = float(h) / float(y + 1);
        const float u = (float(x) + 0.5f) / float(w), v = 1.0f - 1.0f / (1.0f + depth);
        out[y * w + x] = m_floor.Sample(u, v, m_bias + 0.25f * depth);
      }
  }

private:
  MipTexture m_floor;
  float m_bias = -0.125f;
};
