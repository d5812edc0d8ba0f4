// Origin: written from README.md and docs/Language.md before its first translation.
// Running sums of rows and columns, one thread each; size_t, bytes, a vector that one call fills and the next one reads.
// RUN: %check %s --class BoxFilter --control Build --size width=1,33 --size height=1,21 -- -std=c++17
// RUN: %check %s --class BoxFilter --control Average --setup "std::vector<uint8_t> g(64 * 64); for (size_t i = 0; i < g.size(); i++) g[i] = uint8_t(i * 37 %% 251); object.Build(g.data(), 33, 21);" --size width=33 --size height=21 --arg radius=0..9 -- -std=c++17
#include "box_filter.h"
#include <algorithm>

void BoxFilter::kernel1D_Rows(const uint8_t *gray, size_t width, size_t height) {
  for (size_t y = 0; y < height; ++y) {
    uint32_t sum = 0;
    for (size_t x = 0; x < width; ++x) {
      sum += gray[y * width + x];
      m_sums[y * width + x] = sum;
    }
  }
}

void BoxFilter::kernel1D_Columns(size_t width, size_t height) {
  for (size_t x = 0; x < width; ++x)
    for (size_t y = 1; y < height; ++y)
      m_sums[y * width + x] += m_sums[(y - 1) * width + x];
}

void BoxFilter::kernel2D_Average(uint8_t *smooth, size_t width, size_t height, int radius) {
  for (size_t y = 0; y < height; ++y)
    for (size_t x = 0; x < width; ++x) {
      const int left = std::max(int(x) - radius, 0), right = std::min(int(x) + radius, int(width) - 1);
      const int top = std::max(int(y) - radius, 0), bottom = std::min(int(y) + radius, int(height) - 1);
      const uint32_t sum = Sum(right, bottom) - Sum(left - 1, bottom) - Sum(right, top - 1) + Sum(left - 1, top - 1);
      const uint32_t area = uint32_t(right - left + 1) * uint32_t(bottom - top + 1);
      smooth[y * width + x] = uint8_t((sum + area / 2) / area);
    }
}

void BoxFilter::Build(const uint8_t *gray, size_t width, size_t height) {
  m_width = width;
  m_sums.resize(width * height);
  kernel1D_Rows(gray, width, height);
  kernel1D_Columns(width, height);
}

void BoxFilter::Average(uint8_t *smooth, size_t width, size_t height, int radius) { kernel2D_Average(smooth, width, height, radius); }
