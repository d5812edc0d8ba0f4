// Origin: written with the part of the compiler that it tests.
// Structs of structs and arrays as parameters of control functions: taken apart, changed, compared, assigned to members.
// RUN: %check %s --class Conf --arg config.size.w=0..9 --arg config.size.h=0..7 --arg config.shift=0..3 --arg config.big=0..3 --control Run --variants=default,vulkan10 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>
struct Size { int w = 8, h = 4; int area() const { return w * h; } bool operator==(const Size &o) const { return w == o.w && h == o.h; } };
struct Config {
  Size size;
  float taps[3] = {0.25f, 0.5f, 0.25f};
  uint8_t shift = 1;
  int64_t big = 5;
  double scale = 2.0;
};
class Conf {
public:
  virtual ~Conf() = default;
  virtual int Run([[vkmorph::size("64")]] const float *in, [[vkmorph::size("64")]] float *out, const Config &config) {
    if (config.size.area() == 0)
      return 0;
    Size half = config.size;
    half.w /= 2;
    for (int k = 0; k < 3; ++k)
      kernel2D_Tap(in, out, config.size.w, config.size.h, config.taps[k], k - 1);
    m_size = config.size;
    m_config = config;
    if (!(half == config.size))
      kernel1D_Scale(out, half.w * config.size.h, float(config.scale) / (1 << config.shift));
    kernel1D_Count(out, m_size.w * config.size.h, config.big);
    return m_count;
  }
  virtual void Window(const float *in, float *out, Size size, Size offset) {
    size.w = std::max(size.w, 1);
    kernel2D_Copy(in, out, size.w, size.h, offset.w, offset.h);
  }

protected:
  void kernel2D_Tap(const float *in, float *out, int w, int h, float tap, int dx) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        const int from = std::clamp(x + dx, 0, w - 1);
        out[y * w + x] += tap * in[y * w + from];
      }
  }
  void kernel1D_Scale(float *out, int n, float s) {
    for (int i = 0; i < n; ++i)
      out[i] *= s + m_config.taps[i % 3];
  }
  void kernel1D_Count(const float *out, int n, int64_t big) {
    m_count = 0;
    for (int i = 0; i < n; ++i)
      if (out[i] * 2 > big)
        m_count++;
  }
  void kernel2D_Copy(const float *in, float *out, int w, int h, int ox, int oy) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        out[y * w + x] = in[(y + oy) * 64 + x + ox];
  }
  Size m_size;
  Config m_config;
  int m_count = 0;
};
