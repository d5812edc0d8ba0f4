// Origin: written as a user would.
// A mask of what a blur takes away: rows longer than the picture is wide, edges by a conditional, a vector between two kernels.
// RUN: %check %s --class UnsharpMask --option=--images=textures --size width=1,19 --size height=1,13 --size pitch=23 --option=--assume-independent=kernel2D_Rows --option=--assume-independent=kernel2D_Sharpen -- -std=c++17
#include "unsharp.h"

float UnsharpMask::At(const float* grey, int x, int y, int width, int height, int pitch) {
  x = x < 0 ? 0 : x >= width ? width - 1 : x;
  y = y < 0 ? 0 : y >= height ? height - 1 : y;
  return grey[y * pitch + x];
}

void UnsharpMask::kernel2D_Rows(const float* grey, int width, int height, int pitch) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float sides = At(grey, x - 1, y, width, height, pitch) + At(grey, x + 1, y, width, height, pitch);
      rows_[y * pitch + x] = 0.5f * grey[y * pitch + x] + 0.25f * sides;
    }
  }
}

void UnsharpMask::kernel2D_Sharpen(const float* grey, float* sharp, int width, int height, int pitch) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int above = y > 0 ? y - 1 : 0;
      const int below = y + 1 < height ? y + 1 : y;
      const float blurred = 0.5f * rows_[y * pitch + x] + 0.25f * (rows_[above * pitch + x] + rows_[below * pitch + x]);
      const int i = x + y * pitch;
      sharp[i] = grey[i] + amount_ * (grey[i] - blurred);
    }
  }
}

void UnsharpMask::Sharpen(const float* grey, float* sharp, int width, int height, int pitch) {
  kernel2D_Rows(grey, width, height, pitch);
  kernel2D_Sharpen(grey, sharp, width, height, pitch);
}
