// Loops of image processing and simulation that are measured: an ordinary class.
#pragma once

#include <cstdint>
#include <vector>

namespace bench {

struct Body {
  float x, y, z, mass;
};

class Kernels {
public:
  virtual ~Kernels() = default;

  /// Lists the positive numbers.
  virtual void Select(const int *data, uint32_t count) { kernel1D_Select(data, count); }
  /// The accelerations of bodies that attract each other: the plain double loop.
  virtual void Attract(const Body *bodies, Body *accelerations, uint32_t count) {
    kernel1D_Attract(bodies, accelerations, count);
  }
  /// How many steps the points of the plane take to leave, at most 256.
  virtual void Mandelbrot(uint32_t *steps, int width, int height) {
    kernel2D_Mandelbrot(steps, width, height);
  }
  /// A window of 3 x 3 numbers with weights, clamped at the edges.
  virtual void Convolve(const float *in, float *out, int width, int height) {
    kernel2D_Convolve(in, out, width, height);
  }

  std::vector<int> selected;
  float weights[9] = {1 / 16.0f, 2 / 16.0f, 1 / 16.0f, 2 / 16.0f, 4 / 16.0f,
                      2 / 16.0f, 1 / 16.0f, 2 / 16.0f, 1 / 16.0f};

protected:
  virtual void kernel1D_Select(const int *data, uint32_t count);
  virtual void kernel1D_Attract(const Body *bodies, Body *accelerations, uint32_t count);
  virtual void kernel2D_Mandelbrot(uint32_t *steps, int width, int height);
  virtual void kernel2D_Convolve(const float *in, float *out, int width, int height);
};

} // namespace bench
