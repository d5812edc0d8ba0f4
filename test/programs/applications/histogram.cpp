// Origin: written from README.md and docs/Language.md before its first translation.
// 64 bins, a table that one thread makes of them, pixels changed in place.
// RUN: %check %s --class Histogram --size width=1,45 --size height=1,33 --arg clip=0.0625..1 -- -std=c++17
#include "histogram.h"
#include <algorithm>

uint32_t Histogram::Below(uint32_t bin) const {
  uint32_t sum = 0;
  for (uint32_t b = 0; b < bin; b++)
    sum += m_counts[b];
  return sum;
}

void Histogram::kernel1D_Count(const uint8_t *pixels, int count) {
  for (auto &c : m_counts)
    c = 0;
  for (int i = 0; i < count; i++)
    m_counts[pixels[i] / 4]++;
  m_used = 0;
  m_median = 0;
  for (uint32_t b = 0; b < kBins; b++) {
    if (m_counts[b] > 0)
      ++m_used;
    if (Below(b) * 2 < uint32_t(count))
      m_median = std::max(m_median, b);
  }
}

void Histogram::kernel1D_Table(int count, float clip) {
  // What is cut off is given to all bins alike.
  const uint32_t limit = std::max(uint32_t(clip * float(count)), 1u);
  uint32_t cut = 0;
  for (uint32_t c : m_counts)
    cut += c > limit ? c - limit : 0;
  const uint32_t share = cut / kBins;
  for (int b = 0; b < kBins; b++) {
    uint32_t before = 0;
    for (int lower = 0; lower < b; lower++)
      before += std::min(m_counts[lower], limit) + share;
    const uint32_t here = std::min(m_counts[b], limit) + share;
    for (int k = 0; k < 4; k++)
      m_table[b * 4 + k] = uint8_t(std::min(255u * (4 * before + k * here) / (4u * uint32_t(count)), 255u));
  }
}

void Histogram::kernel1D_Apply(uint8_t *pixels, int count) {
  for (int i = 0; i < count; i++)
    pixels[i] = m_table[pixels[i]];
}

void Histogram::Equalise(uint8_t *pixels, int width, int height, float clip) {
  const int count = width * height;
  if (count == 0)
    return;
  kernel1D_Count(pixels, count);
  kernel1D_Table(count, clip);
  kernel1D_Apply(pixels, count);
}

uint32_t Histogram::Median(const uint8_t *pixels, int width, int height) {
  kernel1D_Count(pixels, width * height);
  return m_median * 4;
}
