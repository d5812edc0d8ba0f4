// Origin: written by a reader of the docs, before its first translation.
// A picture out of focus: a pyramid of it that is inherited from, sampled where each pixel's blur says; and its sharp pixels by themselves.
// RUN: %check %s --class DeepFocus --config=%S/Inputs/deep_focus.yaml --option=--textures=samplers --size w=14 --size h=9 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace lens {

struct Rgb {
  float r, g, b;
};

struct Size {
  int width = 0, height = 0;
};

struct Plane : Size {
  std::vector<Rgb> pixels;
};

class Pyramid {
public:
  const Rgb &pixel(int x, int y) const { return planes[0].pixels[size_t(y * planes[0].width + x)]; }
  int columns() const { return planes[0].width; }
  int rows() const { return planes[0].height; }

  Rgb blurred(float u, float v, float level) const {
    const int last = int(planes.size()) - 1;
    const float l = std::min(std::max(level, 0.0f), float(last));
    const int k = std::min(int(l), last), m = std::min(k + 1, last);
    const float f = l - float(k);
    const Rgb a = bilinear(planes[size_t(k)], u, v), b = bilinear(planes[size_t(m)], u, v);
    return {a.r + (b.r - a.r) * f, a.g + (b.g - a.g) * f, a.b + (b.b - a.b) * f};
  }

protected:
  static int mirrored(int i, int n) {
    const int k = (i % (2 * n) + 2 * n) % (2 * n);
    return std::min(k, 2 * n - 1 - k);
  }
  static Rgb bilinear(const Plane &plane, float u, float v) {
    const float x = u * float(plane.width) - 0.5f, y = v * float(plane.height) - 0.5f;
    const float i = std::floor(x), j = std::floor(y);
    const int x0 = mirrored(int(i), plane.width), x1 = mirrored(int(i) + 1, plane.width);
    const int y0 = mirrored(int(j), plane.height), y1 = mirrored(int(j) + 1, plane.height);
    const Rgb p = plane.pixels[size_t(y0 * plane.width + x0)], q = plane.pixels[size_t(y0 * plane.width + x1)];
    const Rgb r = plane.pixels[size_t(y1 * plane.width + x0)], s = plane.pixels[size_t(y1 * plane.width + x1)];
    const float a = (1.0f - (x - i)) * (1.0f - (y - j)), b = (x - i) * (1.0f - (y - j));
    const float c = (1.0f - (x - i)) * (y - j), d = (x - i) * (y - j);
    return {a * p.r + b * q.r + c * r.r + d * s.r, a * p.g + b * q.g + c * r.g + d * s.g,
            a * p.b + b * q.b + c * r.b + d * s.b};
  }

  std::vector<Plane> planes;
};

class Photo : public Pyramid {
public:
  Photo(int width, int height) {
    for (int k = 0; k < 3; k++) {
      Plane plane;
      plane.width = width >> k;
      plane.height = height >> k;
      for (int i = 0; i < plane.width * plane.height; i++)
        plane.pixels.push_back({0.125f * float(i % 8), 0.25f * float((i * 3) % 4), 0.5f * float(k)});
      planes.push_back(plane);
    }
  }
};

class DeepFocus {
public:
  virtual ~DeepFocus() = default;

  virtual void Develop(const float *depths, uint32_t w, uint32_t h, Rgb *picture) {
    kernel2D_Develop(depths, w, h, picture);
  }

  void kernel2D_Develop(const float *depths, uint32_t w, uint32_t h, Rgb *picture) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const float blur = std::fabs(depths[y * w + x] - m_focus);
        const float u = 1.5f * (float(x) + 0.5f) / float(w) - 0.25f, v = (float(y) + 0.5f) / float(h);
        const Rgb soft = m_photo.blurred(u, v, 2.5f * blur);
        const Rgb &sharp = m_photo.pixel(int(x) % m_photo.columns(), int(y) % m_photo.rows());
        picture[y * w + x] = blur < 0.125f ? sharp : soft;
      }
  }

private:
  Photo m_photo{12, 8};
  float m_focus = 0.5f;
};

} // namespace lens
