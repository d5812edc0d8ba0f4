// Origin: written by a reader of the docs, before its first translation.
// A pattern that stops, repeats or is folded at its edges, as it is told, on three levels, of which the nearest is taken.
// RUN: %check %s --class Wallpaper --config=%S/Inputs/wallpaper.yaml --option=--textures=samplers --arg edges=0..2 --arg m_steps=0.5625 --size w=15 --size h=6 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <vector>

enum class Edges { Stop, Repeat, Fold };

struct Shade {
  float light, dark;
};

struct Print {
  int w = 1, h = 1;
  std::vector<Shade> shades;
};

struct Pattern {
  Edges edges = Edges::Repeat;
  Print prints[3];

  int Inside(int i, int n) const {
    if (edges == Edges::Stop)
      return i < 0 ? 0 : i >= n ? n - 1 : i;
    const int period = edges == Edges::Fold ? 2 * n : n;
    const int k = (i % period + period) % period;
    return k < n ? k : 2 * n - 1 - k;
  }

  Shade Ink(float u, float v, float level) const {
    int k = int(std::floor(level + 0.5f));
    k = k < 0 ? 0 : k > 2 ? 2 : k;
    const Print &print = prints[k];
    const float x = u * float(print.w) - 0.5f, y = v * float(print.h) - 0.5f;
    const int i = int(std::floor(x)), j = int(std::floor(y));
    const float s = x - std::floor(x), t = y - std::floor(y);
    Shade sum = {0.0f, 0.0f};
    for (int dy = 0; dy < 2; dy++)
      for (int dx = 0; dx < 2; dx++) {
        const Shade &shade = print.shades[size_t(Inside(j + dy, print.h) * print.w + Inside(i + dx, print.w))];
        const float weight = (dx ? s : 1.0f - s) * (dy ? t : 1.0f - t);
        sum.light += weight * shade.light;
        sum.dark += weight * shade.dark;
      }
    return sum;
  }
};

class Wallpaper {
public:
  explicit Wallpaper(int edges = 1) {
    m_pattern.edges = Edges(edges);
    for (int k = 0; k < 3; k++) {
      Print &print = m_pattern.prints[k];
      print.w = 12 >> k;
      print.h = 9 >> k;
      for (int i = 0; i < print.w * print.h; i++)
        print.shades.push_back({0.25f * float(i % 5), 0.125f * float((i * 3 + k) % 8)});
    }
  }
  virtual ~Wallpaper() = default;

  virtual void Hang(uint32_t w, uint32_t h, Shade *wall) { kernel2D_Hang(w, h, wall); }

  void kernel2D_Hang(uint32_t w, uint32_t h, Shade *wall) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const float u = 3.0f * (float(x) + 0.5f) / float(w) - 1.0f, v = 2.0f * (float(y) + 0.5f) / float(h) - 0.5f;
        wall[y * w + x] = m_pattern.Ink(u, v, m_steps * float(y) - 0.25f);
      }
  }

private:
  Pattern m_pattern;
  float m_steps = 0.5625f;
};
