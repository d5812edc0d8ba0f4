// Origin: written as a user would, before its first translation.
// Sums of so many columns that blocks are twice as wide: each workgroup has a block of its own then.
// RUN: vkmorph %s --class Wide --emit=glsl -- -std=c++17 | FileCheck %s
// CHECK: uint columnBits = {{.*}}65536u ? 5u : 6u;
// RUN: %check %s --class Wide --size w=65601 --size h=75 -- -std=c++17
#include <cstdint>

class Wide {
public:
  virtual ~Wide() = default;
  virtual void Sums(const int *image, int *sums, int w, int h) { kernel1D_Sums(image, sums, w, h); }

protected:
  void kernel1D_Sums(const int *image, int *sums, int w, int h) {
    for (int x = 0; x < w; ++x) {
      int total = 0;
      for (int y = 0; y < h; ++y)
        total += image[y * w + x];
      sums[x] = total;
    }
  }
};
