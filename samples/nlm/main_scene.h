// A scene, and a small path tracer that renders it with more or less noise.
#pragma once

#include <vector>

#include "denoiser.h"

/// Balls on a chequered floor under a lamp and a sky.
struct Scene {
  int width, height;
  std::vector<glm::vec3> Render(int samples) const;
  std::vector<render::Feature> Features() const;
};
