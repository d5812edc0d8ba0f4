// Origin: written by a reader of the docs, before its first translation.
// Walls of materials behind an interface, whose methods are given pictures of a vector and sample them.
// RUN: %check %s --class Gallery --config=%S/Inputs/gallery.yaml --option=--textures=samplers --size w=13 --size h=7 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

struct Picture {
  size_t w = 0, h = 0;
  bool goesOn = false;
  std::vector<float> shades;

  float Get(int x, int y) const {
    const int columns = int(w), rows = int(h);
    if (goesOn) {
      x = (x % columns + columns) % columns;
      y = (y % rows + rows) % rows;
    }
    x = std::min(std::max(x, 0), columns - 1);
    y = std::min(std::max(y, 0), rows - 1);
    return shades[size_t(y * columns + x)];
  }
  float Sample(float u, float v) const {
    const float x = u * float(w) - 0.5f, y = v * float(h) - 0.5f;
    const int i = int(std::floor(x)), j = int(std::floor(y));
    const float s = x - float(i), t = y - float(j);
    return (Get(i, j) * (1 - s) + Get(i + 1, j) * s) * (1 - t) + (Get(i, j + 1) * (1 - s) + Get(i + 1, j + 1) * s) * t;
  }
};

struct Material {
  virtual ~Material() = default;
  virtual float Shade(const Picture &picture, float u, float v) const = 0;
};

struct Plaster : Material {
  float tone = 0.25f;
  float Shade(const Picture &picture, float u, float v) const override { return tone * float(picture.w) + u - v; }
};

struct Canvas : Material {
  float gain = 2.0f;
  float Shade(const Picture &picture, float u, float v) const override { return gain * picture.Sample(u, v); }
};

class Gallery {
public:
  Gallery() {
    for (size_t k = 0; k < 3; k++) {
      m_pictures.emplace_back();
      Picture &picture = m_pictures.back();
      picture.w = 2 + k;
      picture.h = 3;
      picture.goesOn = k == 1;
      for (size_t i = 0; i < picture.w * picture.h; i++)
        picture.shades.push_back(0.125f * float((i * 7) % 11));
    }
    m_walls.push_back(std::make_unique<Plaster>());
    m_walls.push_back(std::make_unique<Canvas>());
    m_walls.push_back(std::make_unique<Canvas>());
  }
  virtual ~Gallery() = default;

  /// `out` has w * h shades.
  virtual void Hang(uint32_t w, uint32_t h, float *out) { kernel2D_Hang(w, h, out); }

  void kernel2D_Hang(uint32_t w, uint32_t h, float *out) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const float u = 1.5f * float(x) / float(w) - 0.25f, v = float(y) / float(h);
        float shade = 0.0f;
        for (uint32_t k = 0; k < 3; k++)
          shade += m_walls[(x + y + k) % m_walls.size()]->Shade(m_pictures[(x + k) % m_pictures.size()], u, v);
        out[y * w + x] = shade;
      }
  }

private:
  std::vector<std::unique_ptr<Material>> m_walls;
  std::vector<Picture> m_pictures;
};
