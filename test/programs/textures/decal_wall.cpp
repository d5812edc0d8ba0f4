// Origin: written as a user would, before its first translation.
// Textures as members, sampled between texels and outside of their edges.
// RUN: %check %s --class DecalWall --arg mode=0..2 --arg stamp_width=1..8 --arg stamp_height=1..8 --arg stamp_address=0..2 --size stamp_texels=64 --size w=0,1,17,40 --size h=1,15 -- -std=c++17
#include "texture.h"

#include <cstdint>

class DecalWall {
public:
  explicit DecalWall(int mode = 0) : m_bricks(8, 4, Address::Wrap), m_decal(5, 3, Address(mode)), m_gloss(4, 4) {
    for (int y = 0; y < 4; y++)
      for (int x = 0; x < 8; x++)
        m_bricks.At(x, y) = {0.5f + 0.0625f * float(x), 0.25f, 0.125f * float((x * y) % 3)};
    for (int y = 0; y < 3; y++)
      for (int x = 0; x < 5; x++)
        m_decal.At(x, y) = {float(x % 2), float(y % 2), 0.75f};
    for (int y = 0; y < 4; y++)
      for (int x = 0; x < 4; x++)
        m_gloss.At(x, y) = 0.25f * float((x + y) % 4);
    m_gloss.SetAddress(Address::Mirror);
  }
  virtual ~DecalWall() = default;

  virtual void Paint(uint32_t w, uint32_t h, Color *out) { kernel2D_Paint(w, h, out); }
  // A decal that the caller has, over the picture that is there.
  virtual void Stamp(const Texture2D<Color> &stamp, uint32_t w, uint32_t h, Color *out) { kernel2D_Stamp(stamp, w, h, out); }

  void kernel2D_Paint(uint32_t w, uint32_t h, Color *out) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const float u = (float(x) + 0.5f) / float(w), v = (float(y) + 0.5f) / float(h);
        const Color wall = m_bricks.Sample(3.0f * u - 0.5f, 2.0f * v - 0.25f);
        const Color decal = m_decal.Sample(2.0f * u - 0.5f, 2.0f * v - 0.5f);
        out[y * w + x] = Blend(wall, decal, m_gloss.Nearest(2.5f * u, 2.5f * v));
      }
  }

  void kernel2D_Stamp(const Texture2D<Color> &stamp, uint32_t w, uint32_t h, Color *out) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++)
        out[y * w + x] = out[y * w + x] + Tinted(stamp, (float(x) + 0.5f) / float(w), (float(y) + 0.5f) / float(h));
  }

private:
  static Color Blend(const Color &a, const Color &b, float t) { return a * (1.0f - t) + b * t; }
  Color Tinted(const Texture2D<Color> &texture, float u, float v) const { return texture.Nearest(u, v) * m_tint; }

  Texture2D<Color> m_bricks, m_decal;
  Texture2D<float> m_gloss;
  Color m_tint{0.5f, 0.25f, 1.0f};
};
