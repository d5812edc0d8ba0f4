// Sprites of a game on a canvas, back to front, blended in several ways.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

struct Colour {
  float r = 0, g = 0, b = 0, a = 0;

  static Colour FromBytes(uint32_t rgba);
  uint32_t ToBytes() const;
};

Colour operator+(const Colour &a, const Colour &b);
Colour operator*(const Colour &a, const Colour &b);
Colour operator*(const Colour &a, float s);

enum class Blend : uint8_t { Normal, Add, Multiply, Screen };
enum Flip : unsigned { FlipNone = 0, FlipX = 1, FlipY = 2 };

struct Sprite {
  int left, top;
  uint16_t picture;
  Blend blend = Blend::Normal;
  uint8_t flip = FlipNone;
  float opacity = 1.0f;
};

struct Picture {
  uint32_t first;
  uint16_t width, height;
};

class SpriteCanvas {
public:
  SpriteCanvas(int width, int height);
  virtual ~SpriteCanvas() = default;

  void Load(int width, int height, uint32_t seed);
  void Place(const Sprite &sprite) { m_sprites.push_back(sprite); }

  virtual void Draw(uint32_t background);
  virtual void Fade(float amount);
  virtual void Read(uint32_t *rgba);

protected:
  void kernel2D_Draw(uint32_t background);
  void kernel1D_Fade(float amount);
  void kernel2D_Read(uint32_t *rgba);

  Colour Texel(const Sprite &sprite, int x, int y) const;
  static Colour Mix(const Colour &below, const Colour &above, Blend blend);

private:
  int m_width, m_height;
  std::vector<Colour> m_canvas;
  std::vector<Sprite> m_sprites;
  std::vector<Picture> m_pictures;
  std::vector<uint32_t> m_texels;
  std::array<float, 4> m_tint = {1.0f, 0.875f, 0.75f, 1.0f};
};
