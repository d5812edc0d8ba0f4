// Windows that are cut at the edges, in two dimensions: how far they reach is known.
// RUN: vkmorph %s -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WARN --allow-empty
// RUN: FileCheck %s --input-file=%t/infer-extents-windows_generated.cpp
// WARN-NOT: no extent
#include <algorithm>

class Windows {
public:
  virtual ~Windows() {}

  // CHECK: Windows_Generated::Box(
  // CHECK: call.In("in", in, uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)));
  virtual void Box(const float *in, float *out, int w, int h) { kernel2D_Box(in, out, w, h); }

  // Within a window around each element of a window.
  // CHECK: Windows_Generated::Patches(
  // CHECK: call.In("in", in, uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)));
  virtual void Patches(const float *in, float *out, int w, int h, int r) {
    kernel2D_Patches(in, out, w, h, r);
  }

protected:
  void kernel2D_Box(const float *in, float *out, int w, int h) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        float sum = 0;
        for (int y = std::max(row - 2, 0); y < std::min(row + 3, h); y++)
          for (int x = std::max(column - 2, 0); x < std::min(column + 3, w); x++)
            sum += in[y * w + x];
        out[row * w + column] = sum;
      }
  }
  void kernel2D_Patches(const float *in, float *out, int w, int h, int r) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        float sum = in[row * w + column];
        for (int y = std::max(row - r, 0); y <= std::min(row + r, h - 1); y++)
          for (int x = std::max(column - r, 0); x <= std::min(column + r, w - 1); x++)
            for (int d = -r; d <= r; d++)
              sum += in[std::clamp(y + d, 0, h - 1) * w + std::clamp(x + d, 0, w - 1)];
        out[row * w + column] = sum;
      }
  }
};
