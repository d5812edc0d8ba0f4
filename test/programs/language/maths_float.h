#pragma once

namespace synth {

// An audio voice: shapes samples with most of what <cmath> has in single precision.
class Voice {
public:
  virtual ~Voice() {}
  virtual void Shape(const float *in, float *smooth, float *curves, int *steps, int frames);

private:
  void kernel1D_Smooth(const float *in, float *smooth, int frames);
  void kernel1D_Curves(const float *in, float *curves, int frames);
  void kernel1D_Steps(const float *in, int *steps, int frames);
  float drive = 0.75f;
};

} // namespace synth
