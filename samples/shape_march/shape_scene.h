// A picture of shapes by rays that march: each step is as long as the nearest shape is away.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "shapes.h"

namespace march {

struct Ray {
  glm::vec3 from, along;
};

/// Where a ray ends.
struct Hit {
  glm::vec3 at;
  int shape;
};

/// A few shapes under a lamp, seen by rays (sphere tracing: Hart 1996).
class ShapeScene {
public:
  ShapeScene(uint32_t width, uint32_t height, int mostSteps);
  virtual ~ShapeScene() = default;

  /// Draws a picture of tidX x tidY pixels; it shows the scene whole where that is the size of the
  /// view.
  virtual void RenderBlock(uint32_t tidX, uint32_t tidY, uint32_t *picture);

private:
  void Render(uint32_t tidX, uint32_t tidY, uint32_t width, uint32_t *picture);

  void kernel_EyeRay(uint32_t tidX, uint32_t tidY, Ray *ray);
  bool kernel_March(uint32_t tidX, uint32_t tidY, const Ray *ray, Hit *hit);
  void kernel_Shade(uint32_t tidX, uint32_t tidY, const Ray *ray, const Hit *hit, glm::vec3 *light);
  void kernel_Sky(uint32_t tidX, uint32_t tidY, const Ray *ray, glm::vec3 *light);
  void kernel_Store(uint32_t tidX, uint32_t tidY, uint32_t width, glm::vec3 light,
                    uint32_t *picture);

  float Nearest(glm::vec3 at, int &shape) const;
  glm::vec3 Normal(glm::vec3 at, int shape) const;
  float Shadow(glm::vec3 from) const;

  uint32_t m_width, m_height;
  int m_mostSteps;
  glm::vec3 m_eye = {0.0f, 2.2f, -6.5f};
  glm::vec3 m_lamp = {-4.0f, 7.0f, -4.0f};
  std::vector<std::unique_ptr<Solid>> m_shapes;
};

} // namespace march
