// Origin: written as a user would.
// Compaction: one vector is read, the survivors are appended to another, there and back in a loop of the host.
// RUN: %check %s --class ParticleBirths -- -std=c++17
// RUN: %check %s --class ParticleBirths --control=Step --control=Count --setup 'float p[3000]; for (int i = 0; i < 3000; i++) p[i] = float(i %% 64 - 32) / 16.0f; object.Seed(p, 3000);' -- -std=c++17
#include "particle_births.h"

bool ParticleBirths::Moves(Particle &p, float dt) {
  for (int axis = 0; axis < 2; axis++)
    p.position[axis] += dt * p.velocity[axis];
  p.age++;
  return p.position[0] > -4.0f && p.position[0] < 4.0f && p.age < 40;
}

void ParticleBirths::Keep(const Particle &p, bool splits) {
  m_next.push_back(p);
  if (!splits)
    return;
  Particle child = p;
  child.velocity[0] = -p.velocity[1];
  child.velocity[1] = p.velocity[0];
  child.age = 20;
  m_next.emplace_back(child);
}

void ParticleBirths::kernel1D_Seed(const float *positions, int n) {
  m_now.clear();
  for (int i = 0; i < n; i++) {
    Particle p = {};
    p.position[0] = positions[i];
    p.velocity[0] = float(i % 5 - 2);
    p.velocity[1] = 0.5f;
    p.kind = char(i & 3);
    if (i % 7 != 6)
      m_now.push_back(p);
  }
}

void ParticleBirths::kernel1D_Forth(float dt) {
  m_next.clear();
  for (std::size_t i = 0; i < m_now.size(); i++) {
    Particle p = m_now[i];
    if (Moves(p, dt))
      Keep(p, p.age == 3);
  }
}

void ParticleBirths::kernel1D_Back(float dt) {
  m_now.resize(0);
  m_oldest = 0;
  const int count = int(m_next.size());
  for (int i = 0; i < count; ++i) {
    Particle p = m_next[i];
    if (!Moves(p, dt))
      continue;
    m_now.push_back(p);
    if (p.age > m_oldest)
      m_oldest = p.age;
  }
}

void ParticleBirths::kernel1D_Count() {
  for (int k = 0; k < 4; k++)
    m_counts[k] = 0;
  for (std::size_t i = 0; i < m_now.size(); i++)
    m_counts[m_now[i].kind & 3]++;
}

void ParticleBirths::kernel1D_Copy(int *counts) {
  for (int k = 0; k < 4; k++)
    counts[k] = m_counts[k];
}

void ParticleBirths::Seed(const float *positions, int n) { kernel1D_Seed(positions, n); }

int ParticleBirths::Step(float dt, int pairs) {
  for (int pair = 0; pair < pairs; pair++) {
    kernel1D_Forth(dt);
    kernel1D_Back(dt);
  }
  return m_oldest + 1000 * int(m_now.size());
}

void ParticleBirths::Count(int *counts) {
  kernel1D_Count();
  kernel1D_Copy(counts);
}
