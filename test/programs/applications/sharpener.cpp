// Origin: written from README.md and docs/Language.md before its first translation.
// Control functions that take images by reference and are called by others, copies of images.
// RUN: %check %s --class Sharpener --arg width=1..27 --arg height=1..15 --arg passes=0..3 --arg amount=0..2 -- -std=c++17
#include "sharpener.h"
#include <algorithm>
#include <cmath>

void Picture::Resize(int width, int height) {
  m_width = width;
  m_height = height;
  m_pixels.resize(width * height);
}

float Picture::Near(int x, int y) const { return At(std::clamp(x, 0, m_width - 1), std::clamp(y, 0, m_height - 1)); }

Sharpener::Sharpener(int width, int height) : m_picture(width, height), m_before(width, height), m_soft(width, height), m_rows(width, height) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      m_picture.At(x, y) = float((x * 13 + y * 29) % 17) / 16.0f;
}

void Sharpener::kernel2D_Blur(const Picture &from, Picture &to, int dx, int dy) {
  for (int y = 0; y < to.Height(); y++)
    for (int x = 0; x < to.Width(); x++)
      to.At(x, y) = 0.25f * from.Near(x - dx, y - dy) + 0.5f * from.At(x, y) + 0.25f * from.Near(x + dx, y + dy);
}

void Sharpener::kernel2D_Mask(const Picture &sharp, const Picture &soft, Picture &out, float amount) {
  for (int y = 0; y < out.Height(); y++)
    for (int x = 0; x < out.Width(); x++) {
      const float value = sharp.At(x, y);
      out.At(x, y) = std::clamp(value + amount * (value - soft.At(x, y)), 0.0f, 1.0f);
    }
}

void Sharpener::kernel2D_Contrast(const Picture &picture) {
  float low = 1e9f, high = -1e9f;
  for (int y = 0; y < picture.Height(); y++)
    for (int x = 0; x < picture.Width(); x++) {
      low = std::min(low, picture.At(x, y));
      high = std::max(high, picture.At(x, y));
    }
  m_contrast = high - low;
}

void Sharpener::Blur(const Picture &from, Picture &to) {
  kernel2D_Blur(from, m_rows, 1, 0);
  kernel2D_Blur(m_rows, to, 0, 1);
}

void Sharpener::Mask(const Picture &sharp, const Picture &soft, Picture &out, float amount) { kernel2D_Mask(sharp, soft, out, amount); }

void Sharpener::Sharpen(float amount, int passes) {
  m_before = m_picture;
  for (int pass = 0; pass < passes; pass++) {
    Blur(m_picture, m_soft);
    Mask(m_before, m_soft, m_picture, amount);
  }
  kernel2D_Contrast(m_picture);
}

void Sharpener::Undo() {
  std::swap(m_picture, m_before);
  kernel2D_Contrast(m_picture);
}
