// Makes bright lights glow, as they do in an eye and in a lens, and develops the picture.
#pragma once

#include <cstdint>
#include <vector>

#include <glm/glm.hpp>

namespace photo {

class GlowFilter {
public:
  /// For pictures of one size. What is brighter than `threshold` glows.
  GlowFilter(int width, int height, float threshold, float strength);
  virtual ~GlowFilter() = default;

  /// From amounts of light to pixels with 8 bits each of red, green, blue and alpha, red lowest.
  virtual void Develop(const glm::vec3 *light, uint32_t *picture);

private:
  /// The glow has no details: it is computed in pictures a quarter as wide and high.
  static constexpr int Shrink = 4;
  static constexpr int Radius = 12;

  void kernel2D_Brights(const glm::vec3 *light);
  void kernel2D_Blur(const glm::vec3 *from, glm::vec3 *to, int stepX, int stepY);
  void kernel2D_Expose(const glm::vec3 *light, uint32_t *picture);
  glm::vec3 GlowAt(float x, float y) const;

  int m_width, m_height;
  int m_smallWidth, m_smallHeight;
  float m_threshold, m_strength;
  std::vector<float> m_weights; ///< of neighbours, from -Radius to Radius
  std::vector<glm::vec3> m_glow, m_blurred;
};

} // namespace photo
