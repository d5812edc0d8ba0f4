// Origin: written for claims of docs/Semantics.md.
// NaN, infinities and -0.0: no comparison holds with NaN, and nothing is simplified that only holds without them.
// RUN: %check %s --class SpecialValues --variants=default -- -std=c++17
// What needs no float controls holds without them as well.
// RUN: %check %s --class SpecialValues --variants=vulkan10 --control=Compare,Compute,Extremes,Doubles -- -std=c++17
#include <algorithm>
#include <cmath>
#include <limits>

class SpecialValues {
public:
  virtual ~SpecialValues() {}
  virtual void Compare(int *out, int n) { kernel1D_Compare(out, n); }
  virtual void Compute(float *out, int *signs, int n) { kernel1D_Compute(out, signs, n); }
  virtual void Literals(float *out, int *bits, int n) { kernel1D_Literals(out, bits, n); }
  virtual void Extremes(float *least, float *most, int n) { kernel1D_Extremes(least, most, n); }
  virtual void Doubles(double *out, int *bits, int n) { kernel1D_Doubles(out, bits, n); }

private:
  void kernel1D_Compare(int *out, int n) {
    for (int i = 0; i < n; ++i) {
      const float a = m_values[i % 8], b = m_values[i / 8 % 8];
      int bits = a < b;
      bits |= (a > b) << 1 | (a <= b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5;
      // The negation of a comparison is another one than its opposite.
      bits |= !(a < b) << 6 | !(a >= b) << 7 | !(a == b) << 8 | (a != a) << 9 | (a == a) << 10;
      bits |= (a ? 1 : 0) << 11 | !a << 12 | (a < b || a >= b) << 13 | (a - a == 0.0f) << 14;
      if (a > b)
        bits |= 1 << 15;
      else
        bits |= 1 << 16;
      if (!(a > b && b > 0.0f))
        bits |= 1 << 17;
      while (!(a <= b)) {
        bits |= 1 << 18;
        break;
      }
      bits |= std::isnan(a + b) << 19 | std::isinf(a * 2.0f) << 20 | std::isfinite(b) << 21 | std::signbit(a) << 22;
      out[i] = bits;
    }
  }
  void kernel1D_Compute(float *out, int *signs, int n) {
    for (int i = 0; i < n; ++i) {
      const float a = m_values[i % 8], b = m_values[i / 8 % 8];
      const int way = i % 6;
      out[i] = way == 0 ? a - a : way == 1 ? a * m_zero : way == 2 ? a + b : way == 3 ? a * b : way == 4 ? -a : a - b;
      // Zeros have a sign, and keep it; the one of NaN is nobody's promise.
      signs[i] = std::signbit(-a) | std::signbit(a * 1.0f) << 1 | std::signbit(a - 0.0f) << 2 |
                 std::signbit(a * -1.0f) << 3 | std::signbit(a * m_zero) << 4 | std::signbit(a + m_zero) << 5;
      if (a != a || std::isinf(a))
        signs[i] = -1;
      const float c = b;
      signs[i] += std::isnan(b - b) << 6 | std::isnan(b - c) << 7 | std::isfinite(b - b) << 8;
    }
  }
  void kernel1D_Literals(float *out, int *bits, int n) {
    for (int i = 0; i < n; ++i) {
      const float a = m_values[i % 8];
      out[i] = i % 3 == 0 ? a * 0.0f : i % 3 == 1 ? 0.0f * a + 1.0f : (a - 1.0f) * 0.0f;
      float d = a;
      d -= a;
      bits[i] = std::isnan(d) | (a * 0.0f == 0.0f) << 1 | (d == 0.0f) << 2 | (a < kInfinity) << 3 | (-kInfinity < a) << 4;
    }
  }
  void kernel1D_Extremes(float *least, float *most, int n) {
    for (int i = 0; i < n; ++i) {
      const float a = m_values[i % 8], b = m_values[i / 8 % 8];
      // std::min returns its first operand where one is NaN; fmin the other one.
      least[i] = i % 3 == 0 ? std::min(a, b) : i % 3 == 1 ? std::fmin(a, b) : b < a ? b : a;
      most[i] = i % 3 == 0 ? std::max(a, b) : i % 3 == 1 ? std::fmax(a, b) : std::clamp(a, -1.0f, 2.0f);
    }
  }
  void kernel1D_Doubles(double *out, int *bits, int n) {
    for (int i = 0; i < n; ++i) {
      const double a = m_values[i % 8], b = m_values[i / 8 % 8];
      out[i] = i % 2 ? a * b + std::min(a, b) : a - b;
      bits[i] = (a < b) | !(a >= b) << 1 | (a != a) << 2 | std::isnan(a - b) << 3 | (float(a * 1e300) > 3e38f) << 4;
    }
  }
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  float m_values[8] = {NAN, kInfinity, -kInfinity, 0.0f, -0.0f, 1.5f, -2.25f, 3e38f}, m_zero = 0.0f;
};
