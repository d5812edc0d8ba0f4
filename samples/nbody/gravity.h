// Stars that attract each other.
#pragma once

#include <glm/glm.hpp>

namespace astro {

struct Star {
  glm::vec3 position;
  float mass;
  glm::vec3 velocity;
};

/// Every star attracts every other one. The constant of gravitation is 1.
class Gravity {
public:
  /// `softening`: a distance below which the attraction does not grow any more, so that stars
  /// pass each other. `timeStep`: how much time goes by in a step.
  Gravity(float softening, float timeStep)
      : m_softening2(softening * softening), m_timeStep(timeStep) {}
  virtual ~Gravity() = default;

  /// Moves the stars on by some steps (semi-implicit Euler).
  virtual void Advance(Star *stars, int count, int steps);

  /// Finds out what stays as it is, but for the error of the steps.
  virtual void Measure(const Star *stars, int count);
  float Energy() const { return m_kinetic + m_potential; }
  glm::vec3 Momentum() const { return m_momentum; }

private:
  void kernel1D_Attract(Star *stars, int count);
  void kernel1D_Move(Star *stars, int count);
  void kernel1D_Measure(const Star *stars, int count);

  float m_softening2;
  float m_timeStep;
  float m_kinetic = 0.0f;
  float m_potential = 0.0f;
  glm::vec3 m_momentum = glm::vec3(0.0f);
};

} // namespace astro
