#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

// Finds the red pixels of a picture and paints them over, as many as there are.
class RedPixels {
public:
  struct Pixel {
    uint32_t x, y;
    uint32_t colour;
  };

  virtual ~RedPixels() = default;

  // Gives how many there are.
  virtual unsigned Mark([[vkmorph::size("width*height")]] uint32_t *pixels, int width, int height);
  // The sum of their brightness, without touching the picture.
  virtual float Brightness(const uint32_t *pixels, int width, int height);

private:
  static bool IsRed(uint32_t pixel) {
    const uint32_t red = pixel & 0xff, green = (pixel >> 8) & 0xff, blue = (pixel >> 16) & 0xff;
    return red > 128 && red > green && red > blue;
  }

  void kernel2D_Find(const uint32_t *pixels, int width, int height);
  void kernel1D_Paint(uint32_t *pixels, int width);
  void kernel1D_Sum(std::size_t count);

  std::vector<Pixel> m_red;
  float m_brightness = 0.0f;
};
