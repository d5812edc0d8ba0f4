// Origin: written as a user would, before its first translation.
// A wall of stones with a stain on it: pictures of colors and of shades, between their pixels.
// RUN: %check %s --class Facade --config=%S/Inputs/facade.yaml --option=--textures=samplers --size w=0,1,17,40 --size h=1,15 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct Rgba {
  float r, g, b, a;
};

inline Rgba lerp(const Rgba &from, const Rgba &to, float t) {
  return {from.r + (to.r - from.r) * t, from.g + (to.g - from.g) * t, from.b + (to.b - from.b) * t,
          from.a + (to.a - from.a) * t};
}

/// Goes on for ever in all directions.
class Image2D {
public:
  Image2D(int columns, int rows) : columns_(columns), rows_(rows), pixels_(size_t(columns) * size_t(rows)) {}

  Rgba &pixel(int column, int row) { return pixels_[size_t(row) * size_t(columns_) + size_t(column)]; }
  int columns() const { return columns_; }
  int rows() const { return rows_; }

  /// (0, 0) is the upper left corner, (1, 1) the lower right one.
  Rgba bilinear(float s, float t) const {
    const float x = s * float(columns_) - 0.5f, y = t * float(rows_) - 0.5f;
    const float x0 = std::floor(x), y0 = std::floor(y);
    const int left = wrapped(int(x0), columns_), right = wrapped(int(x0) + 1, columns_);
    const int top = wrapped(int(y0), rows_), bottom = wrapped(int(y0) + 1, rows_);
    const Rgba above = lerp(pixels_[size_t(top * columns_ + left)], pixels_[size_t(top * columns_ + right)], x - x0);
    const Rgba below = lerp(pixels_[size_t(bottom * columns_ + left)], pixels_[size_t(bottom * columns_ + right)], x - x0);
    return lerp(above, below, y - y0);
  }

private:
  static int wrapped(int i, int n) {
    const int rest = i % n;
    return rest < 0 ? rest + n : rest;
  }

  int columns_, rows_;
  std::vector<Rgba> pixels_;
};

/// Ends at its edges, whose values go on.
struct ShadeMap {
  uint32_t width = 0, height = 0;
  std::vector<float> shades;

  float operator()(float s, float t) const {
    const float x = std::min(std::max(s * float(width) - 0.5f, 0.0f), float(width - 1));
    const float y = std::min(std::max(t * float(height) - 0.5f, 0.0f), float(height - 1));
    const uint32_t i = std::min(uint32_t(x), width - 1), j = std::min(uint32_t(y), height - 1);
    const uint32_t right = std::min(i + 1, width - 1), below = std::min(j + 1, height - 1);
    const float u = x - float(i), v = y - float(j);
    return (1.0f - v) * ((1.0f - u) * shades[j * width + i] + u * shades[j * width + right]) +
           v * ((1.0f - u) * shades[below * width + i] + u * shades[below * width + right]);
  }
};

class Facade {
public:
  Facade() : stones(8, 6) {
    for (int row = 0; row < stones.rows(); row++)
      for (int column = 0; column < stones.columns(); column++)
        stones.pixel(column, row) = {0.5f + 0.0625f * float(column), 0.25f + 0.125f * float(row % 3), 0.5f, 1.0f};
    stain.width = 5;
    stain.height = 4;
    for (uint32_t i = 0; i < 20; i++)
      stain.shades.push_back(0.125f * float((i * 5) % 8));
  }
  virtual ~Facade() = default;

  /// `picture` has w * h colors.
  virtual void paint(uint32_t w, uint32_t h, Rgba *picture) { kernel2D_paint(w, h, picture); }

  void kernel2D_paint(uint32_t w, uint32_t h, Rgba *picture) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const float s = (float(x) + 0.5f) / float(w), t = (float(y) + 0.5f) / float(h);
        const Rgba stone = stones.bilinear(3.0f * s - 0.75f, 2.0f * t);
        picture[y * w + x] = lerp(stone, grime, strength * stain(1.5f * s - 0.25f, 1.5f * t - 0.25f));
      }
  }

private:
  Image2D stones;
  ShadeMap stain;
  Rgba grime{0.125f, 0.125f, 0.0625f, 1.0f};
  float strength = 0.5f;
};
