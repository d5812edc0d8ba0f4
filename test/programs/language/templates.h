#pragma once

#include <cstdint>
#include <type_traits>

namespace meter {

template <typename T>
inline constexpr T kLimit = T(90);
template <>
inline constexpr float kLimit<float> = 2.5f;

constexpr unsigned Power(unsigned base, unsigned exponent) {
  unsigned result = 1;
  for (unsigned k = 0; k < exponent; ++k)
    result *= base;
  return result;
}

template <typename T>
T Clip(T value) {
  return value > kLimit<T> ? kLimit<T> : value;
}

// Horner's rule over coefficients from the lowest to the highest.
template <typename T, int N>
T Polynomial(const T (&c)[N], T x) {
  T sum = c[N - 1];
  for (int k = N - 2; k >= 0; --k)
    sum = sum * x + c[k];
  return sum;
}

template <typename... Terms>
int Total(Terms... terms) {
  return (0 + ... + int(terms));
}

template <bool Signed>
struct Code {
  using Type = std::conditional_t<Signed, int, unsigned>;
  static constexpr Type Low = Signed ? Type(-8) : Type(0);
  static Type Shift(Type v) { return (v + Type(16)) / Type(2) + Low; }
};

class Meter {
public:
  virtual ~Meter() = default;
  virtual void Read(const float *volts, const int *counts, int *levels, float *smooth,
                    uint32_t *codes, int n);

protected:
  void kernel1D_Levels(const float *volts, const int *counts, int *levels, int n);
  void kernel1D_Smooth(const float *volts, const int *counts, float *smooth, int n);
  void kernel1D_Codes(const int *counts, uint32_t *codes, int n);

  template <typename Out, typename In>
  static Out Convert(In value) {
    if constexpr (std::is_same_v<Out, In>)
      return value;
    else if constexpr (std::is_integral_v<Out>)
      return Out(value * In(8) + (value < In(0) ? In(-0.5) : In(0.5)));
    else
      return Out(value) * Out(0.125);
  }

  template <unsigned Bits, unsigned At = 0>
  uint32_t Field(int value) const {
    static_assert(Bits + At <= 32, "a field lies in one word");
    return ((uint32_t(value) + m_bias) & (Power(2, Bits) - 1u)) << At;
  }

  uint32_t m_bias = 3;
};

} // namespace meter
