// Origin: written with the part of the compiler that it tests.
// The error and gamma functions, inverse hyperbolic ones, exponents, remainders, neighbours, interpolation; C's macros.
// RUN: %check %s --class Statistics -- -std=c++20
#include "special_functions.h"
#include <math.h>
#include <cmath>
#include <numeric>

template <typename T> T Statistics::Curve(T x) {
  const T positive = std::fabs(x) + T(0.25);
  T y = std::erf(x) + std::erfc(x * T(2)) + std::tgamma(positive) * T(0.125) + std::lgamma(positive);
  y += std::asinh(x) - std::acosh(positive + T(1)) + std::atanh(x * T(0.125));
  y += std::log10(positive) + std::log1p(x * T(0.0625)) + std::expm1(x * T(0.25)) + std::cbrt(x);
  y += std::hypot(x, T(3)) - std::hypot(x, positive, T(1)) + std::lerp(x, positive, T(0.375));
  return y + std::midpoint(x, positive) + std::fdim(x, positive);
}

// Multiples of an eighth are exact in all of these; so is what is done to representations.
template <typename T> int Statistics::Code(T x, int i) {
  const T q = std::floor(x * T(8)) * T(0.125);
  int exponent = 0;
  const T fraction = std::frexp(q, &exponent);
  T whole;
  const T part = std::modf(-q, &whole);
  int code = int(fraction * T(1024)) + exponent * 7 + int(part * T(8)) * 11 + int(whole) * 13;
  code += int(std::ldexp(q, i % 9) * T(8)) + int(std::scalbn(q, 3) * T(8)) * 3;
  code += q == T(0) ? 0 : std::ilogb(q) * 17 + int(std::logb(q)) * 19;
  code += int(std::remainder(q, T(0.75)) * T(8)) * 23 + int(std::remainder(q * T(64), -T(1.5)) * T(8)) * 29;
  code += int(std::copysign(T(3), q)) * 31 + int(std::lrint(q)) * 37 + int(std::llround(q)) * 41;
  code += int(std::nearbyint(q)) * 43 + int(std::rint(-q)) * 47;
  code += std::nextafter(q, T(100)) > q ? 53 : 0;
  code += std::nextafter(q, T(-100)) < q ? 59 : 0;
  code += std::isless(q, T(1)) ? 61 : 0;
  code += std::islessgreater(q, T(0)) ? 67 : 0;
  code += std::isunordered(q, T(0)) ? 71 : 0;
  code += std::isnormal(q) ? 73 : 0;
  code += signbit(q) ? 79 : 0;
  code += isfinite(q) && !isnan(q) ? 83 : 0;
  return code;
}

void Statistics::kernel1D_Curves(const float *samples, float *curves, int n) {
  for (int i = 0; i < n; ++i)
    curves[i] = Curve(samples[i]) + log10f(1000.0f) + erff(0.5f);
}

void Statistics::kernel1D_Codes(const float *samples, int *codes, int n) {
  for (int i = 0; i < n; ++i)
    codes[i] = Code(samples[i], i);
}

void Statistics::kernel1D_ExactCurves(const double *samples, double *curves, int n) {
  for (int i = 0; i < n; ++i)
    curves[i] = Curve(samples[i]) + std::sin(samples[i] * 1.0e7) * std::cos(1.0e5 + samples[i]);
}

void Statistics::kernel1D_ExactCodes(const double *samples, int *codes, int n) {
  for (int i = 0; i < n; ++i)
    codes[i] = Code(samples[i], i) + int(log10(1.0e6)) + int(std::log2(4096.0 * (i % 3 + 1)));
}

void Statistics::Evaluate(const float *samples, float *curves, int *codes, int n) {
  kernel1D_Curves(samples, curves, n);
  kernel1D_Codes(samples, codes, n);
}

void Statistics::EvaluateExactly(const double *samples, double *curves, int *codes, int n) {
  kernel1D_ExactCurves(samples, curves, n);
  kernel1D_ExactCodes(samples, codes, n);
}
