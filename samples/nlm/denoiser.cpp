// Each pixel looks at a window around it, and compares the patches in it with its own.
#include "denoiser.h"

#include <algorithm>
#include <cmath>

namespace render {

static float SquaredLength(glm::vec3 v) { return glm::dot(v, v); }

/// 0 for the same surface, and some ten for another one.
static float SurfaceDifference(const Feature &a, const Feature &b) {
  const float nearer = std::min(a.depth, b.depth) + 0.001f;
  const float depth = (a.depth - b.depth) / nearer;
  return 50.0f * SquaredLength(a.albedo - b.albedo) + 10.0f * SquaredLength(a.normal - b.normal) +
         200.0f * depth * depth;
}

/// The mean squared difference of the colours around two pixels, without what noise makes of it.
static float PatchDifference(const glm::vec3 *noisy, int width, int height, glm::ivec2 a,
                             glm::ivec2 b, int radius, float variance) {
  float sum = 0.0f;
  for (int dy = -radius; dy <= radius; dy++) {
    for (int dx = -radius; dx <= radius; dx++) {
      const int ax = std::clamp(a.x + dx, 0, width - 1), ay = std::clamp(a.y + dy, 0, height - 1);
      const int bx = std::clamp(b.x + dx, 0, width - 1), by = std::clamp(b.y + dy, 0, height - 1);
      sum += SquaredLength(noisy[ay * width + ax] - noisy[by * width + bx]);
    }
  }
  const int side = 2 * radius + 1;
  return std::max(sum / float(3 * side * side) - 2.0f * variance, 0.0f);
}

void Denoiser::kernel2D_Denoise(const glm::vec3 *noisy, const Feature *features, glm::vec3 *clean,
                                int width, int height) {
  for (int row = 0; row < height; row++) {
    for (int column = 0; column < width; column++) {
      const Feature own = features[row * width + column];
      glm::vec3 sum(0.0f);
      float weights = 0.0f;
      const int lastY = std::min(row + m_searchRadius, height - 1);
      const int lastX = std::min(column + m_searchRadius, width - 1);
      for (int y = std::max(row - m_searchRadius, 0); y <= lastY; y++) {
        for (int x = std::max(column - m_searchRadius, 0); x <= lastX; x++) {
          const float surface = SurfaceDifference(own, features[y * width + x]);
          const float colour = PatchDifference(noisy, width, height, {column, row}, {x, y},
                                               m_patchRadius, m_variance);
          const float weight = std::exp(-surface - colour / (0.5f * m_variance));
          sum += weight * noisy[y * width + x];
          weights += weight;
        }
      }
      // The pixel itself counts fully, so that the weights are never 0.
      clean[row * width + column] = sum / weights;
    }
  }
}

void Denoiser::Denoise(const glm::vec3 *noisy, const Feature *features, glm::vec3 *clean, int width,
                       int height) {
  kernel2D_Denoise(noisy, features, clean, width, height);
}

} // namespace render
