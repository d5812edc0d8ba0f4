// Origin: written from README.md and docs/ before its first translation.
// Particles that fall until they hit the ground; those that still live move over to the other vector.
// RUN: %check_many %s --size n=1,60,3000 --arg steps=0..9 -- -std=c++17
#include <cstddef>
#include <utility>
#include <vector>

struct Particle {
  float height, speed;
  unsigned id;
};

class LivingParticles {
public:
  virtual ~LivingParticles() = default;

  virtual void Begin(const float *heights, int n) {
    m_living.clear();
    m_fallen = 0;
    kernel1D_Begin(heights, n);
  }
  virtual void Simulate(int steps, float dt) {
    for (int step = 0; step < steps; ++step) {
      kernel1D_Move(dt);
      m_living.swap(m_moved);
    }
  }

protected:
  void kernel1D_Begin(const float *heights, int n) {
    for (int i = 0; i < n; i++)
      if (heights[i] > 0)
        m_living.push_back(Particle{heights[i], 0.0f, unsigned(i)});
  }
  void kernel1D_Move(float dt) {
    m_moved.clear();
    for (std::size_t i = 0; i < m_living.size(); ++i) {
      Particle p = m_living[i];
      p.speed -= 0.5f * dt;
      p.height += p.speed * dt;
      if (p.height > 0)
        m_moved.push_back(p);
      else
        m_fallen++;
    }
  }

  std::vector<Particle> m_living, m_moved;
  int m_fallen = 0;
};
