// Origin: written from README.md and docs/Language.md before its first translation.
// Random numbers by counters, weights that are summed, results that an epilogue divides, and each particle's own search.
// RUN: %check %s --class ParticleFilter --arg count=300 --arg seed=7 --arg seen=-2..2 --arg noise=0.2..2 --arg dt=0..0.5 -- -std=c++17
#include "particle_filter.h"
#include <cmath>

ParticleFilter::ParticleFilter(unsigned count, uint32_t seed)
    : m_seed(seed), m_particles(count), m_drawn(count), m_weights(count) {
  for (unsigned i = 0; i < count; ++i)
    m_particles[i] = {4.0f * i / count - 2.0f, 0.1f * (i % 7) - 0.3f};
}

float ParticleFilter::NextUniform(uint32_t &state) const {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return (state >> 8) * (1.0f / 16777216.0f);
}

void ParticleFilter::kernel1D_Predict(float dt) {
  for (unsigned i = 0; i < m_particles.size(); ++i) {
    uint32_t state = (i + 1) * 2654435761u ^ (m_seed + m_step * 97u);
    Particle &p = m_particles[i];
    p.velocity += 0.1f * (NextUniform(state) - 0.5f);
    p.position += p.velocity * dt + 0.02f * (NextUniform(state) - 0.5f);
  }
}

void ParticleFilter::kernel1D_Weigh(float seen, float noise) {
  m_total = m_squares = m_weighted = 0.0f;
  const float scale = -0.5f / (noise * noise);
  for (unsigned i = 0; i < m_particles.size(); ++i) {
    const float off = m_particles[i].position - seen;
    const float weight = std::exp(scale * off * off) + 1e-6f;
    m_weights[i] = weight;
    m_total += weight;
    m_squares += weight * weight;
    m_weighted += weight * m_particles[i].position;
  }
  m_estimate = m_weighted / m_total;
  m_effective = m_total * m_total / m_squares;
}

void ParticleFilter::kernel1D_Resample(const Particle *from, Particle *to) {
  for (unsigned i = 0; i < m_particles.size(); ++i) {
    // Stratified by blocks of 16: the heaviest of a block is drawn most often.
    const unsigned block = i / 16 * 16;
    const unsigned end = block + 16 < m_weights.size() ? block + 16 : unsigned(m_weights.size());
    unsigned chosen = block;
    for (unsigned k = block; k < end; ++k)
      if (m_weights[k] > m_weights[chosen])
        chosen = k;
    to[i] = i % 3 == 0 ? from[i] : from[chosen];
  }
}

void ParticleFilter::kernel1D_Keep() {
  for (unsigned i = 0; i < m_particles.size(); ++i)
    m_particles[i] = m_drawn[i];
  ++m_step;
}

void ParticleFilter::Update(float seen, float noise, float dt) {
  kernel1D_Predict(dt);
  kernel1D_Weigh(seen, noise);
  kernel1D_Resample(m_particles.data(), m_drawn.data());
  kernel1D_Keep();
}
