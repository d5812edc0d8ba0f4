// Four launches: what is bright is shrunk, blurred along rows and columns, and added to the
// picture.
#include "glow_filter.h"

#include <algorithm>
#include <cmath>

namespace photo {

GlowFilter::GlowFilter(int width, int height, float threshold, float strength)
    : m_width(width), m_height(height), m_smallWidth((width + Shrink - 1) / Shrink),
      m_smallHeight((height + Shrink - 1) / Shrink), m_threshold(threshold), m_strength(strength),
      m_weights(2 * Radius + 1), m_glow(size_t(m_smallWidth) * size_t(m_smallHeight)),
      m_blurred(m_glow.size()) {
  // The sum of a narrow and a wide bell.
  float sum = 0.0f;
  for (int k = -Radius; k <= Radius; k++) {
    const float narrow = std::exp(-float(k * k) / 4.0f), wide = std::exp(-float(k * k) / 40.0f);
    m_weights[size_t(k + Radius)] = 2.0f * narrow + wide;
    sum += 2.0f * narrow + wide;
  }
  for (float &weight : m_weights)
    weight /= sum;
}

void GlowFilter::kernel2D_Brights(const glm::vec3 *light) {
  for (int row = 0; row < m_smallHeight; row++) {
    for (int column = 0; column < m_smallWidth; column++) {
      // At the right and the lower edge some pixels may be missing.
      const int endX = std::min((column + 1) * Shrink, m_width);
      const int endY = std::min((row + 1) * Shrink, m_height);
      glm::vec3 sum(0.0f);
      for (int y = row * Shrink; y < endY; y++)
        for (int x = column * Shrink; x < endX; x++)
          sum += glm::max(light[y * m_width + x] - m_threshold, glm::vec3(0.0f));
      m_glow[row * m_smallWidth + column] = sum / float(Shrink * Shrink);
    }
  }
}

void GlowFilter::kernel2D_Blur(const glm::vec3 *from, glm::vec3 *to, int stepX, int stepY) {
  for (int row = 0; row < m_smallHeight; row++) {
    for (int column = 0; column < m_smallWidth; column++) {
      glm::vec3 sum(0.0f);
      for (int k = -Radius; k <= Radius; k++) {
        const int x = std::clamp(column + k * stepX, 0, m_smallWidth - 1);
        const int y = std::clamp(row + k * stepY, 0, m_smallHeight - 1);
        sum += m_weights[k + Radius] * from[y * m_smallWidth + x];
      }
      to[row * m_smallWidth + column] = sum;
    }
  }
}

/// Between the four nearest pixels of the glow.
glm::vec3 GlowFilter::GlowAt(float x, float y) const {
  const float right = std::clamp(x, 0.0f, float(m_smallWidth - 1));
  const float down = std::clamp(y, 0.0f, float(m_smallHeight - 1));
  const int x0 = int(right), y0 = int(down);
  const int x1 = std::min(x0 + 1, m_smallWidth - 1), y1 = std::min(y0 + 1, m_smallHeight - 1);
  const glm::vec3 above =
      glm::mix(m_glow[y0 * m_smallWidth + x0], m_glow[y0 * m_smallWidth + x1], right - float(x0));
  const glm::vec3 below =
      glm::mix(m_glow[y1 * m_smallWidth + x0], m_glow[y1 * m_smallWidth + x1], right - float(x0));
  return glm::mix(above, below, down - float(y0));
}

/// What a screen is told to show: bright light is pressed together.
static uint32_t ScreenValue(float light) {
  const float shown = std::pow(1.0f - std::exp(-light), 1.0f / 2.2f);
  return uint32_t(shown * 255.0f + 0.5f);
}

void GlowFilter::kernel2D_Expose(const glm::vec3 *light, uint32_t *picture) {
  for (int row = 0; row < m_height; row++) {
    for (int column = 0; column < m_width; column++) {
      const glm::vec3 glow = GlowAt((float(column) + 0.5f) / float(Shrink) - 0.5f,
                                    (float(row) + 0.5f) / float(Shrink) - 0.5f);
      const glm::vec3 seen =
          glm::max(light[row * m_width + column], glm::vec3(0.0f)) + m_strength * glow;
      picture[row * m_width + column] =
          ScreenValue(seen.x) | ScreenValue(seen.y) << 8 | ScreenValue(seen.z) << 16 | 0xff000000;
    }
  }
}

void GlowFilter::Develop(const glm::vec3 *light, uint32_t *picture) {
  kernel2D_Brights(light);
  kernel2D_Blur(m_glow.data(), m_blurred.data(), 1, 0);
  kernel2D_Blur(m_blurred.data(), m_glow.data(), 0, 1);
  kernel2D_Expose(light, picture);
}

} // namespace photo
