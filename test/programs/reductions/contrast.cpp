// Origin: written as a user would, before its first translation.
// Pictures: extremes and sums of pixels, then pixels by them, as buffers and as images; independent launches in one function.
// RUN: %check %s --class Contrast --size w=1,17,64 --size h=1,9,33 --adversarial -- -std=c++17
// RUN: %check %s --class Contrast --size w=1,17,64 --size h=1,9,33 --option=--images=textures -- -std=c++17
#include <algorithm>

class Contrast {
public:
  struct Pixel {
    float r, g, b, a;
  };
  virtual ~Contrast() = default;
  virtual void Stretch(const Pixel *in, Pixel *out, float *grey, int w, int h) {
    kernel2D_Extremes(in, w, h);
    kernel2D_Grey(in, grey, w, h);
    kernel2D_Stretch(in, out, w, h);
    for (int pass = 0; pass < 2; ++pass) {
      kernel2D_Average(out, w, h);
      if (pass == 0)
        kernel2D_Darken(out, w, h);
    }
    kernel2D_GreySum(grey, w, h);
  }

private:
  static float Luma(const Pixel &p) { return 0.25f * p.r + 0.5f * p.g + 0.25f * p.b; }
  void kernel2D_Extremes(const Pixel *in, int w, int h) {
    m_low = 1e30f;
    m_high = -1e30f;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const float luma = Luma(in[y * w + x]);
        m_low = std::min(m_low, luma);
        m_high = std::max(m_high, luma);
        m_mean.r += in[y * w + x].r;
        m_mean.g += in[y * w + x].g;
      }
    const float range = m_high - m_low;
    if (range > 1.0f)
      m_scale = 1.0f / range;
    else
      m_scale = 1.0f;
  }
  void kernel2D_Grey(const Pixel *in, float *grey, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        grey[y * w + x] = Luma(in[y * w + x]);
  }
  void kernel2D_Stretch(const Pixel *in, Pixel *out, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        Pixel p = in[y * w + x];
        p.r = (p.r - m_low) * m_scale;
        p.g = (p.g - m_low) * m_scale;
        p.b = (p.b - m_low) * m_scale;
        out[y * w + x] = p;
      }
  }
  void kernel2D_Average(const Pixel *out, int w, int h) {
    m_sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        m_sum += Luma(out[y * w + x]) > 0.5f ? 1 : 0;
    m_bright = m_sum * 2 > w * h;
  }
  void kernel2D_Darken(Pixel *out, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        Pixel p = out[y * w + x];
        if (m_bright)
          p.r *= 0.5f;
        out[y * w + x] = p;
      }
  }
  void kernel2D_GreySum(const float *grey, int w, int h) {
    m_grey = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        m_grey += grey[y * w + x];
  }

  Pixel m_mean{0, 0, 0, 0};
  float m_low = 0, m_high = 0, m_scale = 1, m_grey = 0;
  int m_sum = 0;
  bool m_bright = false;
};
