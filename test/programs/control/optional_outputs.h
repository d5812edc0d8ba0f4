#pragma once

// Results that the caller may or may not want: pointers that can be null.
struct Extent {
  float low, high;
};

class OptionalOutputs {
public:
  virtual ~OptionalOutputs() = default;

  virtual float Measure(const float *x, int n, float *mean, Extent *extent, int *positive);
  virtual void MeasureAll(const float *x, int n);
  virtual float JustTheSum(const float *x, int n);
  virtual void Normalise(const float *x, float *y, int n, float strength, float *scale);

protected:
  void kernel1D_Sums(const float *x, int n);
  void kernel1D_Scale(const float *x, float *y, int n, float scale);

  float m_sum = 0.0f;
  float m_low = 0.0f;
  float m_high = 0.0f;
  int m_positive = 0;
  float m_mean = 0.0f;
  int m_calls = 0;
  Extent m_extent = {0.0f, 0.0f};
};
