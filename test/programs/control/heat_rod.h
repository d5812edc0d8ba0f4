#pragma once

// Heat that spreads along a rod: two arrays that exchange their roles after each step.
class HeatRod {
public:
  explicit HeatRod(float conductivity = 0.2f) : m_conductivity(conductivity) {}
  virtual ~HeatRod() = default;

  // The result is in `a` after an even number of steps, else in `b`.
  virtual void Run(float *a, float *b, int n, int steps);
  // The same with names for the roles; the warmest cell in the end.
  virtual float Warm(float *rod, float *scratch, int n, int steps);

protected:
  void kernel1D_Spread(const float *from, float *to, int n) const;
  void kernel1D_Copy(const float *from, float *to, int n) const;
  void kernel1D_Warmest(const float *rod, int n);

  float m_conductivity;
  float m_warmest = 0.0f;
};
