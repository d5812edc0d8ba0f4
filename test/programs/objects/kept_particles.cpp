// Origin: written as a user would, before its first translation.
// Particles whose arrays are the caller's, kept by Init, and stepped many times.
// RUN: %check %s --class Particles --arg steps=0..3 --setup "static float x[11], v[11]; for (int i = 0; i < 11; ++i) { x[i] = i; v[i] = 1 - 0.25f * i; } object.Init(x, v, 11)" -- -std=c++17

class Particles {
public:
  virtual ~Particles() = default;

  void Init(float *positions, float *velocities, int count) {
    m_positions = positions;
    m_velocities = velocities;
    m_count = count;
  }

  virtual void Step(float dt, int steps) {
    for (int s = 0; s < steps; ++s) {
      kernel1D_Accelerate(dt);
      kernel1D_Move(dt);
    }
  }
  virtual float Energy() {
    kernel1D_Energy();
    return m_energy;
  }

protected:
  void kernel1D_Accelerate(float dt) {
    for (int i = 0; i < m_count; ++i)
      m_velocities[i] -= 0.5f * m_positions[i] * dt;
  }
  void kernel1D_Move(float dt) {
    for (int i = 0; i < m_count; ++i) {
      float *p = m_positions + i;
      *p += m_velocities[i] * dt;
    }
  }
  void kernel1D_Energy() {
    m_energy = 0.0f;
    for (int i = 0; i < m_count; ++i)
      m_energy += m_velocities[i] * m_velocities[i] + 0.5f * m_positions[i] * m_positions[i];
  }

  float *m_positions = nullptr, *m_velocities = nullptr;
  int m_count = 0;
  float m_energy = 0.0f;
};
