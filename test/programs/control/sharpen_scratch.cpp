// Origin: written as a user would.
// Vectors that live in control functions: made with a size, with a value, resized; zero again in each call.
// RUN: %check %s --class Sharpen --size width=1,3,16,50 --size height=1,2,33 --size n=1,5,300 -- -std=c++17
#include "sharpen_scratch.h"

#include <algorithm>
#include <cmath>

void Sharpen::kernel2D_Box(const float *from, float *to, int width, int height, int radius) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      float sum = 0.0f;
      for (int dx = -radius; dx <= radius; dx++)
        sum += from[y * width + std::clamp(x + dx, 0, width - 1)];
      to[y * width + x] = sum / float(2 * radius + 1);
    }
}

void Sharpen::kernel1D_Mix(const float *in, const float *soft, float *out, int n, float amount) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] + amount * (in[i] - soft[i]);
}

void Sharpen::kernel1D_Count(const float *in, int *bins, int n) {
  for (int i = 0; i < n; i++)
    bins[i] += in[i] > 0.25f ? 2 : 1;
}

void Sharpen::kernel1D_Spread(const int *bins, int n) {
  m_contrast = 0.0f;
  for (int i = 0; i < n; i++)
    m_contrast += float(bins[i]);
}

void Sharpen::kernel1D_Add(const float *from, float *sums, int n, float weight) {
  for (int i = 0; i < n; i++)
    sums[i] += weight * from[i];
}

void Sharpen::Run(const float *in, float *out, int width, int height, float amount) {
  std::vector<float> soft(width * height);
  std::vector<float> softer(width * height);
  kernel2D_Box(in, soft.data(), width, height, 1);
  kernel2D_Box(soft.data(), softer.data(), width, height, 2);
  kernel1D_Mix(in, softer.data(), out, width * height, amount);
}

float Sharpen::Contrast(const float *in, int width, int height) {
  std::vector<int> bins;
  bins.resize(width * height, 4);
  // They count on from 4.
  kernel1D_Count(in, bins.data(), width * height);
  kernel1D_Count(in, bins.data(), (int)bins.size() / 2);
  kernel1D_Spread(bins.data(), width * height);
  return m_contrast / float(bins.size());
}

void Sharpen::Pyramid(const float *in, float *out, int n, int levels) {
  std::vector<float> sums(n);
  for (int level = 0; level < levels; level++)
    kernel1D_Add(in, sums.data(), n, 1.0f / float(level + 1));
  std::copy(sums.begin(), sums.end(), out);
}
