// Looks for pictures: curves chosen while compiling, looks chosen while running.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace grade {

enum class Curve { Linear, Filmic, Log };
enum class Look : uint8_t { Neutral, Warm, Cold, Sepia, Noir };

template <typename T> struct Rgb {
  T r, g, b;
  friend Rgb operator*(T s, Rgb c) { return {s * c.r, s * c.g, s * c.b}; }
  friend Rgb operator+(Rgb a, Rgb b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
  T Luma() const { return T(0.2126) * r + T(0.7152) * g + T(0.0722) * b; }
};

template <Curve C> float ApplyCurve(float x) {
  if constexpr (C == Curve::Linear) {
    return x;
  } else if constexpr (C == Curve::Filmic) {
    const float a = 2.51f, b = 0.03f, c = 2.43f, d = 0.59f, e = 0.14f;
    return std::clamp(x * (a * x + b) / (x * (c * x + d) + e), 0.0f, 1.0f);
  } else {
    return std::log2(1.0f + x * 7.0f) / 3.0f;
  }
}

template <Curve C> class Grader {
public:
  using Pixel = Rgb<float>;

  Grader(Look look, float exposure) : m_look(look), m_exposure(exposure) {}
  virtual ~Grader() = default;

  virtual void Grade(const Pixel *in, uint32_t *out, unsigned width, unsigned height) {
    kernel2D_Grade(in, out, width, height);
  }

  float meanLuma = 0;
  unsigned clipped = 0;

protected:
  Pixel ApplyLook(Pixel p) const {
    switch (m_look) {
    case Look::Warm: return {p.r * 1.1f, p.g, p.b * 0.9f};
    case Look::Cold: return {p.r * 0.9f, p.g, p.b * 1.1f};
    case Look::Sepia: return p.Luma() * Pixel{1.07f, 0.74f, 0.43f};
    case Look::Noir: {
      const float l = p.Luma();
      return {l, l, l};
    }
    case Look::Neutral: break;
    }
    return p;
  }
  static uint32_t Quantise(float v) { return uint32_t(std::clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f); }

  void kernel2D_Grade(const Pixel *in, uint32_t *out, unsigned width, unsigned height) {
    meanLuma = 0;
    clipped = 0;
    for (unsigned y = 0; y < height; ++y)
      for (unsigned x = 0; x < width; ++x) {
        Pixel p = ApplyLook(m_exposure * in[y * width + x]);
        p = {ApplyCurve<C>(p.r), ApplyCurve<C>(p.g), ApplyCurve<C>(p.b)};
        meanLuma += p.Luma();
        if (std::max({p.r, p.g, p.b}) > 1.0f)
          ++clipped;
        out[y * width + x] = Quantise(p.r) | Quantise(p.g) << 8 | Quantise(p.b) << 16 | 0xff000000u;
      }
    meanLuma /= float(width * height);
  }

private:
  Look m_look;
  float m_exposure;
};

} // namespace grade
