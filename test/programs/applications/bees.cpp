// Origin: written by a newcomer from README.md and docs/Language.md alone.
// A swarm of particles: a template of vectors, functions that return references, pointers into rows of an array.
// RUN: %check %s --class swarm::Bees -- -std=c++17
#include "bees.h"
#include <algorithm>
#include <cmath>

namespace swarm {

void Bees::kernel1D_Push(Bee *a_bees, const float *a_wind, uint32_t a_count, uint32_t a_gusts) {
  for (uint32_t i = 0; i < a_count; i++) {
    const float *row = a_wind + i * a_gusts;
    float gust = 0.0f;
    for (const float *p = row; p != row + a_gusts; ++p)
      gust += *p * m_step;
    Bee &bee = a_bees[i];
    if (bee.asleep)
      continue;
    Vec3 push;
    push[0] = gust;
    push[i % 2u == 0u ? 1 : 2] -= 0.5f * gust;
    SpeedOf(a_bees, i) += push * m_step;
    bee.visits += 7;
  }
}

void Bees::kernel1D_Move(Bee *a_bees, uint32_t a_count) {
  m_energy = 0.0f;
  m_asleep = 0;
  for (int axis = 0; axis < 3; axis++) {
    m_low[axis] = 1e30f;
    m_high[axis] = -1e30f;
  }
  for (uint32_t i = 0; i < a_count; i++) {
    Bee *bee = &a_bees[i];
    if (!bee->asleep)
      bee->position += bee->speed * m_step;
    else
      m_asleep++;
    const float energy = 0.5f * bee->speed.Dot(bee->speed);
    m_energy += energy;
    for (int axis = 0; axis < 3; axis++) {
      m_low[axis] = std::min(m_low[axis], bee->position[axis]);
      m_high[axis] = std::max(m_high[axis], bee->position[axis]);
    }
    bee->asleep = energy < 0.01f;
  }
}

void Bees::Fly(Bee *a_bees, const float *a_wind, uint32_t a_count, uint32_t a_gusts) {
  kernel1D_Push(a_bees, a_wind, a_count, a_gusts);
  kernel1D_Move(a_bees, a_count);
}

} // namespace swarm
