// A wall of panels, each with a texture that is computed.
#include "texture_wall.h"

using glm::vec2;
using glm::vec3;

namespace paint {

TextureWall::TextureWall(float blend) : m_blend(blend) {
  m_panels.push_back(std::make_unique<Bricks>(vec3(0.7f, 0.3f, 0.22f), vec3(0.75f), 9.0f));
  m_panels.push_back(
      std::make_unique<Marble>(vec3(0.92f, 0.9f, 0.86f), vec3(0.25f, 0.27f, 0.33f), 8.0f));
  m_panels.push_back(
      std::make_unique<Wood>(vec3(0.8f, 0.55f, 0.3f), vec3(0.4f, 0.22f, 0.1f), 14.0f));
  m_panels.push_back(
      std::make_unique<Chequer>(vec3(0.12f, 0.35f, 0.4f), vec3(0.85f, 0.85f, 0.7f), 6.0f));
  m_panels.push_back(std::make_unique<Sky>(vec3(0.25f, 0.45f, 0.85f), vec3(0.97f)));
}

/// The colour of a place whose x counts panels.
vec3 TextureWall::ColourAt(vec2 at) const {
  const int last = int(m_panels.size()) - 1;
  const int panel = glm::clamp(int(at.x), 0, last);
  const vec3 colour = m_panels[panel]->Colour(at);
  const float rest = float(panel + 1) - at.x;
  if (panel == last || rest > m_blend)
    return colour;
  const float share = glm::smoothstep(0.0f, 1.0f, 1.0f - rest / m_blend);
  return glm::mix(colour, m_panels[panel + 1]->Colour(at), share);
}

void TextureWall::kernel2D_Paint(uint32_t *picture, int width, int height) {
  for (int row = 0; row < height; row++) {
    for (int column = 0; column < width; column++) {
      const float scale = float(m_panels.size()) / float(width);
      const vec2 at = scale * vec2(float(column) + 0.5f, float(row) + 0.5f);
      const vec3 shown = glm::clamp(ColourAt(at), 0.0f, 1.0f) * 255.0f + 0.5f;
      picture[row * width + column] =
          uint32_t(shown.x) | uint32_t(shown.y) << 8 | uint32_t(shown.z) << 16 | 0xff000000u;
    }
  }
}

void TextureWall::Paint(uint32_t *picture, int width, int height) {
  kernel2D_Paint(picture, width, height);
}

} // namespace paint
