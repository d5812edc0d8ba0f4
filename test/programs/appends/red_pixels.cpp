// Origin: written as a user would.
// Pixels that are found are appended to a vector; kernels over its size follow.
// RUN: %check %s --class RedPixels --size width=0,1,33,257 --size height=1,31,257 -- -std=c++17
// RUN: %check_many %s --class RedPixels --size width=65537 --size height=1 -- -std=c++17
#include "red_pixels.h"

void RedPixels::kernel2D_Find(const uint32_t *pixels, int width, int height) {
  m_red.clear();
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const uint32_t pixel = pixels[y * width + x];
      if (IsRed(pixel))
        m_red.push_back({uint32_t(x), uint32_t(y), pixel});
    }
}

void RedPixels::kernel1D_Paint(uint32_t *pixels, int width) {
  for (std::size_t i = 0; i < m_red.size(); i++)
    pixels[m_red[i].y * width + m_red[i].x] = m_red[i].colour & 0xff00ffff;
}

void RedPixels::kernel1D_Sum(std::size_t count) {
  m_brightness = 0.0f;
  for (std::size_t i = 0; i < count; i++)
    m_brightness += float(m_red[i].colour & 0xff);
}

unsigned RedPixels::Mark(uint32_t *pixels, int width, int height) {
  kernel2D_Find(pixels, width, height);
  kernel1D_Paint(pixels, width);
  return unsigned(m_red.size());
}

float RedPixels::Brightness(const uint32_t *pixels, int width, int height) {
  kernel2D_Find(pixels, width, height);
  kernel1D_Sum(m_red.size());
  return m_brightness;
}
