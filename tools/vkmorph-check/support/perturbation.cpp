// What perturbed code calls.
#include "perturbation.h"

#include "inputs.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

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

// Perturbed code calls these for each operation: they do without calls of the mathematical library.

/// From a number that is not negative to the next larger one.
template <class Float> static Float unitAt(Float size) {
  using Bits = std::conditional_t<sizeof(Float) == sizeof(float), uint32_t, uint64_t>;
  Bits bits;
  Float next;
  std::memcpy(&bits, &size, sizeof(bits));
  ++bits;
  std::memcpy(&next, &bits, sizeof(next));
  return next - size;
}

static double floorOf(double value) {
  // Steps are a few.
  constexpr double most = 8.0;
  return std::fabs(value) < most ? double(int(value + most)) - most : std::floor(value);
}

/// A result that is rounded, up or down at random, so that the exact one is what it is on average:
/// roundings that all go one way, as of equal terms, show. `error` is the exact result without the
/// rounded one.
template <class Float> static Float roundRandomly(Float result, Float error) {
  if (error == Float(0) || !std::isfinite(error))
    return result;
  const Float unit = unitAt(std::fabs(result));
  const double steps = floorOf(double(error) / double(unit) + 2.0 * random.unit() - 0.5);
  return result + Float(steps) * unit;
}

/// With Knuth's error of a sum.
template <class Float> static Float roundSum(Float sum, Float a, Float b) {
  const Float other = sum - a;
  return roundRandomly(sum, (a - (sum - other)) + (b - other));
}

static float roundProduct(float product, float a, float b) {
  // Of two floats, the product is exact as a double.
  return roundRandomly(product, float(double(a) * double(b) - double(product)));
}
static double roundProduct(double product, double a, double b) {
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
