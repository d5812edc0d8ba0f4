#pragma once
#include <cstdint>
#include <vector>

// Unsharp mask with arrays that live as long as one call.
class Sharpen {
public:
  virtual ~Sharpen() = default;

  virtual void Run(const float *in, float *out, int width, int height, float amount);
  virtual float Contrast(const float *in, int width, int height);
  virtual void Pyramid(const float *in, float *out, int n, int levels);

protected:
  void kernel2D_Box(const float *from, float *to, int width, int height, int radius);
  void kernel1D_Mix(const float *in, const float *soft, float *out, int n, float amount);
  void kernel1D_Count(const float *in, int *bins, int n);
  void kernel1D_Spread(const int *bins, int n);
  void kernel1D_Add(const float *from, float *sums, int n, float weight);

  float m_contrast = 0.0f;
};
