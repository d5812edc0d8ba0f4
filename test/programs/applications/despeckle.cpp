// Origin: written from README.md and docs/Language.md before its first translation.
// Sorted windows in local arrays, a struct as result with numbers of 8, 32 and 64 bits.
// RUN: %check %s --class Despeckle --arg threshold=24 --size width=1,29 --size height=1,18 -- -std=c++17
#include "despeckle.h"
#include <algorithm>
#include <array>
#include <cstdlib>

namespace {
uint8_t channel(uint32_t color, int c) { return uint8_t(color >> (8 * c)); }

// Nine numbers, of which the middle one is wanted.
uint8_t middle(std::array<uint8_t, 9> v) {
  for (int i = 0; i < 5; i++)
    for (int k = i + 1; k < 9; k++)
      if (v[k] < v[i])
        std::swap(v[k], v[i]);
  return v[4];
}
} // namespace

void Despeckle::kernel2D_Median(const uint32_t *rgba, uint32_t width, uint32_t height) {
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++) {
      uint32_t result = rgba[y * width + x] & 0xff000000u;
      for (int c = 0; c < 3; c++) {
        std::array<uint8_t, 9> window;
        int n = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++) {
            const int px = std::clamp(int(x) + dx, 0, int(width) - 1), py = std::clamp(int(y) + dy, 0, int(height) - 1);
            window[n++] = channel(rgba[uint32_t(py) * width + uint32_t(px)], c);
          }
        result |= uint32_t(middle(window)) << (8 * c);
      }
      m_medians[y * width + x] = result;
    }
}

void Despeckle::kernel2D_Replace(uint32_t *rgba, uint32_t width, uint32_t height) {
  m_report = {};
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++) {
      uint32_t &pixel = rgba[y * width + x];
      const uint32_t median = m_medians[y * width + x];
      int worst = 0;
      for (int c = 0; c < 3; c++)
        worst = std::max(worst, std::abs(channel(pixel, c) - channel(median, c)));
      if (worst > m_threshold) {
        pixel = median;
        m_report.changed++;
        m_report.difference += uint64_t(worst);
        m_report.largest = std::max(m_report.largest, uint8_t(worst));
      }
    }
}

Despeckle::Report Despeckle::Clean(uint32_t *rgba, uint32_t width, uint32_t height) {
  m_medians.resize(width * height);
  kernel2D_Median(rgba, width, height);
  kernel2D_Replace(rgba, width, height);
  return m_report;
}
