#pragma once
#include <cstddef>
#include <vector>

// Particles that live on are moved from one vector to another and back; some split.
class ParticleBirths {
public:
  struct Particle {
    float position[2];
    float velocity[2];
    int age;
    char kind;
  };

  virtual ~ParticleBirths() = default;

  virtual void Seed(const float *positions, int n);
  // So many steps, there and back.
  virtual int Step(float dt, int pairs);
  // How many of each kind live.
  virtual void Count(int *counts);

private:
  void kernel1D_Seed(const float *positions, int n);
  void kernel1D_Forth(float dt);
  void kernel1D_Back(float dt);
  void kernel1D_Count();
  void kernel1D_Copy(int *counts);
  static bool Moves(Particle &p, float dt);
  void Keep(const Particle &p, bool splits);

  std::vector<Particle> m_now, m_next;
  int m_counts[4] = {};
  int m_oldest = 0;
};
