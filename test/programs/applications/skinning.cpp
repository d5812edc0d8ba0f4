// Origin: written by a newcomer from README.md and docs/Language.md alone.
// Skinning with GLM: matrices in vectors of the class, blended by weights; normals, bounds, a matrix as an argument.
// RUN: %check %s --class rig::Skinning --size count=0,1,65,500 -- -std=c++17
#include "skinning.h"

namespace rig {

Skinning::Skinning() : m_rest(kBones, glm::mat4(1.0f)), m_pose(kBones) {
  for (unsigned b = 0; b < kBones; ++b)
    m_rest[b][3] = glm::vec4(float(b), 0.5f * float(b), 0.0f, 1.0f);
}

void Skinning::kernel1D_Pose(float time) {
  for (unsigned b = 0; b < kBones; ++b) {
    glm::mat4 turn(1.0f);
    const float c = 1.0f - time * 0.125f, s = time * 0.25f + float(b) * 0.0625f;
    turn[0] = glm::vec4(c, s, 0.0f, 0.0f);
    turn[1][0] = -s;
    turn[1][1] = c;
    m_pose[b] = m_rest[b] * turn;
  }
}

glm::mat4 Skinning::Blend(const Vertex &v) const {
  glm::mat4 sum(0.0f);
  for (int k = 0; k < 4; ++k)
    sum += m_pose[v.bones[k] % kBones] * v.weights[k];
  return sum;
}

void Skinning::kernel1D_Skin(const Vertex *vertices, Skinned *skinned, unsigned count) {
  m_bounds = {};
  for (unsigned i = 0; i < count; ++i) {
    const Vertex &v = vertices[i];
    const glm::mat4 blend = Blend(v);
    const glm::vec4 p = blend * glm::vec4(v.position, 1.0f);
    skinned[i].position = glm::vec3(p);
    skinned[i].normal = glm::mat3(blend) * v.normal;
    m_bounds.Grow(skinned[i].position);
  }
}

void Skinning::kernel1D_Place(Skinned *skinned, unsigned count, const glm::mat4 &world) {
  for (unsigned i = 0; i < count; ++i) {
    Skinned &s = skinned[i];
    s.position = glm::vec3(world * glm::vec4(s.position, 1.0f));
    s.normal = glm::mat3(glm::transpose(world)) * s.normal;
  }
}

void Skinning::Pose(float time) { kernel1D_Pose(time); }

void Skinning::Skin(const Vertex *vertices, Skinned *skinned, unsigned count) {
  kernel1D_Skin(vertices, skinned, count);
}

void Skinning::Place(Skinned *skinned, unsigned count, const glm::mat4 &world) {
  kernel1D_Place(skinned, count, world);
}

} // namespace rig
