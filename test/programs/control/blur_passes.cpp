// Origin: written as a user would.
// Copies and fills between kernels: std::copy, copy_n, memcpy and fill of arrays, parts of arrays and vectors, in loops and branches.
// RUN: %check %s --class BlurPasses --config=%S/Inputs/blur_passes.yaml --size width=1,3,17,64 --size height=1,2,31,64 -- -std=c++17
#include "blur_passes.h"

#include <algorithm>
#include <cstring>

void BlurPasses::kernel2D_Rows(const float *from, float *to, uint32_t width, uint32_t height) {
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++) {
      const float left = x > 0 ? from[y * width + x - 1] : 0.0f;
      const float right = x + 1 < width ? from[y * width + x + 1] : 0.0f;
      to[y * width + x] = 0.5f * from[y * width + x] + 0.25f * (left + right);
    }
}

void BlurPasses::kernel2D_Columns(const float *from, float *to, uint32_t width, uint32_t height) {
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++) {
      const float above = y > 0 ? from[(y - 1) * width + x] : 0.0f;
      const float below = y + 1 < height ? from[(y + 1) * width + x] : 0.0f;
      to[y * width + x] = 0.5f * from[y * width + x] + 0.25f * (above + below);
    }
}

void BlurPasses::kernel1D_Scale(float *picture, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    picture[i] *= m_gain;
}

void BlurPasses::Blur(const float *picture, float *out, uint32_t width, uint32_t height, int passes) {
  const size_t n = size_t(width) * height;
  std::copy(picture, picture + n, m_kept.begin());
  memcpy(m_work.data(), picture, n * sizeof(float));
  for (int pass = 0; pass < passes; pass++) {
    kernel2D_Rows(m_work.data(), out, width, height);
    // The columns read what the rows have written.
    std::copy_n(out, n, m_work.data());
    kernel2D_Columns(m_work.data(), out, width, height);
    std::memcpy(&m_work[0], out, sizeof(float) * n);
  }
  if (passes == 0)
    std::copy(picture, picture + n, out);
}

void BlurPasses::Undo(float *picture, uint32_t width, uint32_t height) {
  std::copy(m_kept.begin(), m_kept.begin() + width * height, picture);
  kernel1D_Scale(picture, width * height);
  std::copy(picture, picture + width, m_kept.data() + width * (height - 1));
}

void BlurPasses::Frame(float *picture, uint32_t width, uint32_t height, float border) {
  kernel1D_Scale(picture, width * height);
  std::fill(picture, picture + width, border);
  std::fill_n(picture + width * (height - 1), width, -border);
  std::fill(m_work.begin(), m_work.end(), m_gain);
}
