// Implementation of imaging::Retouch.
#include "retouch.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace imaging {

namespace {

constexpr uint32_t ByteMask = 0xffu;

inline uint32_t ByteOf(uint32_t pixel, ColourChannel channel) {
  return (pixel >> channel) & ByteMask;
}

inline uint32_t ToChannel(uint32_t value, ColourChannel channel) {
  return (value & ByteMask) << channel;
}

/// Rounds to the nearest byte.
uint32_t ToByte(float value) {
  if (value <= 0.0f)
    return 0;
  if (value >= 255.0f)
    return 255;
  return uint32_t(value + 0.5f);
}

uint32_t MixChannel(uint32_t a, uint32_t b, ColourChannel channel, float weight) {
  const float mixed =
      float(ByteOf(a, channel)) * (1.0f - weight) + float(ByteOf(b, channel)) * weight;
  return ToChannel(ToByte(mixed), channel);
}

int KeepInside(int value, int low, int high) { return std::max(low, std::min(value, high)); }

} // namespace

void Retouch::AdjustLevels(const uint32_t *src, uint32_t *dst, uint32_t width, uint32_t height) {
  kernel2D_AdjustLevels(src, dst, width, height);
}

void Retouch::Blend(const uint32_t *bottom, const uint32_t *top, uint32_t *dst, uint32_t width,
                    uint32_t height, float weight) {
  kernel2D_Blend(bottom, top, dst, width, height, weight);
}

void Retouch::InvertColours(uint32_t *pixels, uint32_t width, uint32_t height) {
  kernel2D_InvertColours(pixels, width, height);
}

void Retouch::Turn(const uint32_t *src, uint32_t *dst, int width, int height) {
  kernel2D_Turn(src, dst, width, height);
}

void Retouch::FindEdges(const float *src, float *dst, int width, int height) {
  kernel2D_FindEdges(src, dst, width, height);
}

void Retouch::Recolour(const uint32_t *src, const uint32_t *table, uint32_t *dst, uint32_t width,
                       uint32_t height) {
  kernel2D_Recolour(src, table, dst, width, height);
}

void Retouch::Soften(const float *src, float *dst, int width, int height) {
  kernel2D_Soften(src, dst, width, height);
}

void Retouch::DrawTarget(int *dst, uint32_t width, uint32_t height) {
  kernel2D_DrawTarget(dst, width, height);
}

uint32_t Retouch::AdjustChannel(uint32_t pixel, ColourChannel channel) const {
  const float value = float(ByteOf(pixel, channel)) * m_gain + m_bias;
  return ToChannel(ToByte(value), channel);
}

void Retouch::kernel2D_AdjustLevels(const uint32_t *src, uint32_t *dst, uint32_t width,
                                    uint32_t height) {
  for (uint32_t y = 0; y < height; ++y) {
    for (uint32_t x = 0; x < width; ++x) {
      const uint32_t pixel = src[y * width + x];
      const uint32_t colours =
          AdjustChannel(pixel, Red) | AdjustChannel(pixel, Green) | AdjustChannel(pixel, Blue);
      dst[y * width + x] = colours | (pixel & (ByteMask << Alpha));
    }
  }
}

void Retouch::kernel2D_Blend(const uint32_t *bottom, const uint32_t *top, uint32_t *dst,
                             uint32_t width, uint32_t height, float weight) {
  for (uint32_t y = 0; y < height; ++y) {
    for (uint32_t x = 0; x < width; ++x) {
      const uint32_t index = y * width + x;
      const uint32_t a = bottom[index];
      const uint32_t b = top[index];
      uint32_t result = MixChannel(a, b, Red, weight);
      result |= MixChannel(a, b, Green, weight);
      result |= MixChannel(a, b, Blue, weight);
      // The more opaque one decides.
      result |= ToChannel(std::max(ByteOf(a, Alpha), ByteOf(b, Alpha)), Alpha);
      dst[index] = result;
    }
  }
}

void Retouch::kernel2D_InvertColours(uint32_t *pixels, uint32_t width, uint32_t height) {
  for (uint32_t y = 0; y < height; ++y)
    for (uint32_t x = 0; x < width; ++x)
      pixels[y * width + x] ^= 0x00ffffffu;
}

void Retouch::kernel2D_Turn(const uint32_t *src, uint32_t *dst, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      dst[x * height + (height - 1 - y)] = src[y * width + x];
}

void Retouch::kernel2D_FindEdges(const float *src, float *dst, int width, int height) {
  for (int y = 1; y < height - 1; ++y) {
    for (int x = 1; x < width - 1; ++x) {
      const float middle = src[y * width + x];
      float difference = 0.0f;
      difference += std::fabs(middle - src[y * width + x - 1]);
      difference += std::fabs(middle - src[y * width + x + 1]);
      difference += std::fabs(middle - src[(y - 1) * width + x]);
      difference += std::fabs(middle - src[(y + 1) * width + x]);
      dst[y * width + x] = difference;
    }
  }
}

void Retouch::kernel2D_Recolour(const uint32_t *src, const uint32_t *table, uint32_t *dst,
                                uint32_t width, uint32_t height) {
  for (uint32_t y = 0; y < height; ++y) {
    for (uint32_t x = 0; x < width; ++x) {
      const uint32_t pixel = src[y * width + x];
      uint32_t result = pixel & (ByteMask << Alpha);
      for (uint32_t shift = 0; shift < 24; shift += 8)
        result |= (table[(pixel >> shift) & ByteMask] & ByteMask) << shift;
      dst[y * width + x] = result;
    }
  }
}

void Retouch::kernel2D_Soften(const float *src, float *dst, int width, int height) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0.0f;
      for (int dy = -1; dy <= 1; ++dy) {
        const int row = KeepInside(y + dy, 0, height - 1);
        for (int dx = -1; dx <= 1; ++dx) {
          const int column = KeepInside(x + dx, 0, width - 1);
          sum += src[row * width + column];
        }
      }
      dst[y * width + x] = sum * (1.0f / 9.0f);
    }
  }
}

void Retouch::kernel2D_DrawTarget(int *dst, uint32_t width, uint32_t height) {
  const int middleX = int(width / 2);
  const int middleY = int(height / 2);
  for (uint32_t y = 0; y < height; ++y) {
    for (uint32_t x = 0; x < width; ++x) {
      const int dx = std::abs(int(x) - middleX);
      const int dy = std::abs(int(y) - middleY);
      dst[y * width + x] = dx > dy ? dx : dy + 1000000;
    }
  }
}

} // namespace imaging
