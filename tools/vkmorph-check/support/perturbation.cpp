// What perturbed code calls.
#include "perturbation.h"

#include "inputs.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

/// A result that is rounded, up or down at random, so that the exact one is what it is on average:
/// roundings that all go one way, as of equal terms, show. `error` is the exact result without the
/// rounded one.
template <class Float> static Float roundRandomly(Float result, Float error) {
  if (error == Float(0) || !std::isfinite(error))
    return result;
  const Float size = std::fabs(result);
  const Float unit = std::nextafter(size, std::numeric_limits<Float>::infinity()) - size;
  const double steps = std::floor(double(error) / double(unit) + 2.0 * random.unit() - 0.5);
  return result + Float(steps) * unit;
}

/// With Knuth's error of a sum.
template <class Float> static Float roundSum(Float sum, Float a, Float b) {
  const Float other = sum - a;
  return roundRandomly(sum, (a - (sum - other)) + (b - other));
}

template <class Float> static Float roundProduct(Float product, Float a, Float b) {
  return roundRandomly(product, std::fma(a, b, -product));
}

/// A sum or a product inside of a function of the device's own, which may take its terms in another
/// order: it is off by units of the largest of them.
template <class Float> static Float perturbPart(Float result, Float a, Float b) {
  constexpr double units = 4.0;
  const bool isProduct = result == a * b;
  const double largest =
      isProduct ? std::fabs(double(result)) : std::max(std::fabs(double(a)), std::fabs(double(b)));
  return std::isfinite(result) ? Float(double(result) + units * unitOf<Float>() * largest * draw())
                               : result;
}

} // namespace vkmorph::check

#define VKMORPH_CHECK_PERTURBED(NAME, FLOAT)                                                       \
  extern "C" {                                                                                     \
  FLOAT vkmorph_check_perturb_##NAME(FLOAT value, double relative, double absolute);               \
  FLOAT vkmorph_check_round_sum_##NAME(FLOAT value, FLOAT a, FLOAT b);                             \
  FLOAT vkmorph_check_round_difference_##NAME(FLOAT value, FLOAT a, FLOAT b);                      \
  FLOAT vkmorph_check_round_product_##NAME(FLOAT value, FLOAT a, FLOAT b);                         \
  FLOAT vkmorph_check_perturb_part_##NAME(FLOAT value, FLOAT a, FLOAT b);                          \
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
  }                                                                                                \
  FLOAT vkmorph_check_perturb_part_##NAME(FLOAT value, FLOAT a, FLOAT b) {                         \
    return vkmorph::check::perturbPart(value, a, b);                                               \
  }

VKMORPH_CHECK_PERTURBED(float, float)
VKMORPH_CHECK_PERTURBED(double, double)
