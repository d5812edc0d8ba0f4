// Origin: written by a newcomer from README.md and docs/Language.md alone.
// Statistics of images: sums of 64 bits, extremes of bytes, a mean after the loop; a struct as result; a string beside it.
// RUN: %check %s --class ContactSheet --size width=1,5,64 --size height=1,3,50 -- -std=c++17
#include "contact_sheet.h"

#include <algorithm>
#include <cmath>

void ContactSheet::kernel2D_Measure(const uint8_t *rgb, uint32_t width, uint32_t height) {
  m_stats = Statistics();
  for (uint32_t y = 0; y < height; y++) {
    for (uint32_t x = 0; x < width; x++) {
      const uint8_t luma = Luma(rgb + (y * width + x) * 3);
      m_stats.sum += luma;
      m_stats.sumOfSquares += uint64_t(luma) * luma;
      m_stats.darkest = std::min(m_stats.darkest, luma);
      m_stats.brightest = std::max(m_stats.brightest, luma);
      if (luma > kClip)
        m_stats.clipped++;
    }
  }
  const double count = double(width) * height;
  if (count > 0.0) {
    m_stats.mean = m_stats.sum / count;
    m_stats.variance = m_stats.sumOfSquares / count - m_stats.mean * m_stats.mean;
  }
}

void ContactSheet::kernel2D_Expose(const uint8_t *rgb, uint8_t *out, uint32_t width, uint32_t height, float gain) {
  for (uint32_t y = 0; y < height; y++) {
    for (uint32_t x = 0; x < width; x++) {
      const uint32_t at = (y * width + x) * 3;
      for (uint32_t channel = 0; channel < 3; channel++) {
        const float scaled = static_cast<float>(rgb[at + channel]) * gain;
        out[at + channel] = static_cast<uint8_t>(std::min(scaled, 255.0f));
      }
    }
  }
}

ContactSheet::Statistics ContactSheet::Measure(const uint8_t *rgb, uint32_t width, uint32_t height) {
  kernel2D_Measure(rgb, width, height);
  return m_stats;
}

void ContactSheet::Expose(const uint8_t *rgb, uint8_t *out, uint32_t width, uint32_t height, float stops) {
  const float gain = 1.0f + std::fabs(stops) * 0.5f;
  kernel2D_Expose(rgb, out, width, height, gain);
}
