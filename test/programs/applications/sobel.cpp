// Origin: written from README.md and docs/Language.md before its first translation.
// Sobel's operator with clamped edges; a maximum that the second kernel divides by.
// RUN: %check %s --class EdgeDetector --setup "object.Resize(37, 21);" --size grey=777 --size edges=777 --size directions=777 -- -std=c++17
#include "sobel.h"
#include <algorithm>
#include <cmath>

EdgeDetector::Direction EdgeDetector::Classify(float gx, float gy) {
  const float ax = std::fabs(gx), ay = std::fabs(gy);
  if (ax > 2.4f * ay)
    return Vertical;
  if (ay > 2.4f * ax)
    return Horizontal;
  return (gx > 0) == (gy > 0) ? Falling : Rising;
}

void EdgeDetector::kernel2D_Gradient(const uint8_t *grey, Direction *directions) {
  m_steepest = 0.0f;
  for (int y = 0; y < m_height; y++) {
    for (int x = 0; x < m_width; x++) {
      static const int weight[3] = {1, 2, 1};
      int gx = 0, gy = 0;
      for (int k = -1; k <= 1; k++) {
        gx += weight[k + 1] * (At(grey, x + 1, y + k) - At(grey, x - 1, y + k));
        gy += weight[k + 1] * (At(grey, x + k, y + 1) - At(grey, x + k, y - 1));
      }
      const float length = std::sqrt(float(gx * gx + gy * gy));
      m_steepness[y * m_width + x] = length;
      m_steepest = std::max(m_steepest, length);
      directions[y * m_width + x] = length < m_threshold ? None : Classify(gx, gy);
    }
  }
}

void EdgeDetector::kernel1D_Stretch(uint8_t *edges) {
  m_edgePixels = 0;
  const float scale = m_steepest > 0.0f ? 255.0f / m_steepest : 0.0f;
  for (size_t i = 0; i < m_steepness.size(); i++) {
    edges[i] = static_cast<uint8_t>(m_steepness[i] * scale);
    if (m_steepness[i] >= m_threshold)
      m_edgePixels++;
  }
}

void EdgeDetector::Detect(const uint8_t *grey, uint8_t *edges, Direction *directions) {
  kernel2D_Gradient(grey, directions);
  kernel1D_Stretch(edges);
}
