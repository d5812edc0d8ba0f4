// Origin: written as a user would.
// <cmath> in single precision: overloads of std, names with an f, functions to integers.
// RUN: %check %s --class synth::Voice -- -std=c++17
#include "maths_float.h"
#include <cmath>

namespace synth {

void Voice::kernel1D_Smooth(const float *in, float *smooth, int frames) {
  for (int i = 0; i < frames; ++i) {
    const float x = in[i], positive = std::fabs(x) + 0.5f;
    float y = std::sin(x) + 0.5f * std::cos(x * 2.0f) + std::tan(x * 0.25f);
    y += std::asin(x * 0.125f) - std::acos(x * 0.125f) + std::atan(x) + std::atan2(x, positive);
    y += std::sinh(x * 0.5f) + std::cosh(x * 0.5f) - std::tanh(x);
    y += std::asinh(x) + std::acosh(positive + 1.0f) + std::atanh(x * 0.125f);
    smooth[i] = y * drive + sqrtf(positive) - cosf(0.0f);
  }
}

void Voice::kernel1D_Curves(const float *in, float *curves, int frames) {
  for (int i = 0; i < frames; ++i) {
    const float x = in[i], positive = std::abs(x) + 0.5f;
    float y = std::exp(x * 0.5f) + std::exp2(x) + std::expm1(x * 0.25f);
    y += std::log(positive) + std::log2(positive) + std::log10(positive) + std::log1p(positive);
    y += std::pow(positive, 1.5f) + powf(positive, x) * 0.125f + std::cbrt(x) + std::hypot(x, 2.0f);
    y += std::fma(x, drive, 0.25f) + std::copysign(positive, x) + std::fdim(x, 0.5f);
    curves[i] = y + std::fmin(x, 1.0f) - std::fmax(x, drive) + std::ldexp(drive, 3);
  }
}

// Multiples of a quarter are exact in all of these, ties and signs included.
void Voice::kernel1D_Steps(const float *in, int *steps, int frames) {
  for (int i = 0; i < frames; ++i) {
    const float q = std::floor(in[i] * 4.0f) * 0.25f;
    int code = int(std::floor(q)) + 10 * int(std::ceil(q)) + 100 * int(std::trunc(q)) + 1000 * int(std::round(q));
    code += int(std::lround(q)) * 7 + int(std::rint(q)) * 11 + int(std::nearbyint(q)) * 13;
    code += int(std::fmod(q * 3.0f, 0.75f) * 4.0f) * 10000 + int(std::remainder(q, 1.5f) * 4.0f) * 100000;
    float whole = 0.0f;
    const float part = std::modf(q, &whole);
    code += int(part * 4.0f) * 1000000 + int(whole);
    code += std::signbit(q) ? 3 : 0;
    code += (std::isnan(q) ? 5 : 0) + (std::isfinite(q) ? 17 : 0) + (std::isinf(q) ? 19 : 0);
    steps[i] = code;
  }
}

void Voice::Shape(const float *in, float *smooth, float *curves, int *steps, int frames) {
  kernel1D_Smooth(in, smooth, frames);
  kernel1D_Curves(in, curves, frames);
  kernel1D_Steps(in, steps, frames);
}

} // namespace synth
