// The loops that are measured, as anybody would write them.
#include "kernels.h"

#include <algorithm>
#include <cmath>

namespace bench {

void Kernels::kernel1D_Select(const int *data, uint32_t count) {
  selected.clear();
  for (uint32_t i = 0; i < count; ++i)
    if (data[i] > 0)
      selected.push_back(data[i]);
}

void Kernels::kernel1D_Attract(const Body *bodies, Body *accelerations, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const Body self = bodies[i];
    float ax = 0, ay = 0, az = 0;
    for (uint32_t j = 0; j < count; ++j) {
      const float dx = bodies[j].x - self.x, dy = bodies[j].y - self.y, dz = bodies[j].z - self.z;
      const float squared = dx * dx + dy * dy + dz * dz + 1e-3f;
      const float inverse = 1.0f / std::sqrt(squared);
      const float pull = bodies[j].mass * inverse * inverse * inverse;
      ax += pull * dx;
      ay += pull * dy;
      az += pull * dz;
    }
    accelerations[i] = {ax, ay, az, self.mass};
  }
}

void Kernels::kernel2D_Mandelbrot(uint32_t *steps, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const float real = -2.2f + 3.2f * x / width, imaginary = -1.6f + 3.2f * y / height;
      float a = 0, b = 0;
      uint32_t step = 0;
      for (; step < 256; ++step) {
        const float aa = a * a, bb = b * b;
        if (aa + bb > 4.0f)
          break;
        b = 2.0f * a * b + imaginary;
        a = aa - bb + real;
      }
      steps[y * width + x] = step;
    }
}

void Kernels::kernel2D_Convolve(const float *in, float *out, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int v = -1; v <= 1; ++v)
        for (int u = -1; u <= 1; ++u) {
          const int column = std::clamp(x + u, 0, width - 1),
                    row = std::clamp(y + v, 0, height - 1);
          sum += weights[(v + 1) * 3 + u + 1] * in[row * width + column];
        }
      out[y * width + x] = sum;
    }
}

} // namespace bench
