// Origin: written with the part of the compiler that it tests.
// Powers with constant exponents, also of what C++ gives a special value for; constants and enumerators with names.
// RUN: %check %s --class Powers -- -std=c++17
#include "powers.h"

#include <algorithm>
#include <cmath>
#include <limits>

static const float Slope = 2.4f;
static constexpr int Unit = 10;

/// Now and then one that has a case of its own in std::pow.
float Powers::Number(const float *x, unsigned i) const {
  switch (i % 16) {
  case 0:
    return 0.0f;
  case 1:
    return -std::numeric_limits<float>::infinity();
  case 2:
    return std::numeric_limits<float>::infinity();
  case 3:
    return std::numeric_limits<float>::quiet_NaN();
  case 4:
    return -1.0f;
  case 5:
    return -0.0f;
  default:
    return x[i];
  }
}

void Powers::kernel1D_Raise(const float *x, float *powers, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const float number = Number(x, i), size = std::fabs(x[i]);
    powers[12 * i] = std::pow(number, 2.0f);
    powers[12 * i + 1] = std::pow(number, 3.0f);
    powers[12 * i + 2] = std::pow(number, 4.0f);
    powers[12 * i + 3] = std::pow(number, 5.0f);
    powers[12 * i + 4] = std::pow(number, 6.0f);
    powers[12 * i + 5] = std::pow(number, 1.0f / Slope);
    powers[12 * i + 6] = std::pow(number, -1.5f);
    powers[12 * i + 7] = std::pow(number, -2.0f);
    // What is known of numbers that are not negative.
    powers[12 * i + 8] = std::pow(std::max(0.0f, number), 1.0f / Slope);
    powers[12 * i + 9] = std::pow(std::clamp(x[i], 0.0f, 1.0f), 0.5f * Pi);
    powers[12 * i + 10] = std::pow(number * number + 0.25f, 1.25f) / (2.0f * Pi / float(Unit * Unit));
    powers[12 * i + 11] = std::pow(std::sqrt(size) + 0.5f, -0.75f) * Unit;
  }
}

void Powers::kernel1D_Wide(const double *y, double *wide, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    wide[i] = std::pow(y[i], 2.0) + std::pow(y[i], 3.0) / Pi + std::pow(std::abs(y[i]) + 0.5, 4.0);
}

void Powers::kernel1D_Choose(const float *x, int *kinds, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    Kind kind = x[i] > 1.0f ? Kind::Turned : x[i] < -1.0f ? Kind::Shifted : Kind::Plain;
    kinds[i] = 0;
    switch (kind) {
    case Kind::Plain:
      kinds[i] = Special;
      break;
    case Kind::Shifted:
      kinds[i] = -Unit;
      [[fallthrough]];
    case Kind::Turned:
      kinds[i] = int(kind) + int(Kind::Turned) * Unit;
    }
  }
}

void Powers::Raise(const float *x, const double *y, float *powers, double *wide, int *kinds, unsigned count) {
  kernel1D_Raise(x, powers, count);
  kernel1D_Wide(y, wide, count);
  kernel1D_Choose(x, kinds, count);
}
