// Origin: written as a user would, before its first translation.
// Mip levels that all lie in one vector: of one texture, of the class itself, the coarsest one first, and of many textures.
// RUN: %check %s --class MarbleHall --config=%S/Inputs/packed_levels.yaml --option=--textures=samplers --variants=default --arg m_bias=-1..1 --size w=17 --size h=9 -- -std=c++17
// RUN: %check %s --class TrailMap --config=%S/Inputs/packed_levels.yaml --option=--textures=samplers --variants=default --size n=150 -- -std=c++17
// RUN: %check %s --class Orchard --config=%S/Inputs/packed_levels.yaml --option=--textures=samplers --variants=default --arg kinds=1..4 --size n=0,65 -- -std=c++17
// RUN: %check %s --class Orchard --variants=default --arg kinds=3 --size n=65 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct Rgb {
  float r, g, b;
};

inline Rgb operator+(const Rgb &a, const Rgb &b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
inline Rgb operator*(const Rgb &a, float s) { return {a.r * s, a.g * s, a.b * s}; }

/// One allocation for a picture and all smaller ones of it.
class Mipmap {
public:
  Mipmap() = default;
  Mipmap(int width, int height, float seed) : m_width(width), m_height(height) {
    for (int i = 0; i < width * height; i++)
      m_texels.push_back({0.125f * float(i % 7) + seed, 0.0625f * float(i % 11), 0.25f * float((i / width) & 1)});
    for (m_levels = 1; width > 1 || height > 1; m_levels++) {
      const int from = LevelOffset(m_levels - 1), fine = width, rows = height;
      width = std::max(width / 2, 1);
      height = std::max(height / 2, 1);
      for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
          const int x1 = std::min(2 * x + 1, fine - 1), y1 = std::min(2 * y + 1, rows - 1);
          m_texels.push_back((m_texels[from + 2 * y * fine + 2 * x] + m_texels[from + 2 * y * fine + x1] +
                              m_texels[from + y1 * fine + 2 * x] + m_texels[from + y1 * fine + x1]) *
                             0.25f);
        }
    }
  }

  int Width(int level) const { return std::max(m_width >> level, 1); }
  int Height(int level) const { return std::max(m_height >> level, 1); }
  int LevelOffset(int level) const {
    int offset = 0;
    for (int l = 0; l < level; l++)
      offset += Width(l) * Height(l);
    return offset;
  }

  Rgb Trilinear(float u, float v, float lod) const {
    const float level = std::clamp(lod, 0.0f, float(m_levels - 1));
    const int fine = int(level), coarse = std::min(fine + 1, m_levels - 1);
    const float f = level - float(fine);
    return Bilinear(u, v, fine) * (1.0f - f) + Bilinear(u, v, coarse) * f;
  }

private:
  Rgb Texel(int x, int y, int level) const {
    const int w = Width(level), h = Height(level);
    return m_texels[LevelOffset(level) + (((y % h) + h) % h) * w + ((x % w) + w) % w];
  }
  Rgb Bilinear(float u, float v, int level) const {
    const float x = u * float(Width(level)) - 0.5f, y = v * float(Height(level)) - 0.5f;
    const int i = int(std::floor(x)), j = int(std::floor(y));
    const float s = x - std::floor(x), t = y - std::floor(y);
    return (Texel(i, j, level) * (1.0f - s) + Texel(i + 1, j, level) * s) * (1.0f - t) +
           (Texel(i, j + 1, level) * (1.0f - s) + Texel(i + 1, j + 1, level) * s) * t;
  }

  std::vector<Rgb> m_texels;
  int m_width = 0, m_height = 0, m_levels = 0;
};

/// A floor of marble that goes away from the eye.
class MarbleHall {
public:
  MarbleHall() : m_marble(13, 10, 0.25f) {}
  virtual ~MarbleHall() = default;

  virtual void Render(uint32_t w, uint32_t h, Rgb *picture) { kernel2D_Render(w, h, picture); }

