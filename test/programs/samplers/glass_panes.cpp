// Origin: written by a reader of the docs, before its first translation.
// Panes of materials, each with a texture with levels inside of it, frosted by the level that it is read at.
// RUN: %check %s --class GlassPanes --config=%S/Inputs/glass_panes.yaml --option=--textures=samplers --size w=12 --size h=7 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

struct Float4 {
  float x, y, z, w;
};

inline Float4 operator*(Float4 a, float s) { return {a.x * s, a.y * s, a.z * s, a.w * s}; }
inline Float4 operator+(Float4 a, Float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

struct Float2 {
  float u, v;
};

template <class Texel> class Mipped {
public:
  bool wraps = false;

  struct Level {
    std::vector<Texel> data;
    int sx, sy;
  };

  Mipped(int sx, int sy, float tone) {
    for (int k = 0; k < 3; k++) {
      Level level{std::vector<Texel>(size_t(sx * sy)), sx, sy};
      for (int i = 0; i < sx * sy; i++)
        level.data[size_t(i)] = Texel{tone, 0.25f * float(i % 3), 0.125f * float((i * 5 + k) % 7), 1.0f};
      levels.push_back(level);
      sx = std::max(1, sx / 2);
      sy = std::max(1, sy / 2);
    }
  }

  Texel Sample(const Float2 &at, float lod) const {
    lod = std::max(0.0f, std::min(lod, float(levels.size()) - 1.0f));
    const int k = int(lod);
    if (k + 1 == int(levels.size()))
      return Filter(levels[size_t(k)], at);
    return Filter(levels[size_t(k)], at) * (1.0f - (lod - float(k))) + Filter(levels[size_t(k + 1)], at) * (lod - float(k));
  }

private:
  int Place(int i, int n) const { return wraps ? (i % n + n) % n : std::clamp(i, 0, n - 1); }
  Texel Filter(const Level &level, const Float2 &at) const {
    const float x = at.u * float(level.sx) - 0.5f, y = at.v * float(level.sy) - 0.5f;
    const int i = int(std::floor(x)), j = int(std::floor(y));
    const int left = Place(i, level.sx), right = Place(i + 1, level.sx);
    const int top = Place(j, level.sy) * level.sx, bottom = Place(j + 1, level.sy) * level.sx;
    const float s = x - float(i), t = y - float(j);
    return (level.data[size_t(top + left)] * (1.0f - s) + level.data[size_t(top + right)] * s) * (1.0f - t) +
           (level.data[size_t(bottom + left)] * (1.0f - s) + level.data[size_t(bottom + right)] * s) * t;
  }

  std::vector<Level> levels;
};

struct Pane {
  Mipped<Float4> tint;
  float frost;
};

class GlassPanes {
public:
  GlassPanes() : m_backdrop(std::make_unique<Mipped<Float4>>(9, 6, 0.75f)) {
    for (int k = 0; k < 3; k++) {
      m_panes.push_back({Mipped<Float4>(8 + k, 4, 0.25f * float(k)), 0.75f * float(k)});
      m_panes.back().tint.wraps = k == 1;
    }
  }
  virtual ~GlassPanes() = default;

  virtual void Look(uint32_t w, uint32_t h, Float4 *view) { kernel2D_Look(w, h, view); }

  void kernel2D_Look(uint32_t w, uint32_t h, Float4 *view) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const Float2 at = {1.25f * float(x) / float(w), 1.5f * float(y) / float(h) - 0.25f};
        const Pane &pane = m_panes[(x + y) % uint32_t(m_panes.size())];
        view[y * w + x] = m_backdrop->Sample(at, pane.frost) * 0.5f + pane.tint.Sample(at, 0.5f * pane.frost) * 0.5f;
      }
  }

private:
  std::unique_ptr<Mipped<Float4>> m_backdrop;
  std::vector<Pane> m_panes;
};
