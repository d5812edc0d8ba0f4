// Origin: written as a user would, before its first translation.
// Loops of launches with a back edge, branches in them, nested control functions, a host that reads between launches and stops.
// RUN: %check %s --class Annealing --variants=default,vulkan10,extra-dispatches --adversarial -- -std=c++17
// RUN: %check %s --class Annealing --option=--barriers=naive -- -std=c++17
#include <algorithm>
#include <cmath>
#include <vector>

class Annealing {
public:
  virtual ~Annealing() = default;
  virtual int Settle(float *a, float *b, int n, int most, float eps) {
    int steps = 0;
    for (; steps < most; steps++) {
      kernel1D_Smooth(a, b, n);
      Exchange(a, b, n, steps);
      if (m_change < eps)
        break;
    }
    kernel1D_Energy(a, n);
    return steps;
  }
  virtual void Cool(float *a, int n, int rounds) {
    kernel1D_Energy(a, n);
    for (int round = 0; round < rounds; ++round) {
      if (round % 3 == 2) {
        kernel1D_Shake(a, n, round);
      } else {
        kernel1D_Scale(a, n);
        if (round & 1)
          kernel1D_Energy(a, n);
      }
    }
    kernel1D_Largest(a, n);
  }

private:
  void Exchange(float *a, float *b, int n, int step) {
    kernel1D_Change(a, b, n);
    kernel1D_Copy(b, a, n);
    if (step == 3)
      kernel1D_Shake(a, n, step);
  }
  void kernel1D_Smooth(const float *from, float *to, int n) {
    for (int i = 0; i < n; i++) {
      const float left = from[i > 0 ? i - 1 : 0], right = from[i + 1 < n ? i + 1 : n - 1];
      to[i] = (left + right) * 0.5f;
    }
  }
  void kernel1D_Change(const float *a, const float *b, int n) {
    m_change = 0;
    for (int i = 0; i < n; i++)
      m_change = std::max(m_change, std::fabs(a[i] - b[i]));
  }
  void kernel1D_Copy(const float *from, float *to, int n) {
    for (int i = 0; i < n; i++)
      to[i] = from[i];
  }
  void kernel1D_Energy(const float *a, int n) {
    m_energy = 0;
    for (int i = 0; i < n; i++)
      m_energy += std::fabs(a[i]) > 50.0f ? 2 : 1;
  }
  void kernel1D_Scale(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] *= m_energy > n ? 0.5f : 0.75f;
  }
  void kernel1D_Shake(float *a, int n, int round) {
    for (int i = 0; i < n; i++)
      a[i] += float((i + round) % 3 - 1);
  }
  void kernel1D_Largest(const float *a, int n) {
    m_largest = a[0];
    for (int i = 1; i < n; i++)
      m_largest = std::max(m_largest, a[i]);
  }
  float m_change = 0, m_largest = 0;
  int m_energy = 0;
};
