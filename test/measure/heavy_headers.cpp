// What scripts/measure translates beside the test classes: a small class behind heavy headers.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>

class Particles {
public:
  virtual ~Particles() = default;

  explicit Particles(std::size_t count) : m_velocities(count, glm::vec3(0.0f)) {}

  virtual void Step(glm::vec3 *positions, std::size_t count, float seconds) {
    kernel1D_Move(positions, count, seconds);
  }

protected:
  void kernel1D_Move(glm::vec3 *positions, std::size_t count, float seconds) {
    m_fastest = 0.0f;
    for (std::size_t i = 0; i < count; i++) {
      glm::vec3 velocity = m_velocities[i] + m_gravity * seconds;
      if (positions[i].y < 0.0f)
        velocity = glm::reflect(velocity, glm::vec3(0.0f, 1.0f, 0.0f));
      m_velocities[i] = velocity;
      positions[i] += velocity * seconds;
      m_fastest = std::max(m_fastest, glm::length(velocity));
    }
  }

  std::vector<glm::vec3> m_velocities;
  glm::vec3 m_gravity = glm::vec3(0.0f, -9.81f, 0.0f);
  float m_fastest = 0.0f;
};