  void kernel2D_Render(uint32_t w, uint32_t h, Rgb *picture) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const float depth = float(h) / (float(h - y) - 0.5f);
        const float u = (float(x) + 0.5f - 0.5f * float(w)) / float(w) * depth;
        picture[y * w + x] = m_marble.Trilinear(u, depth * 0.75f, std::log2(depth) + m_bias);
      }
  }

private:
  Mipmap m_marble;
  float m_bias = -0.25f;
};

/// Has a pyramid of maxima itself; files have the coarsest level first, and four numbers between levels.
class TrailMap {
public:
  TrailMap() {
    std::vector<std::vector<float>> levels(1);
    for (int i = 0; i < m_columns * m_rows; i++)
      levels[0].push_back(0.25f * float((i * 17) % 23));
    for (int w = m_columns, h = m_rows; w > 1 || h > 1;) {
      const std::vector<float> fine = levels.back();
      const int coarseW = std::max(w / 2, 1), coarseH = std::max(h / 2, 1);
      levels.emplace_back();
      for (int y = 0; y < coarseH; y++)
        for (int x = 0; x < coarseW; x++) {
          float most = 0.0f;
          for (int j = 2 * y; j < std::min(2 * y + 3, h); j++)
            for (int i = 2 * x; i < std::min(2 * x + 3, w); i++)
              most = std::max(most, fine[size_t(j * w + i)]);
          levels.back().push_back(most);
        }
      w = coarseW;
      h = coarseH;
    }
    m_count = uint8_t(levels.size());
    for (int level = m_count - 1; level >= 0; level--) {
      m_heights.insert(m_heights.end(), 4, -1000.0f);
      m_begin[level] = uint32_t(m_heights.size());
      m_heights.insert(m_heights.end(), levels[level].begin(), levels[level].end());
    }
  }
  virtual ~TrailMap() = default;

  virtual void Survey(const float *x, const float *y, const uint32_t *scale, uint32_t n, float *highest) {
    kernel1D_Survey(x, y, scale, n, highest);
  }

  void kernel1D_Survey(const float *x, const float *y, const uint32_t *scale, uint32_t n, float *highest) {
    for (uint32_t i = 0; i < n; i++)
      highest[i] = Highest(x[i], y[i], scale[i] % 6u) + 1.0f;
  }

  float Highest(float x, float y, uint32_t scale) const {
    const uint32_t level = std::min(scale, uint32_t(m_count) - 1u);
    const int w = std::max(m_columns >> level, 1), h = std::max(m_rows >> level, 1);
    const int column = std::clamp(int(std::floor(x * float(w))), 0, w - 1);
    const int row = std::clamp(int(std::floor(y * float(h))), 0, h - 1);
    return m_heights[Begin(level) + uint32_t(row * w + column)];
  }

private:
  uint32_t Begin(uint32_t level) const noexcept { return m_begin[level]; }

  std::vector<float> m_heights;
  int m_columns = 12, m_rows = 9;
  uint8_t m_count = 0;
  uint32_t m_begin[8] = {};
};

/// Leaves of several kinds of trees, each with a texture of its own.
class Orchard {
public:
  explicit Orchard(int kinds = 3) : m_bark(4, 9, 0.5f) {
    for (int k = 0; k < kinds; k++)
      m_leaves.emplace_back(3 + 2 * k, 8 - k, 0.125f * float(k));
  }
  virtual ~Orchard() = default;

  virtual void Paint(const uint32_t *kind, const float *u, const float *v, uint32_t n, Rgb *out) {
    kernel1D_Paint(kind, u, v, n, out);
  }

  void kernel1D_Paint(const uint32_t *kind, const float *u, const float *v, uint32_t n, Rgb *out) {
    for (uint32_t i = 0; i < n; i++) {
      const Mipmap &leaf = m_leaves[kind[i] % m_leaves.size()];
      out[i] = leaf.Trilinear(u[i], v[i], 2.0f * v[i]) + m_bark.Trilinear(v[i], u[i], 0.5f) * 0.5f;
    }
  }

private:
  std::vector<Mipmap> m_leaves;
  Mipmap m_bark;
};
