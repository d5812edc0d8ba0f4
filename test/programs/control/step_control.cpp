// Origin: written from README.md and docs/Language.md before its first translation.
// A simulation that chooses its steps by what its kernels measure, and counts in members.
// RUN: %check %s --size n=2,65 --arg heat=-4..4 --arg speed=-1..1 --arg duration=0.25..1 --arg most=0..6 -- -std=c++17
// RUN: %check %s --control Report --size n=2,65 --arg heat=-4..4 --arg speed=-1..1 --arg duration=0.25..1 --arg most=1..6 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdio>

class StepControl {
public:
  virtual ~StepControl() = default;

  // Steps as large as the fastest element allows.
  virtual int Advance([[vkmorph::size("n")]] float *heat, [[vkmorph::size("n")]] const float *speed, int n, float duration) {
    float left = duration;
    int steps = 0;
    while (left > 0.0f && steps < 20) {
      kernel1D_Fastest(speed, n);
      float step = 0.25f / m_fastest;
      if (step > left)
        step = left;
      kernel1D_Step(heat, speed, n, step);
      left -= step;
      m_time += step;
      m_steps++;
      steps++;
    }
    return steps;
  }

  // Halves the step until the energy falls; the step that did it stays in a member.
  virtual bool Search([[vkmorph::size("n")]] float *heat, [[vkmorph::size("n")]] const float *speed, int n) {
    kernel1D_Energy(heat, n);
    const float before = m_energy;
    float step = 1.0f;
    for (int tries = 0; tries < 6; tries++) {
      kernel1D_Step(heat, speed, n, step);
      kernel1D_Energy(heat, n);
      if (m_energy < before) {
        m_lastStep = step;
        return true;
      }
      kernel1D_Step(heat, speed, n, -step);
      step *= 0.5f;
    }
    m_lastStep = 0.0f;
    return false;
  }

  // The number of rounds is a member that the loop's step counts, and what is left depends on it.
  virtual void Cool([[vkmorph::size("n")]] float *heat, int n, int most) {
    m_level = 2;
    for (m_round = 0; m_round < most; m_round += m_level) {
      kernel1D_Cool(heat, n);
      kernel1D_Energy(heat, n);
      if (m_energy > 100.0f)
        m_level = 1;
      else
        m_level = 2;
    }
    if (m_round > most)
      kernel1D_Cool(heat, n);
  }

  // Says what it does while it does it.
  virtual float Report([[vkmorph::size("n")]] float *heat, int n, int most) {
    float total = 0.0f;
    for (int round = 0; round < most; round++) {
      kernel1D_Cool(heat, n);
      kernel1D_Energy(heat, n);
      std::fprintf(stderr, "round %d: energy %g\n", round, m_energy);
      total += std::sqrt(m_energy);
    }
    return total;
  }

protected:
  void kernel1D_Fastest(const float *speed, int n) {
    m_fastest = 0.125f;
    for (int i = 0; i < n; i++)
      m_fastest = std::max(m_fastest, std::fabs(speed[i]));
  }
  void kernel1D_Step(float *heat, const float *speed, int n, float step) {
    for (int i = 0; i < n; i++)
      heat[i] += speed[i] * step;
  }
  void kernel1D_Energy(const float *heat, int n) {
    m_energy = 0.0f;
    for (int i = 0; i < n; i++)
      m_energy += heat[i] * heat[i];
  }
  void kernel1D_Cool(float *heat, int n) {
    for (int i = 0; i < n; i++)
      heat[i] = heat[i] * 0.5f + static_cast<float>(m_level);
  }

  float m_fastest = 0.0f;
  float m_energy = 0.0f;
  float m_lastStep = 0.0f;
  float m_time = 0.0f;
  int m_steps = 0;
  int m_level = 1;
  int m_round = 0;
};
