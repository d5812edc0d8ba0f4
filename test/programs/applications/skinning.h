#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

// Linear blend skinning: vertices that follow up to four bones each.
namespace rig {

struct Vertex {
  glm::vec3 position;
  glm::vec3 normal;
  uint8_t bones[4];
  glm::vec4 weights;
};

struct Skinned {
  glm::vec3 position;
  glm::vec3 normal;
};

struct Bounds {
  glm::vec3 low{1e9f}, high{-1e9f};
  void Grow(const glm::vec3 &p) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  glm::vec3 Size() const { return high - low; }
};

class Skinning {
public:
  static constexpr unsigned kBones = 8;

  Skinning();
  virtual ~Skinning() = default;

  virtual void Pose(float time);
  virtual void Skin(const Vertex *vertices, Skinned *skinned, unsigned count);
  virtual void Place(Skinned *skinned, unsigned count, const glm::mat4 &world);

protected:
  void kernel1D_Pose(float time);
  void kernel1D_Skin(const Vertex *vertices, Skinned *skinned, unsigned count);
  void kernel1D_Place(Skinned *skinned, unsigned count, const glm::mat4 &world);

  glm::mat4 Blend(const Vertex &v) const;

  std::vector<glm::mat4> m_rest;
  std::vector<glm::mat4> m_pose;
  Bounds m_bounds;
};

} // namespace rig
