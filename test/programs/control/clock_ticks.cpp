// Origin: written as a user would, before its first translation.
// A simulation's clock: time and number of steps go on with each step, also where there is nothing to move.
// RUN: %check %s --size n=0,1,300,4099 --arg steps=3 -- -std=c++17
class Pendulums {
public:
  virtual ~Pendulums() = default;

  virtual void Swing(float *angle, float *speed, int n, int steps, float dt) {
    for (int step = 0; step < steps; step++)
      kernel1D_Step(angle, speed, n, dt);
  }

protected:
  void kernel1D_Step(float *angle, float *speed, int n, float dt) {
    m_step++;
    for (int i = 0; i < n; i++) {
      speed[i] -= dt * angle[i];
      angle[i] += dt * speed[i];
    }
    m_time += double(dt);
  }

  long m_step = 0;
  double m_time = 0.0;
};
