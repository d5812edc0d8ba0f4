// Origin: written from README.md and docs/Language.md before its first translation.
// A window whose size is a member, cut at the edges; weights by distance and by colour.
// RUN: %check %s --class BilateralFilter --arg radius=2 --arg sigmaSpace=1.5 --arg sigmaColour=0.8 --size width=1,23 --size height=1,17 --size in=391 -- -std=c++17
#include "bilateral.h"
#include <algorithm>
#include <cmath>

namespace {

inline Rgba operator+(const Rgba &a, const Rgba &b) { return {a.r + b.r, a.g + b.g, a.b + b.b, a.a + b.a}; }
inline Rgba operator*(float s, const Rgba &c) { return {s * c.r, s * c.g, s * c.b, s * c.a}; }
inline float Distance2(const Rgba &a, const Rgba &b) {
  const float dr = a.r - b.r, dg = a.g - b.g, db = a.b - b.b;
  return dr * dr + dg * dg + db * db;
}

} // namespace

void BilateralFilter::kernel2D_Filter(const Rgba *in, Rgba *out, int width, int height) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Rgba centre = in[y * width + x];
      Rgba sum{};
      float weights = 0.0f;
      const int top = std::max(y - radius, 0), bottom = std::min(y + radius, height - 1);
      const int left = std::max(x - radius, 0), right = std::min(x + radius, width - 1);
      for (int v = top; v <= bottom; ++v)
        for (int u = left; u <= right; ++u) {
          const Rgba &c = in[v * width + u];
          const float w = std::exp(spaceScale * float((u - x) * (u - x) + (v - y) * (v - y)) +
                                   colourScale * Distance2(c, centre));
          sum = sum + w * c;
          weights += w;
        }
      Rgba result = (1.0f / weights) * sum;
      result.a = centre.a;
      out[y * width + x] = result;
    }
  }
}

void BilateralFilter::Apply(const Rgba *in, Rgba *out, int width, int height) {
  kernel2D_Filter(in, out, width, height);
}
