// Nine sums of colours over a map, and a picture that is made from them.
#include "environment_light.h"

namespace lighting {

static constexpr float Pi = 3.14159265f;

using Basis = std::array<float, EnvironmentLight::Terms>;

/// The real spherical harmonics in a direction of length 1.
static Basis Harmonics(glm::vec3 d) {
  return {0.282095f,
          0.488603f * d.y,
          0.488603f * d.z,
          0.488603f * d.x,
          1.092548f * d.x * d.y,
          1.092548f * d.y * d.z,
          0.315392f * (3.0f * d.z * d.z - 1.0f),
          1.092548f * d.x * d.z,
          0.546274f * (d.x * d.x - d.y * d.y)};
}

void EnvironmentLight::kernel2D_Project(const glm::vec3 *map, int width, int height) {
  for (glm::vec3 &coefficient : m_coefficients)
    coefficient = glm::vec3(0.0f);

  for (int row = 0; row < height; row++) {
    for (int column = 0; column < width; column++) {
      const float polar = Pi * (float(row) + 0.5f) / float(height);
      const float azimuth = 2.0f * Pi * (float(column) + 0.5f) / float(width);
      const float flat = glm::sin(polar);
      const glm::vec3 direction(flat * glm::cos(azimuth), flat * glm::sin(azimuth),
                                glm::cos(polar));
      // Pixels near the poles are a smaller part of the sphere.
      const glm::vec3 light = flat * map[row * width + column];
      const Basis basis = Harmonics(direction);
      for (int k = 0; k < Terms; k++)
        m_coefficients[k] += basis[k] * light;
    }
  }

  const float pixelArea = 2.0f * Pi * Pi / float(width * height);
  for (glm::vec3 &coefficient : m_coefficients)
    coefficient *= pixelArea;
}

glm::vec3 EnvironmentLight::Irradiance(glm::vec3 normal) const {
  // How much a matt surface keeps of each band.
  const float bands[Terms] = {Pi,        2.0f * Pi / 3.0f, 2.0f * Pi / 3.0f, 2.0f * Pi / 3.0f,
                              Pi / 4.0f, Pi / 4.0f,        Pi / 4.0f,        Pi / 4.0f,
                              Pi / 4.0f};
  const Basis basis = Harmonics(normal);
  glm::vec3 sum(0.0f);
  for (int k = 0; k < Terms; k++)
    sum += bands[k] * basis[k] * m_coefficients[k];
  return glm::max(sum, glm::vec3(0.0f));
}

/// 8 bits for an amount of light, as screens take it.
static uint32_t Channel(float light) {
  const float shown = glm::pow(glm::clamp(light, 0.0f, 1.0f), 1.0f / 2.2f);
  return uint32_t(shown * 255.0f + 0.5f);
}

void EnvironmentLight::kernel2D_DrawBall(uint32_t *picture, int size, float exposure) {
  for (int row = 0; row < size; row++) {
    for (int column = 0; column < size; column++) {
      // Seen from the side, with z upwards; the ball leaves a margin of a twentieth.
      const float right = 1.1f * (2.0f * (float(column) + 0.5f) / float(size) - 1.0f);
      const float up = 1.1f * (1.0f - 2.0f * (float(row) + 0.5f) / float(size));
      const float depth2 = 1.0f - right * right - up * up;
      glm::vec3 light(0.02f);
      if (depth2 > 0.0f)
        light = exposure / Pi * Irradiance(glm::vec3(-glm::sqrt(depth2), right, up));
      picture[row * size + column] =
          Channel(light.x) | Channel(light.y) << 8 | Channel(light.z) << 16 | 0xff000000;
    }
  }
}

void EnvironmentLight::Project(const glm::vec3 *map, int width, int height) {
  kernel2D_Project(map, width, height);
}

void EnvironmentLight::DrawBall(uint32_t *picture, int size, float exposure) {
  kernel2D_DrawBall(picture, size, exposure);
}

} // namespace lighting
