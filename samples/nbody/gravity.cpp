// Two kernels that take turns, and one that adds up.
#include "gravity.h"

namespace astro {

void Gravity::kernel1D_Attract(Star *stars, int count) {
  for (int i = 0; i < count; i++) {
    const glm::vec3 position = stars[i].position;
    glm::vec3 acceleration(0.0f);
    for (int k = 0; k < count; k++) {
      // A star does not attract itself: its distance is 0.
      const glm::vec3 way = stars[k].position - position;
      const float distance2 = glm::dot(way, way) + m_softening2;
      acceleration += way * (stars[k].mass / (distance2 * glm::sqrt(distance2)));
    }
    stars[i].velocity += m_timeStep * acceleration;
  }
}

void Gravity::kernel1D_Move(Star *stars, int count) {
  for (int i = 0; i < count; i++)
    stars[i].position += m_timeStep * stars[i].velocity;
}

void Gravity::Advance(Star *stars, int count, int steps) {
  for (int step = 0; step < steps; step++) {
    kernel1D_Attract(stars, count);
    kernel1D_Move(stars, count);
  }
}

void Gravity::kernel1D_Measure(const Star *stars, int count) {
  m_kinetic = 0.0f;
  m_potential = 0.0f;
  m_momentum = glm::vec3(0.0f);
  for (int i = 0; i < count; i++) {
    const Star star = stars[i];
    float potential = 0.0f;
    for (int k = 0; k < i; k++) {
      const glm::vec3 way = stars[k].position - star.position;
      potential -= stars[k].mass / glm::sqrt(glm::dot(way, way) + m_softening2);
    }
    m_potential += star.mass * potential;
    m_kinetic += 0.5f * star.mass * glm::dot(star.velocity, star.velocity);
    m_momentum += star.mass * star.velocity;
  }
}

void Gravity::Measure(const Star *stars, int count) { kernel1D_Measure(stars, count); }

} // namespace astro
