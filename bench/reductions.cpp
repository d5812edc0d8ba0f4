// The loops that are measured, as anybody would write them.
#include "reductions.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace bench {

void Reductions::kernel1D_SumInts(const int *data, uint32_t count) {
  sum = 0;
  for (uint32_t i = 0; i < count; ++i)
    if (data[i] > 0)
      sum += data[i];
}

void Reductions::kernel1D_SumFloats(const float *data, uint32_t count) {
  sumOfFloats = 0;
  for (uint32_t i = 0; i < count; ++i)
    if (data[i] > 0.0f)
      sumOfFloats += data[i];
}

void Reductions::kernel1D_SumDoubles(const double *data, uint32_t count) {
  sumOfDoubles = 0;
  for (uint32_t i = 0; i < count; ++i)
    if (data[i] > 0.0)
      sumOfDoubles += data[i];
}

void Reductions::kernel1D_Extremes(const float *data, uint32_t count) {
  smallest = FLT_MAX;
  largest = -FLT_MAX;
  total = 0;
  positives = 0;
  for (uint32_t i = 0; i < count; ++i) {
    smallest = std::min(smallest, data[i]);
    largest = std::max(largest, data[i]);
    total += data[i];
    if (data[i] > 0.0f)
      ++positives;
  }
}

void Reductions::kernel1D_ArgMax(const float *data, uint32_t count) {
  most = -FLT_MAX;
  mostAt = 0;
  for (uint32_t i = 0; i < count; ++i)
    if (data[i] > most) {
      most = data[i];
      mostAt = i;
    }
}

void Reductions::kernel2D_Project(const Float3 *pixels, int width, int height) {
  coefficients[0] = coefficients[1] = coefficients[2] = {0, 0, 0};
  coefficients[3] = coefficients[4] = coefficients[5] = {0, 0, 0};
  coefficients[6] = coefficients[7] = coefficients[8] = {0, 0, 0};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const float u = 2.0f * x / width - 1.0f, v = 2.0f * y / height - 1.0f;
      const float weights[9] = {1.0f, u, v, u * v, u * u, v * v, u - v, u * u - v, u * u - v * v};
      const Float3 colour = pixels[y * width + x];
      for (int k = 0; k < 9; ++k) {
        coefficients[k].x += weights[k] * colour.x;
        coefficients[k].y += weights[k] * colour.y;
        coefficients[k].z += weights[k] * colour.z;
      }
    }
}

void Reductions::kernel1D_Compose(const Map *maps, uint32_t count) {
  composed = {1, 0};
  for (uint32_t i = 0; i < count; ++i)
    composed = Then(composed, maps[i]);
}

void Reductions::kernel1D_SumRows(const float *matrix, float *sums, int rows, int columns) {
  for (int row = 0; row < rows; ++row) {
    float total = 0;
    for (int column = 0; column < columns; ++column)
      total += matrix[row * columns + column];
    sums[row] = total;
  }
}

} // namespace bench
