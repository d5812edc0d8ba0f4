// Origin: written by a reader of the docs, before its first translation.
// A quilt of patches behind shared pointers, each sampled by both filters at one place.
// RUN: %check %s --class Quilt --config=%S/Inputs/quilt.yaml --option=--textures=samplers --arg pieces=4 --size w=13 --size h=7 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

template <class T> class Tex {
public:
  enum Mode : unsigned char { Clamp, Wrap, Mirror };
  Tex(int w, int h, Mode m) : width(w), height(h), mode(m), data(size_t(w * h)) {}
  T &operator()(int x, int y) { return data[size_t(y * width + x)]; }
  T Nearest(float u, float v) const {
    return Get(int(std::floor(u * float(width))), int(std::floor(v * float(height))));
  }
  T Linear(float u, float v) const {
    float x = u * float(width) - 0.5f, y = v * float(height) - 0.5f;
    int i = int(std::floor(x)), j = int(std::floor(y));
    float s = x - float(i), t = y - float(j);
    return (Get(i, j) * (1 - s) + Get(i + 1, j) * s) * (1 - t) + (Get(i, j + 1) * (1 - s) + Get(i + 1, j + 1) * s) * t;
  }

private:
  int Fold(int i, int n) const {
    if (mode == Clamp)
      return std::min(std::max(i, 0), n - 1);
    int p = mode == Wrap ? n : 2 * n;
    i %= p;
    if (i < 0)
      i += p;
    return i < n ? i : 2 * n - 1 - i;
  }
  T Get(int x, int y) const { return data[size_t(Fold(y, height) * width + Fold(x, width))]; }
  int width, height;
  Mode mode;
  std::vector<T> data;
};
class Quilt {
public:
  explicit Quilt(uint32_t pieces = 4) {
    for (uint32_t k = 0; k < pieces; k++) {
      auto t = std::make_shared<Tex<float>>(2 + k % 3, 3, Tex<float>::Mode(k % 3));
      for (int i = 0; i < int(2 + k % 3); i++)
        for (int j = 0; j < 3; j++)
          (*t)(i, j) = float((i * 3 + j * 5 + k) % 8) / 8.f;
      patches.push_back(t);
    }
    patches.push_back(patches[0]);
  }
  virtual ~Quilt() = default;
  virtual void Sew(uint32_t w, uint32_t h, float *out) { kernel2D_Sew(w, h, out); }
  void kernel2D_Sew(uint32_t w, uint32_t h, float *out) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const Tex<float> &t = *patches[(x / 3 + y) % patches.size()];
        float u = float(x) / float(w) * 2.3f - 0.61f, v = float(y) / float(h) * 1.7f - 0.3f;
        out[y * w + x] = t.Linear(u, v) + t.Nearest(u, v);
      }
  }
  std::vector<std::shared_ptr<Tex<float>>> patches;
};
