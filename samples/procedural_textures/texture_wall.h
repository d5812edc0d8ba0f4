// A wall of panels, each with a texture that is computed.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "textures.h"

namespace paint {

/// Panels of different materials that blend into each other.
class TextureWall {
public:
  /// `blend` is the part of a panel's width in which it becomes the next one.
  explicit TextureWall(float blend);
  virtual ~TextureWall() = default;

  virtual void Paint(uint32_t *picture, int width, int height);

private:
  void kernel2D_Paint(uint32_t *picture, int width, int height);
  glm::vec3 ColourAt(glm::vec2 at) const;

  float m_blend;
  std::vector<std::unique_ptr<Texture>> m_panels;
};

} // namespace paint
