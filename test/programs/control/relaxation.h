#pragma once
#include <cstdint>
#include <vector>

// Repeats until little changes: the host looks at what the kernels have computed.
class Relaxation {
public:
  virtual ~Relaxation() = default;

  virtual int Solve(float *x, float *y, int n, float tolerance, int most);
  virtual void Normalise(float *x, int n);

protected:
  void kernel1D_Step(const float *from, float *to, int n);
  void kernel1D_Peak(const float *x, int n);
  void kernel1D_Scale(float *x, int n, float by);

  float m_error = 0.0f;
  float m_peak = 0.0f;
};
