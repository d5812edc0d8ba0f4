// A picture of shapes by rays that march: each step is as long as the nearest shape is away.
#include "shape_scene.h"

using glm::vec3;

namespace march {

ShapeScene::ShapeScene(uint32_t width, uint32_t height, int mostSteps)
    : m_width(width), m_height(height), m_mostSteps(mostSteps) {
  m_shapes.push_back(std::make_unique<Ground>(0.0f, vec3(0.85f, 0.83f, 0.75f), vec3(0.25f)));
  m_shapes.push_back(
      std::make_unique<Ball>(vec3(-2.1f, 1.0f, 0.6f), 1.0f, vec3(0.85f, 0.2f, 0.15f)));
  m_shapes.push_back(
      std::make_unique<Box>(vec3(0.6f, 0.75f, 1.6f), vec3(0.6f), 0.15f, vec3(0.2f, 0.45f, 0.85f)));
  m_shapes.push_back(std::make_unique<Ring>(vec3(0.3f, 0.22f, -1.4f), 0.9f, 0.22f,
                                            vec3(0.95f, 0.75f, 0.2f), vec3(0.3f, 0.15f, 0.05f)));
  m_shapes.push_back(std::make_unique<Drops>(vec3(2.4f, 0.8f, 0.2f), vec3(2.9f, 1.9f, 0.2f), 0.8f,
                                             0.5f, vec3(0.25f, 0.75f, 0.4f)));
}

float ShapeScene::Nearest(vec3 at, int &shape) const {
  float least = 1e9f;
  for (size_t i = 0; i < m_shapes.size(); i++) {
    const float distance = m_shapes[i]->DistanceFrom(at);
    if (distance < least) {
      least = distance;
      shape = int(i);
    }
  }
  return least;
}

vec3 ShapeScene::Normal(vec3 at, int shape) const {
  const float step = 1e-3f;
  const vec3 x(step, 0.0f, 0.0f), y(0.0f, step, 0.0f), z(0.0f, 0.0f, step);
  const auto &body = m_shapes[shape];
  return glm::normalize(vec3(body->DistanceFrom(at + x) - body->DistanceFrom(at - x),
                             body->DistanceFrom(at + y) - body->DistanceFrom(at - y),
                             body->DistanceFrom(at + z) - body->DistanceFrom(at - z)));
}

float ShapeScene::Shadow(vec3 from) const {
  const vec3 way = m_lamp - from;
  const float far = glm::length(way);
  const vec3 along = way / far;
  float light = 1.0f;
  float gone = 0.02f;
  for (int step = 0; step < m_mostSteps && gone < far; step++) {
    int shape = 0;
    const float distance = Nearest(from + gone * along, shape);
    // How narrowly it passes by makes the edge soft.
    light = glm::min(light, 12.0f * distance / gone);
    if (light < 0.01f)
      return 0.0f;
    gone += glm::clamp(distance, 0.02f, 0.5f);
  }
  return light;
}

void ShapeScene::kernel_EyeRay(uint32_t tidX, uint32_t tidY, Ray *ray) {
  const float half = 0.5f * float(m_height);
  const vec3 to((float(tidX) + 0.5f - 0.5f * float(m_width)) / half,
                (half - float(tidY) - 0.5f) / half - 0.45f, 2.0f);
  ray->from = m_eye;
  ray->along = glm::normalize(to);
}

bool ShapeScene::kernel_March(uint32_t, uint32_t, const Ray *ray, Hit *hit) {
  const float farthest = 40.0f;
  float gone = 0.0f;
  for (int step = 0; step < m_mostSteps; step++) {
    hit->at = ray->from + gone * ray->along;
    const float distance = Nearest(hit->at, hit->shape);
    if (distance < 1e-3f)
      return true;
    gone += distance;
    if (gone > farthest)
      break;
  }
  return false;
}

void ShapeScene::kernel_Shade(uint32_t, uint32_t, const Ray *ray, const Hit *hit, vec3 *light) {
  const vec3 normal = Normal(hit->at, hit->shape);
  const vec3 lamp = glm::normalize(m_lamp - hit->at);
  const float shadow = Shadow(hit->at + 0.02f * normal);
  const float matt = glm::max(glm::dot(normal, lamp), 0.0f) * shadow;
  const float gloss = glm::max(glm::dot(glm::reflect(ray->along, normal), lamp), 0.0f);
  const vec3 colour = m_shapes[hit->shape]->Colour(hit->at);
  const float from = 0.25f + 0.15f * normal.y;
  *light = colour * (from + 0.75f * matt) + vec3(0.3f * glm::pow(gloss, 30.0f) * shadow);
}

void ShapeScene::kernel_Sky(uint32_t, uint32_t, const Ray *ray, vec3 *light) {
  const float up = glm::clamp(3.0f * ray->along.y, 0.0f, 1.0f);
  *light = glm::mix(vec3(0.75f, 0.82f, 0.9f), vec3(0.25f, 0.45f, 0.8f), up);
}

void ShapeScene::kernel_Store(uint32_t tidX, uint32_t tidY, uint32_t width, vec3 light,
                              uint32_t *picture) {
  const vec3 shown = glm::sqrt(glm::clamp(light, vec3(0.0f), vec3(1.0f))) * 255.0f + 0.5f;
  picture[tidY * width + tidX] =
      uint32_t(shown.x) | uint32_t(shown.y) << 8 | uint32_t(shown.z) << 16 | 0xff000000u;
}

void ShapeScene::Render(uint32_t tidX, uint32_t tidY, uint32_t width, uint32_t *picture) {
  Ray ray;
  kernel_EyeRay(tidX, tidY, &ray);
  Hit hit;
  vec3 light;
  if (kernel_March(tidX, tidY, &ray, &hit))
    kernel_Shade(tidX, tidY, &ray, &hit, &light);
  else
    kernel_Sky(tidX, tidY, &ray, &light);
  kernel_Store(tidX, tidY, width, light, picture);
}

void ShapeScene::RenderBlock(uint32_t tidX, uint32_t tidY, uint32_t *picture) {
  for (uint32_t y = 0; y < tidY; y++)
    for (uint32_t x = 0; x < tidX; x++)
      Render(x, y, tidX, picture);
}

} // namespace march
