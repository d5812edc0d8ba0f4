// Loops as anybody writes them, whose mark is a CUDA kernel with one thread per point: an ordinary
// class.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bench {

struct Pixel {
  uint8_t r, g, b, a;
};

class Plain {
public:
  virtual ~Plain() = default;

  /// The product of a transposed and another matrix: `a` is depth x rows, `b` depth x columns.
  virtual void Dgemm(const double *a, const double *b, double *c) { kernel2D_Dgemm(a, b, c); }
  virtual void Sgemm(const float *a, const float *b, float *c) { kernel2D_Sgemm(a, b, c); }
  /// A step of a 7-point stencil inside of a box.
  virtual void Stencil(const float *in, float *out, int nx, int ny, int nz) {
    kernel3D_Stencil(in, out, nx, ny, nz);
  }
  /// How steep the brightness of a picture is, by windows of 3 x 3 pixels, clamped at the edges.
  virtual void Gradient(const Pixel *in, Pixel *out, int width, int height) {
    kernel2D_Gradient(in, out, width, height);
  }
  /// A generation of the game of life on a torus.
  virtual void Life(const uint8_t *in, uint8_t *out, int width, int height) {
    kernel2D_Life(in, out, width, height);
  }
  /// Each point with the one below it, column by column.
  virtual void Columns(const float *in, float *out, int width, int height) {
    kernel2D_Columns(in, out, width, height);
  }

  /// The sum of each column of a picture.
  virtual void ColumnSums(const float *image, float *sums, int width, int height) {
    kernel1D_ColumnSums(image, sums, width, height);
  }

  /// The sum of 200 terms of the exponential series at each of so many points.
  virtual void SumSeries(const float *points, uint32_t count) { kernel1D_SumSeries(points, count); }
  /// How many steps of z * z + c all points take altogether, at most 100 each, until they are far
  /// off.
  virtual void SumSteps(const float *points, uint32_t count) { kernel1D_SumSteps(points, count); }

  float sumOfSeries = 0;
  uint32_t sumOfSteps = 0;
  size_t rows = 0, columns = 0, depth = 0;
  float centre = 0.4f, side = 0.1f;

protected:
  virtual void kernel2D_Dgemm(const double *a, const double *b, double *c);
  virtual void kernel2D_Sgemm(const float *a, const float *b, float *c);
  virtual void kernel3D_Stencil(const float *in, float *out, int nx, int ny, int nz);
  virtual void kernel2D_Gradient(const Pixel *in, Pixel *out, int width, int height);
  virtual void kernel2D_Life(const uint8_t *in, uint8_t *out, int width, int height);
  virtual void kernel2D_Columns(const float *in, float *out, int width, int height);
  virtual void kernel1D_ColumnSums(const float *image, float *sums, int width, int height);
  virtual void kernel1D_SumSeries(const float *points, uint32_t count);
  virtual void kernel1D_SumSteps(const float *points, uint32_t count);
};

} // namespace bench
