// Origin: written as a user would, before its first translation, and changed as vkm1412 says (std::sort for
// std::nth_element).
// The median of each pixel's neighbours, and only where it stands out.
// RUN: %check %s --class Median --size width=1,23 --size height=1,17 -- -std=c++17
#include <algorithm>
#include <array>
#include <cmath>

class Median {
public:
  virtual ~Median() = default;

  virtual void Filter(const float *in, float *out, int width, int height, float threshold) {
    kernel2D_Filter(in, out, width, height, threshold);
  }

private:
  void kernel2D_Filter(const float *in, float *out, int width, int height, float threshold) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        std::array<float, 9> window;
        int filled = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) {
            const int nx = std::clamp(x + dx, 0, width - 1);
            const int ny = std::clamp(y + dy, 0, height - 1);
            window[filled++] = in[ny * width + nx];
          }
        std::sort(window.begin(), window.end());
        const float centre = in[y * width + x];
        out[y * width + x] = std::abs(centre - window[4]) > threshold ? window[4] : centre;
      }
    }
  }
};
