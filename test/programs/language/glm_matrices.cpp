// Origin: written as a user would.
// Matrices of GLM: all operators and functions, of all shapes, in structs, as scalars of a kernel, in local arrays, summed.
// REQUIRES: opencl-device
// RUN: %check %s --shaders=openclc --class Frames --setup "object.Turn(0.75f);" --size count=1,300 -- -std=c++17
#include <glm/glm.hpp>

namespace rig {

struct Joint {
  float length;
  glm::mat3 turn;
  glm::mat2 skew;
};

class Frames {
public:
  virtual ~Frames() = default;

  void Turn(float angle) { m_turn[1] = glm::vec3(angle, 1.0f, -0.5f); }
  virtual void Invert(const Joint *joints, glm::mat4 *inverses, float *volumes, int count) {
    kernel1D_Invert(joints, inverses, volumes, count);
  }
  virtual void Shape(const Joint *joints, glm::mat4x3 *poses, glm::vec4 *rows, glm::mat3 by, glm::mat2 with, float scale, int count) {
    kernel1D_Shape(joints, poses, rows, by, with, scale, count);
  }
  virtual void Chain(Joint *joints, int *equal, int count) {
    kernel1D_Chain(joints, equal, count);
    kernel1D_Average(joints, count);
  }
  glm::mat3 GetMean() const { return m_mean; }

protected:
  static glm::mat4 Place(const Joint &joint) {
    glm::mat4 m(joint.turn);
    m[0] *= 3.0f;
    m[1][1] += 4.0f;
    m[2].z = 5.0f;
    m[3] = glm::vec4(joint.length, 1.0f, -joint.length, 2.0f);
    return m;
  }
  static void Tilt(glm::mat3 &m, int column) {
    m[column] += glm::vec3(0.25f);
    m /= 2.0f;
  }

  void kernel1D_Invert(const Joint *joints, glm::mat4 *inverses, float *volumes, int count) {
    for (int i = 0; i < count; ++i) {
      const glm::mat4 m = Place(joints[i]);
      inverses[i] = glm::inverse(m);
      const glm::mat3 small = glm::mat3(m) + glm::mat3(6.0f);
      const glm::mat2 flat = joints[i].skew + glm::mat2(4.0f);
      inverses[i][3] += glm::vec4(glm::inverse(small)[1], glm::inverse(flat)[0].y);
      volumes[i] = glm::determinant(m) + glm::determinant(small) - glm::determinant(flat);
    }
  }

  void kernel1D_Shape(const Joint *joints, glm::mat4x3 *poses, glm::vec4 *rows, glm::mat3 by, glm::mat2 with, float scale, int count) {
    for (int i = 0; i < count; ++i) {
      const glm::vec3 v(joints[i].length, 1.0f, 2.0f);
      const glm::vec4 w(v, -1.0f);
      glm::mat4x3 pose = glm::outerProduct(v, w) * scale;
      pose = by * pose - 0.5f * pose;
      pose += glm::matrixCompMult(pose, glm::mat4x3(0.125f));
      poses[i] = -pose;
      rows[i] = v * pose + glm::vec4(pose * w, (with * glm::vec2(v)).y);
      const glm::mat3x4 turned = glm::transpose(pose);
      rows[i] += turned[i % 3] / scale;
    }
  }

  void kernel1D_Chain(Joint *joints, int *equal, int count) {
    for (int i = 0; i < count; ++i) {
      glm::mat3 steps[2] = {joints[i].turn, glm::transpose(m_turn)};
      Tilt(steps[i % 2], i % 3);
      glm::mat3 all = i % 2 == 0 ? steps[0] * steps[1] : steps[1];
      all *= m_turn;
      equal[i] = (all == steps[1] ? 1 : 0) + (all != m_turn ? 2 : 0) + (joints[i].turn[0] == joints[i].turn[0] ? 4 : 0);
      joints[i].turn = all;
      joints[i].skew *= 2.0f;
      joints[i].skew[1] = glm::vec2(all[2]);
    }
  }

  void kernel1D_Average(const Joint *joints, int count) {
    m_mean = glm::mat3(0.0f);
    for (int i = 0; i < count; ++i)
      m_mean += joints[i].turn;
  }

  glm::mat3 m_turn{1.0f};
  glm::mat3 m_mean{0.0f};
};

} // namespace rig
