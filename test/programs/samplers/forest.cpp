// Origin: written by a reader of the docs, before its first translation.
// Trees at all distances, each with a bark of several: the farther a tree, the coarser the level of its bark.
// RUN: %check %s --class Forest --config=%S/Inputs/forest.yaml --option=--textures=samplers --arg kinds=1..5 --size n=200 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct Color {
  float r, g, b, a;
};

inline Color Lerp(Color a, Color b, float t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t, a.a + (b.a - a.a) * t};
}

struct BarkLevel {
  int width = 0, height = 0;
  std::vector<Color> colors;

  Color Get(int x, int y) const {
    return colors[size_t(std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1))];
  }
  Color Sample(float u, float v) const {
    const float x = u * float(width) - 0.5f, y = v * float(height) - 0.5f;
    const int i = int(std::floor(x)), j = int(std::floor(y));
    return Lerp(Lerp(Get(i, j), Get(i + 1, j), x - float(i)), Lerp(Get(i, j + 1), Get(i + 1, j + 1), x - float(i)),
                y - float(j));
  }
};

struct Bark {
  std::vector<BarkLevel> levels;

  Color Sample(float u, float v, float lod) const {
    const float level = std::clamp(lod, 0.0f, float(levels.size()) - 1.0f);
    const size_t fine = size_t(level), coarse = std::min(fine + 1, levels.size() - 1);
    return Lerp(levels[fine].Sample(u, v), levels[coarse].Sample(u, v), level - float(fine));
  }
};

struct Tree {
  float u, v, distance;
  uint32_t kind;
};

class Forest {
public:
  explicit Forest(int kinds = 3) : m_barks(size_t(kinds)) {
    for (int k = 0; k < kinds; k++)
      for (int width = 4 << (k % 3), height = 8 + k;; width = std::max(width / 2, 1), height = std::max(height / 2, 1)) {
        BarkLevel level;
        level.width = width;
        level.height = height;
        for (int i = 0; i < width * height; i++)
          level.colors.push_back({0.25f * float(i % 4), 0.125f * float(k), 0.5f * float((i + k) % 3), 1.0f});
        m_barks[size_t(k)].levels.push_back(level);
        if (width == 1 && height == 1)
          break;
      }
  }
  virtual ~Forest() = default;

  virtual void Shade(const Tree *trees, uint32_t n, Color *colors) { kernel1D_Shade(trees, n, colors); }

  void kernel1D_Shade(const Tree *trees, uint32_t n, Color *colors) {
    for (uint32_t i = 0; i < n; i++) {
      const Tree &tree = trees[i];
      const float lod = std::log2(1.0f + tree.distance * tree.distance);
      colors[i] = m_barks[tree.kind % uint32_t(m_barks.size())].Sample(tree.u, tree.v, lod);
    }
  }

private:
  std::vector<Bark> m_barks;
};
