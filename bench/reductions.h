// The reductions that are measured: an ordinary class, translated by vkmorph once for each
// strategy.
#pragma once

#include <cstdint>

namespace bench {

struct Float3 {
  float x, y, z;
};

/// x -> scale * x + offset
struct Map {
  uint32_t scale, offset;
};

class Reductions {
public:
  virtual ~Reductions() = default;

  /// The sum of the positive numbers.
  virtual void SumInts(const int *data, uint32_t count) { kernel1D_SumInts(data, count); }
  virtual void SumFloats(const float *data, uint32_t count) { kernel1D_SumFloats(data, count); }
  virtual void SumDoubles(const double *data, uint32_t count) { kernel1D_SumDoubles(data, count); }
  /// Minimum, maximum, sum and number of the positive ones, in one kernel.
  virtual void Extremes(const float *data, uint32_t count) { kernel1D_Extremes(data, count); }
  /// Where the largest number stands, the first of equal ones.
  virtual void ArgMax(const float *data, uint32_t count) { kernel1D_ArgMax(data, count); }
  /// Nine weighted sums of the colours of an image, as a projection onto spherical harmonics has.
  virtual void Project(const Float3 *pixels, int width, int height) {
    kernel2D_Project(pixels, width, height);
  }
  /// All maps one after the other: the order counts.
  virtual void Compose(const Map *maps, uint32_t count) { kernel1D_Compose(maps, count); }
  [[vkmorph::associative]] static Map Then(Map first, Map second) {
    return {second.scale * first.scale, second.scale * first.offset + second.offset};
  }
  /// `sums[row]` becomes the sum of each row of a matrix.
  virtual void SumRows(const float *matrix, float *sums, int rows, int columns) {
    kernel1D_SumRows(matrix, sums, rows, columns);
  }

  int sum = 0;
  float sumOfFloats = 0;
  double sumOfDoubles = 0;
  float smallest = 0, largest = 0, total = 0;
  uint32_t positives = 0;
  float most = 0;
  uint32_t mostAt = 0;
  Float3 coefficients[9] = {};
  Map composed = {1, 0};

protected:
  virtual void kernel1D_SumInts(const int *data, uint32_t count);
  virtual void kernel1D_SumFloats(const float *data, uint32_t count);
  virtual void kernel1D_SumDoubles(const double *data, uint32_t count);
  virtual void kernel1D_Extremes(const float *data, uint32_t count);
  virtual void kernel1D_ArgMax(const float *data, uint32_t count);
  virtual void kernel2D_Project(const Float3 *pixels, int width, int height);
  virtual void kernel1D_Compose(const Map *maps, uint32_t count);
  virtual void kernel1D_SumRows(const float *matrix, float *sums, int rows, int columns);
};

} // namespace bench
