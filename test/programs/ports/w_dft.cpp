// Origin: written as a user would, before its first translation.
// A Fourier transform by its definition, and its power spectrum.
// RUN: %check %s --class Dft --size samples=1,40 --arg in.re=-0.02..0.02 --arg in.im=-0.02..0.02 -- -std=c++17
#include <cmath>
#include <cstddef>

struct Complex {
  float re = 0.0f, im = 0.0f;
  Complex operator*(const Complex &o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
  Complex &operator+=(const Complex &o) {
    re += o.re;
    im += o.im;
    return *this;
  }
};

class Dft {
public:
  virtual ~Dft() = default;

  virtual float Transform(const Complex *in, Complex *out, float *power, size_t samples) {
    kernel1D_Transform(in, out, samples);
    kernel1D_Power(out, power, samples);
    return m_strongest;
  }

private:
  void kernel1D_Transform(const Complex *in, Complex *out, size_t samples) {
    constexpr float kTwoPi = 6.28318530718f;
    for (size_t k = 0; k < samples; k++) {
      Complex sum;
      for (size_t n = 0; n < samples; n++) {
        const float angle = -kTwoPi * float(k * n % samples) / float(samples);
        sum += in[n] * Complex{std::cos(angle), std::sin(angle)};
      }
      out[k] = sum;
    }
  }

  void kernel1D_Power(const Complex *out, float *power, size_t samples) {
    m_strongest = 0.0f;
    for (size_t k = 0; k < samples; k++) {
      power[k] = std::hypot(out[k].re, out[k].im);
      m_strongest = std::fmax(m_strongest, power[k]);
    }
  }

  float m_strongest = 0.0f;
};
