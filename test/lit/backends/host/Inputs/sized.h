#pragma once
#include <cstddef>

/// Scales pictures whose sizes are members.
class Sized {
public:
  virtual ~Sized() = default;
  virtual void Sum([[vkmorph::size("4")]] const float *in, float *out, int n) { kernel1D_Sum(in, out, n); }
  virtual void Keep(int n) { kernel1D_Keep(n); }

  struct Window {
    int shift = 0;
    size_t length = 2;
  };
  size_t taps = 2;
  Window window;
  float last = 0;

protected:
  virtual void kernel1D_Sum(const float *in, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      float sum = 0;
      for (size_t k = 0; k < taps; ++k)
        sum += in[k];
      for (size_t k = 0; k < window.length; ++k)
        sum -= in[k + window.shift];
      out[i] = sum;
    }
  }
  virtual void kernel1D_Keep(int n) {
    last = 0;
    for (int i = 0; i < n; ++i)
      last += 1.0f;
  }
};
