// Origin: written as a user would, before its first translation.
// Particles behind an interface, which a kernel moves by forces behind another one; both are read back.
// RUN: %check %s --class Swarm -- -std=c++17
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

struct Vec {
  float x = 0.0f, y = 0.0f;
};

class Force {
public:
  virtual ~Force() = default;
  virtual Vec At(const Vec &p, float mass) const = 0;
};

class Gravity : public Force {
public:
  explicit Gravity(float g) : m_g(g) {}
  Vec At(const Vec &, float mass) const override { return {0.0f, -m_g * mass}; }

private:
  float m_g;
};

class Well : public Force {
public:
  Well(Vec center, float strength) : m_center(center), m_strength(strength) {}
  Vec At(const Vec &p, float) const override {
    const float dx = m_center.x - p.x, dy = m_center.y - p.y;
    const float k = m_strength / (1.0f + dx * dx + dy * dy);
    return {dx * k, dy * k};
  }

private:
  Vec m_center;
  float m_strength;
};

class Particle {
public:
  explicit Particle(Vec at) : m_at(at) {}
  virtual ~Particle() = default;
  virtual void Move(const Vec &force, float dt) = 0;
  virtual float Mass() const { return 1.0f; }
  const Vec &At() const { return m_at; }

protected:
  Vec m_at, m_speed;
};

class Dust : public Particle {
public:
  using Particle::Particle;
  void Move(const Vec &force, float dt) override {
    m_at.x += force.x * dt;
    m_at.y += force.y * dt;
  }
};

class Ball : public Particle {
public:
  Ball(Vec at, float mass) : Particle(at), m_mass(mass) {}
  void Move(const Vec &force, float dt) override {
    m_speed.x += force.x / m_mass * dt;
    m_speed.y += force.y / m_mass * dt;
    m_at.x += m_speed.x * dt;
    m_at.y += m_speed.y * dt;
    if (m_at.y < 0.0f) {
      m_at.y = -m_at.y;
      m_speed.y = -m_speed.y;
      ++m_bounces;
    }
  }
  float Mass() const override { return m_mass; }
  int Bounces() const { return m_bounces; }

private:
  float m_mass;
  int m_bounces = 0;
};

class Swarm {
public:
  Swarm() {
    m_forces.push_back(std::make_unique<Gravity>(2.0f));
    m_forces.push_back(std::make_unique<Well>(Vec{1.0f, 2.0f}, 4.0f));
    for (int i = 0; i < 50; ++i)
      Add(i % 3 != 0, {float(i % 7), float(i % 5)});
  }
  virtual ~Swarm() = default;

  void Add(bool isBall, Vec at) {
    if (isBall)
      m_particles.push_back(std::make_unique<Ball>(at, 1.0f + at.x * 0.25f));
    else
      m_particles.push_back(std::make_unique<Dust>(at));
  }

  virtual void Step(float dt, int steps, Vec *positions) {
    for (int i = 0; i < steps % 4; ++i)
      kernel1D_Step(dt);
    kernel1D_Show(positions);
  }

  void kernel1D_Step(float dt) {
    for (size_t i = 0; i < m_particles.size(); ++i) {
      Vec sum;
      for (const auto &force : m_forces) {
        const Vec one = force->At(m_particles[i]->At(), m_particles[i]->Mass());
        sum.x += one.x;
        sum.y += one.y;
      }
      m_particles[i]->Move(sum, dt);
    }
  }
  void kernel1D_Show(Vec *positions) {
    for (size_t i = 0; i < m_particles.size(); ++i)
      positions[i] = m_particles[i]->At();
  }

private:
  std::vector<std::unique_ptr<Force>> m_forces;
  std::vector<std::unique_ptr<Particle>> m_particles;
};
