// Follows something that moves along a line and is seen with noise.
#pragma once
#include <cstdint>
#include <vector>

struct Particle {
  float position;
  float velocity;
};

class ParticleFilter {
public:
  ParticleFilter(unsigned count, uint32_t seed);
  virtual ~ParticleFilter() = default;

  /// Moves all particles, weighs them by what was seen, and draws a new generation.
  virtual void Update(float seen, float noise, float dt);
  float Estimate() const { return m_estimate; }
  float EffectiveCount() const { return m_effective; }
  const std::vector<Particle> &Particles() const { return m_particles; }

private:
  void kernel1D_Predict(float dt);
  void kernel1D_Weigh(float seen, float noise);
  void kernel1D_Resample(const Particle *from, Particle *to);
  void kernel1D_Keep();
  float NextUniform(uint32_t &state) const;

  uint32_t m_step = 0, m_seed;
  float m_total = 0, m_squares = 0, m_weighted = 0;
  float m_estimate = 0, m_effective = 0;
  std::vector<Particle> m_particles, m_drawn;
  std::vector<float> m_weights;
};
