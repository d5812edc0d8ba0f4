// What perturbed code calls.
#include "perturbation.h"

#include "inputs.h"

#include <cmath>

// Perturbed code reads it before each operation. One thread at a time is perturbed.
extern "C" unsigned char vkmorph_check_perturbs;
unsigned char vkmorph_check_perturbs = 0;

namespace vkmorph::check {

static Random random(0);

Perturbation::Perturbation(uint64_t seed) {
  random = Random(seed);
  vkmorph_check_perturbs = 1;
}

Perturbation::~Perturbation() { vkmorph_check_perturbs = 0; }

template <class Float> static constexpr double unitOf() {
  return sizeof(Float) == sizeof(float) ? 0x1p-24 : 0x1p-53;
}

/// From 0.5 to 1, of either sign: an error of about 0 would say nothing.
static double draw() {
  const double magnitude = 0.5 + 0.5 * random.unit();
  return random.next() & 1 ? magnitude : -magnitude;
}

template <class Float> static Float perturb(Float value, double relative, double absolute) {
  // Units of double are lost beside a value of double: its error is added to it alone.
  const double error = (std::fabs(double(value)) * relative + absolute) * unitOf<Float>() * draw();
  return std::isfinite(value) ? Float(double(value) + error) : value;
}

/// Knuth's error of a sum.
template <class Float> static bool isExactSum(Float a, Float b, Float sum) {
  const Float other = sum - a;
  return (a - (sum - other)) + (b - other) == Float(0);
}

/// Of two results that are rounded, one up and one down: a unit in the last place, which is up to 2
/// u.
static constexpr double kRounding = 2.0;

template <class Float> static Float roundSum(Float sum, Float a, Float b) {
  return isExactSum(a, b, sum) ? sum : perturb(sum, kRounding, 0.0);
}

template <class Float> static Float roundProduct(Float product, Float a, Float b) {
  return std::fma(a, b, -product) == Float(0) ? product : perturb(product, kRounding, 0.0);
}

} // namespace vkmorph::check

#define VKMORPH_CHECK_PERTURBED(NAME, FLOAT)                                                       \
  extern "C" {                                                                                     \
  FLOAT vkmorph_check_perturb_##NAME(FLOAT value, double relative, double absolute);               \
  FLOAT vkmorph_check_round_sum_##NAME(FLOAT value, FLOAT a, FLOAT b);                             \
  FLOAT vkmorph_check_round_difference_##NAME(FLOAT value, FLOAT a, FLOAT b);                      \
  FLOAT vkmorph_check_round_product_##NAME(FLOAT value, FLOAT a, FLOAT b);                         \
  }                                                                                                \
  FLOAT vkmorph_check_perturb_##NAME(FLOAT value, double relative, double absolute) {              \
    return vkmorph::check::perturb(value, relative, absolute);                                     \
  }                                                                                                \
  FLOAT vkmorph_check_round_sum_##NAME(FLOAT value, FLOAT a, FLOAT b) {                            \
    return vkmorph::check::roundSum(value, a, b);                                                  \
  }                                                                                                \
  FLOAT vkmorph_check_round_difference_##NAME(FLOAT value, FLOAT a, FLOAT b) {                     \
    return vkmorph::check::roundSum(value, a, -b);                                                 \
  }                                                                                                \
  FLOAT vkmorph_check_round_product_##NAME(FLOAT value, FLOAT a, FLOAT b) {                        \
    return vkmorph::check::roundProduct(value, a, b);                                              \
  }

VKMORPH_CHECK_PERTURBED(float, float)
VKMORPH_CHECK_PERTURBED(double, double)
