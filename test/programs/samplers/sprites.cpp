// Origin: written as a user would, before its first translation.
// Sprites of all sizes on a sky; each sprite has a picture of many, and the sky is whatever it is told to be.
// RUN: %check %s --class Sprites --config=%S/Inputs/sprites.yaml --option=--textures=samplers --arg pictures=1..5 --size w=0,1,17,40 --size h=1,15 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

struct Pixel {
  float r, g, b, a;
};

inline Pixel operator*(const Pixel &p, float s) { return {p.r * s, p.g * s, p.b * s, p.a * s}; }
inline Pixel operator+(const Pixel &p, const Pixel &q) { return {p.r + q.r, p.g + q.g, p.b + q.b, p.a + q.a}; }

class Picture {
public:
  Picture(int w, int h) : m_w(w), m_h(h), m_pixels(size_t(w * h)) {}
  int w() const { return m_w; }
  int h() const { return m_h; }
  Pixel &At(int x, int y) { return m_pixels[size_t(y * m_w + x)]; }

  Pixel Lookup(float u, float v) const {
    const float x = u * float(m_w) - 0.5f, y = v * float(m_h) - 0.5f;
    const int i = int(std::floor(x)), j = int(std::floor(y));
    const float s = x - float(i), t = y - float(j);
    return (Get(i, j) * (1.0f - s) + Get(i + 1, j) * s) * (1.0f - t) +
           (Get(i, j + 1) * (1.0f - s) + Get(i + 1, j + 1) * s) * t;
  }

private:
  static int Clamped(int i, int n) { return i < 0 ? 0 : (i < n ? i : n - 1); }
  Pixel Get(int x, int y) const { return m_pixels[size_t(Clamped(y, m_h) * m_w + Clamped(x, m_w))]; }

  int m_w, m_h;
  std::vector<Pixel> m_pixels;
};

struct Sprite {
  float left, top, size;
  uint32_t picture;
};

class Sprites {
public:
  explicit Sprites(int pictures = 3) : m_sky(std::make_unique<Picture>(4, 3)) {
    for (int k = 0; k < pictures; k++) {
      m_pictures.emplace_back(2 + k, 5 - k % 3);
      Picture &picture = m_pictures.back();
      for (int y = 0; y < picture.h(); y++)
        for (int x = 0; x < picture.w(); x++)
          picture.At(x, y) = {0.25f * float(x), 0.25f * float(y), 0.125f * float(k), 0.5f * float((x + y) % 3)};
    }
    for (int i = 0; i < 6; i++)
      m_sprites.push_back({0.125f * float(i), 0.0625f * float(i * 2 % 5), 0.25f + 0.0625f * float(i),
                           uint32_t(i * 2 % pictures)});
    for (int y = 0; y < 3; y++)
      for (int x = 0; x < 4; x++)
        m_sky->At(x, y) = {0.25f, 0.25f * float(y), 1.0f, 1.0f};
  }
  virtual ~Sprites() = default;

  virtual void Draw(uint32_t w, uint32_t h, Pixel *screen) { kernel2D_Draw(w, h, screen); }

  void kernel2D_Draw(uint32_t w, uint32_t h, Pixel *screen) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const float u = (float(x) + 0.5f) / float(w), v = (float(y) + 0.5f) / float(h);
        Pixel color = m_sky->Lookup(u, v);
        for (const Sprite &sprite : m_sprites) {
          const float s = (u - sprite.left) / sprite.size, t = (v - sprite.top) / sprite.size;
          if (s < 0.0f || s >= 1.0f || t < 0.0f || t >= 1.0f)
            continue;
          const Pixel over = m_pictures[sprite.picture].Lookup(s, t);
          color = over * over.a + color * (1.0f - over.a);
        }
        screen[y * w + x] = color;
      }
  }

private:
  std::unique_ptr<Picture> m_sky;
  std::vector<Picture> m_pictures;
  std::vector<Sprite> m_sprites;
};
