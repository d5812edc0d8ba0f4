// Origin: written from README.md and docs/Language.md before its first translation.
// Structs with enumerations and small integers in vectors, sprites blended by an enumeration, three control functions that share a canvas.
// RUN: %check %s --class SpriteCanvas --arg width=26 --arg height=17 --setup "object.Load(7, 5, 3); object.Load(4, 9, 11); object.Place({2, 3, 0, Blend::Normal, FlipX, 0.75f}); object.Place({5, -2, 1, Blend::Screen, FlipY}); object.Place({20, 13, 0, Blend::Multiply, FlipX | FlipY, 0.5f}); object.Place({3, 4, 1, Blend::Add, 0, 0.25f}); object.Draw(0xff336699u);" --size rgba=442 --arg amount=0..1 -- -std=c++17
#include "sprites.h"
#include <algorithm>

Colour Colour::FromBytes(uint32_t rgba) {
  const float scale = 1.0f / 255.0f;
  return {float(rgba & 255u) * scale, float(rgba >> 8 & 255u) * scale, float(rgba >> 16 & 255u) * scale, float(rgba >> 24) * scale};
}

uint32_t Colour::ToBytes() const {
  const auto byte = [](float v) { return uint32_t(std::clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f); };
  return byte(r) | byte(g) << 8 | byte(b) << 16 | byte(a) << 24;
}

Colour operator+(const Colour &a, const Colour &b) { return {a.r + b.r, a.g + b.g, a.b + b.b, a.a + b.a}; }
Colour operator*(const Colour &a, const Colour &b) { return {a.r * b.r, a.g * b.g, a.b * b.b, a.a * b.a}; }
Colour operator*(const Colour &a, float s) { return {a.r * s, a.g * s, a.b * s, a.a * s}; }

SpriteCanvas::SpriteCanvas(int width, int height) : m_width(width), m_height(height), m_canvas(width * height) {}

void SpriteCanvas::Load(int width, int height, uint32_t seed) {
  m_pictures.push_back({uint32_t(m_texels.size()), uint16_t(width), uint16_t(height)});
  for (int i = 0; i < width * height; i++) {
    seed = seed * 1664525u + 1013904223u;
    m_texels.push_back(seed);
  }
}

Colour SpriteCanvas::Texel(const Sprite &sprite, int x, int y) const {
  const Picture &picture = m_pictures[sprite.picture];
  if (x < 0 || y < 0 || x >= picture.width || y >= picture.height)
    return {};
  if (sprite.flip & FlipX)
    x = picture.width - 1 - x;
  if (sprite.flip & FlipY)
    y = picture.height - 1 - y;
  Colour c = Colour::FromBytes(m_texels[picture.first + y * picture.width + x]);
  c.a *= sprite.opacity;
  return c;
}

Colour SpriteCanvas::Mix(const Colour &below, const Colour &above, Blend blend) {
  Colour top;
  switch (blend) {
  case Blend::Normal:
    top = above;
    break;
  case Blend::Add:
    top = below + above;
    break;
  case Blend::Multiply:
    top = below * above;
    break;
  case Blend::Screen: {
    const Colour white = {1, 1, 1, 1};
    top = white + (white + below * -1.0f) * (white + above * -1.0f) * -1.0f;
    break;
  }
  }
  Colour mixed = below * (1.0f - above.a) + top * above.a;
  mixed.a = above.a + below.a * (1.0f - above.a);
  return mixed;
}

void SpriteCanvas::kernel2D_Draw(uint32_t background) {
  for (int y = 0; y < m_height; y++)
    for (int x = 0; x < m_width; x++) {
      Colour pixel = Colour::FromBytes(background);
      for (const Sprite &sprite : m_sprites) {
        const Colour above = Texel(sprite, x - sprite.left, y - sprite.top);
        if (above.a > 0.0f)
          pixel = Mix(pixel, above, sprite.blend);
      }
      m_canvas[y * m_width + x] = pixel;
    }
}

void SpriteCanvas::kernel1D_Fade(float amount) {
  for (auto &[r, g, b, a] : m_canvas) {
    r *= 1.0f - amount * m_tint[0];
    g *= 1.0f - amount * m_tint[1];
    b *= 1.0f - amount * m_tint[2];
  }
}

void SpriteCanvas::kernel2D_Read(uint32_t *rgba) {
  for (int y = 0; y < m_height; y++)
    for (int x = 0; x < m_width; x++)
      rgba[y * m_width + x] = m_canvas[y * m_width + x].ToBytes();
}

void SpriteCanvas::Draw(uint32_t background) { kernel2D_Draw(background); }

void SpriteCanvas::Fade(float amount) { kernel1D_Fade(amount); }

void SpriteCanvas::Read(uint32_t *rgba) { kernel2D_Read(rgba); }
