// Origin: written as a user would, before its first translation.
// Settings by value that a kernel changes for itself, of several widths, with methods, in a loop of steps.
// RUN: %check %s --class SpringSteps --size n=1,40 --arg steps=0..3 -- -std=c++17
#include <cstdint>

struct Spring {
  double stiffness = 2.0;
  float damping = 0.125f;
  int substeps = 2;
  int64_t seed = 77;
  int pinned = 1;

  float Damp(float v) const { return v * (1.0f - damping); }
};

class SpringSteps {
public:
  virtual ~SpringSteps() = default;

  virtual void Run([[vkmorph::size("n")]] float *x, [[vkmorph::size("n")]] float *v, int n, int steps, Spring spring) {
    spring.stiffness = 2.0;
    spring.substeps = 2;
    spring.seed = 77;
    for (int s = 0; s < steps; ++s) {
      kernel1D_Step(x, v, n, spring, 0.01f);
      spring.damping *= 0.5f;
      spring.pinned = !spring.pinned;
    }
    kernel1D_Shift(x, n, m_spring);
  }

protected:
  void kernel1D_Step(float *x, float *v, int n, Spring spring, float dt) {
    spring.damping += 0.001f;
    dt /= spring.substeps;
    for (int i = 0; i < n; ++i) {
      if (spring.pinned && i == 0)
        continue;
      for (int k = 0; k < spring.substeps; ++k) {
        v[i] = spring.Damp(v[i] - float(spring.stiffness * x[i]) * dt);
        x[i] += v[i] * dt;
      }
    }
  }

  void kernel1D_Shift(float *x, int n, Spring spring) {
    for (int i = 0; i < n; ++i)
      x[i] += float((spring.seed * (i + 1)) % 5);
  }

  Spring m_spring;
};
