// The light that comes from all sides, in few numbers.
#pragma once

#include <array>
#include <cstdint>

#include <glm/glm.hpp>

namespace lighting {

/// Approximates an environment by spherical harmonics of the first three bands: enough for what a
/// matt surface reflects (Ramamoorthi and Hanrahan 2001).
class EnvironmentLight {
public:
  static constexpr int Terms = 9;

  virtual ~EnvironmentLight() = default;

  /// Of a map of all directions: from above to below, once around in each row.
  virtual void Project(const glm::vec3 *map, int width, int height);

  /// Draws a white matt ball under the light of the last map into a square picture with 8 bits
  /// each of red, green, blue and alpha, red lowest.
  virtual void DrawBall(uint32_t *picture, int size, float exposure);

  const std::array<glm::vec3, Terms> &Coefficients() const { return m_coefficients; }

private:
  void kernel2D_Project(const glm::vec3 *map, int width, int height);
  void kernel2D_DrawBall(uint32_t *picture, int size, float exposure);
  glm::vec3 Irradiance(glm::vec3 normal) const;

  std::array<glm::vec3, Terms> m_coefficients = {};
};

} // namespace lighting
