// Assignments that are too long for a line break behind the sign where both sides then fit; subscripts of std::array count as
// the source does.
// RUN: vkmorph %s --class C --emit=glsl -- -std=c++17 | FileCheck %s --match-full-lines --strict-whitespace
#include <array>

// CHECK:        sum += weights[k];
// CHECK:      results[row * width + column] =
// CHECK-NEXT:          values[row * width + column] * 0.5 + values[(height - 1 - row) * width + column] * 0.25 * sum;
class C {
public:
  virtual ~C() {}
  virtual void run(const float *values, float *results, int width, int height) {
    kernel2D_mix(values, results, width, height);
  }
  void kernel2D_mix(const float *values, float *results, int width, int height) {
    for (int row = 0; row < height; row++)
      for (int column = 0; column < width; column++) {
        std::array<float, 3> weights = {0.25f, 0.5f, 0.25f};
        float sum = 0;
        for (int k = 0; k < 3; k++)
          sum += weights[k];
        results[row * width + column] =
            values[row * width + column] * 0.5f + values[(height - 1 - row) * width + column] * 0.25f * sum;
      }
  }
};
