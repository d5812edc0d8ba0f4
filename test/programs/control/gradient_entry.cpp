// Origin: written as a user would, before its first translation.
// An image filter with one public method of two loops, helpers, and members that it reads.
// RUN: %check %s --class Gradient --config=%S/Inputs/gradient_entry.yaml --size w=1,3,17 --size h=1,9 -- -std=c++17
#include <cmath>

class Gradient {
public:
  virtual ~Gradient() = default;

  virtual void Magnitude(const float *image, float *out, int w, int h) const {
    for (int y = 0; y < h; ++y) {
      for (int x = 0; x < w; ++x) {
        float dx = at(image, x + 1, y, w, h) - at(image, x - 1, y, w, h);
        float dy = at(image, x, y + 1, w, h) - at(image, x, y - 1, w, h);
        out[y * w + x] = std::sqrt(dx * dx + dy * dy) * m_gain;
      }
    }
  }

  void SetGain(float gain) { m_gain = gain; }

private:
  static int clamped(int v, int n) { return v < 0 ? 0 : v >= n ? n - 1 : v; }
  static float at(const float *image, int x, int y, int w, int h) {
    return image[clamped(y, h) * w + clamped(x, w)];
  }

  float m_gain = 0.5f;
};
