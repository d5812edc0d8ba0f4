// The loops that are measured against plain CUDA kernels, as anybody would write them.
#include "plain.h"

#include <algorithm>
#include <cmath>

namespace bench {

void Plain::kernel2D_Dgemm(const double *a, const double *b, double *c) {
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j) {
      double sum = 0;
      for (size_t k = 0; k < depth; ++k)
        sum += a[k * rows + i] * b[k * columns + j];
      c[i * columns + j] = sum;
    }
}

void Plain::kernel2D_Sgemm(const float *a, const float *b, float *c) {
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j) {
      float sum = 0;
      for (size_t k = 0; k < depth; ++k)
        sum += a[k * rows + i] * b[k * columns + j];
      c[i * columns + j] = sum;
    }
}

void Plain::kernel3D_Stencil(const float *in, float *out, int nx, int ny, int nz) {
  for (int z = 1; z < nz - 1; ++z)
    for (int y = 1; y < ny - 1; ++y)
      for (int x = 1; x < nx - 1; ++x) {
        const int i = (z * ny + y) * nx + x;
        out[i] = centre * in[i] + side * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] +
                                          in[i - nx * ny] + in[i + nx * ny]);
      }
}

static float Brightness(Pixel pixel) {
  return 0.299f * pixel.r + 0.587f * pixel.g + 0.114f * pixel.b;
}

void Plain::kernel2D_Gradient(const Pixel *in, Pixel *out, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int left = std::max(x - 1, 0), right = std::min(x + 1, width - 1);
      const int above = std::max(y - 1, 0) * width, below = std::min(y + 1, height - 1) * width;
      const int here = y * width;
      const float dx = Brightness(in[above + right]) - Brightness(in[above + left]) +
                       2.0f * (Brightness(in[here + right]) - Brightness(in[here + left])) +
                       Brightness(in[below + right]) - Brightness(in[below + left]);
      const float dy = Brightness(in[below + left]) - Brightness(in[above + left]) +
                       2.0f * (Brightness(in[below + x]) - Brightness(in[above + x])) +
                       Brightness(in[below + right]) - Brightness(in[above + right]);
      const float steep = std::min(std::sqrt(dx * dx + dy * dy), 255.0f);
      const uint8_t value = uint8_t(steep);
      out[here + x] = {value, value, value, in[here + x].a};
    }
}

void Plain::kernel2D_Life(const uint8_t *in, uint8_t *out, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int left = x > 0 ? x - 1 : width - 1, right = x + 1 < width ? x + 1 : 0;
      const int above = (y > 0 ? y - 1 : height - 1) * width;
      const int below = (y + 1 < height ? y + 1 : 0) * width;
      const int here = y * width;
      const int alive = in[above + left] + in[above + x] + in[above + right] + in[here + left] +
                        in[here + right] + in[below + left] + in[below + x] + in[below + right];
      out[here + x] = alive == 3 || (alive == 2 && in[here + x]) ? 1 : 0;
    }
}

void Plain::kernel2D_Columns(const float *in, float *out, int width, int height) {
  for (int x = 0; x < width; ++x)
    for (int y = 0; y < height - 1; ++y)
      out[y * width + x] = 2 * in[y * width + x] + in[(y + 1) * width + x];
}

void Plain::kernel1D_ColumnSums(const float *image, float *sums, int width, int height) {
  for (int x = 0; x < width; ++x) {
    sums[x] = 0;
    for (int y = 0; y < height; ++y)
      sums[x] += image[y * width + x];
  }
}

void Plain::kernel1D_SumSeries(const float *points, uint32_t count) {
  sumOfSeries = 0;
  for (uint32_t i = 0; i < count; ++i) {
    float term = 1, sum = 1;
    for (int k = 1; k < 200; ++k) {
      term *= points[i] / float(k);
      sum += term;
    }
    sumOfSeries += sum;
  }
}

void Plain::kernel1D_SumSteps(const float *points, uint32_t count) {
  sumOfSteps = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const float point = points[i];
    float x = 0, y = 0;
    uint32_t steps = 0;
    while (steps < 100 && x * x + y * y < 4.0f) {
      const float next = x * x - y * y + point;
      y = 2.0f * x * y + 0.25f;
      x = next;
      ++steps;
    }
    sumOfSteps += steps;
  }
}

} // namespace bench
