// What perturbed code calls.
#include "perturbation.h"

#include "inputs.h"
#include "subject.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

// Perturbed code reads it before each operation. One thread at a time is perturbed.
extern "C" unsigned char vkmorph_check_perturbs;
unsigned char vkmorph_check_perturbs = 0;
// The same behind each store of floats in memory that is not the function's own.
extern "C" unsigned char vkmorph_check_keeps_halves;
unsigned char vkmorph_check_keeps_halves = 0;

namespace vkmorph::check {

static Random random(0);
static FindHalves whereHalvesAre;
static const SampledMethods *sampledMethods = nullptr;
static size_t sampledProbe = 0;

/// One of the half floats next to a float, which itself is one of them or lies in between. Above
/// the largest one nothing is promised.
static float keepInHalf(float value) {
  constexpr int bits = 11, smallest = -24;
  constexpr float largest = 65504.0f;
  if (value == 0.0f || !(std::fabs(value) <= largest))
    return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  const double unit = std::ldexp(1.0, std::max(exponent - bits, smallest));
  const double steps = double(value) / unit, below = std::floor(steps);
  return float((below + (steps > below && random.next() & 1 ? 1.0 : 0.0)) * unit);
}

/// Of so many bytes from there on, those that are kept in halves.
static void keepInHalves(void *place, size_t bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(place), end = begin + bytes;
  for (const KeptInHalf &kept : whereHalvesAre()) {
    const auto first = reinterpret_cast<uintptr_t>(kept.begin);
    const uintptr_t from = std::max(first, begin), to = std::min(first + kept.bytes, end);
    for (uintptr_t at = from; at + sizeof(float) <= to; at += sizeof(float)) {
      float value;
      std::memcpy(&value, reinterpret_cast<const void *>(at), sizeof(value));
      value = keepInHalf(value);
      std::memcpy(reinterpret_cast<void *>(at), &value, sizeof(value));
    }
  }
}

Perturbation::Perturbation(uint64_t seed) {
  random = Random(seed);
  vkmorph_check_perturbs = 1;
}

void Perturbation::keepHalves(FindHalves find) {
  whereHalvesAre = std::move(find);
  vkmorph_check_keeps_halves = whereHalvesAre ? 1 : 0;
  if (whereHalvesAre)
    for (const KeptInHalf &kept : whereHalvesAre())
      keepInHalves(kept.begin, kept.bytes);
}

void Perturbation::moveCoordinates(const SampledMethods &methods, size_t probe) {
  sampledMethods = &methods;
  sampledProbe = probe;
}

Perturbation::~Perturbation() {
  sampledMethods = nullptr;
  vkmorph_check_perturbs = 0;
  vkmorph_check_keeps_halves = 0;
  whereHalvesAre = nullptr;
}

/// Which way a coordinate is moved. What is linear in each of two coordinates comes apart the most
/// in one of these ways; the nearest texel is another one where all of them are moved one way.
static double directionOf(bool isNearest, size_t axis) {
  constexpr bool linear[3][3] = {{false, false, false}, {false, true, false}, {false, false, true}};
  const size_t probe = sampledProbe % 3;
  if (isNearest)
    return probe == 0 ? 1.0 : probe == 1 ? -1.0 : random.next() & 1 ? 1.0 : -1.0;
  return linear[probe][axis % 3] ? -1.0 : 1.0;
}

static void moveCoordinates(void *object, float *coordinates, const char *name) {
  if (!sampledMethods)
    return;
  const SampledMethod *method = sampledMethods->first;
  const SampledMethod *end = method + sampledMethods->count;
  while (method != end && std::strcmp(method->method, name) != 0)
    ++method;
  if (method == end)
    return;
  for (size_t axis = 0; axis < method->texture->dimensions; ++axis) {
    const double size = double(method->texture->numbers[axis](object));
    const double place = double(coordinates[axis]) * size;
    if (!std::isfinite(place) || size <= 0.0)
      continue;
    // A fraction of so many bits, of a product that is a float.
    double moved = std::ldexp(1.0, -int(sampledMethods->fractionBits)) +
                   2.0 * std::ldexp(1.0, -24) * std::fabs(place);
    // Results may be 24 times as far away as the farthest of these calls: that is three times what
    // may be. A texel is another one, or it is not.
    if (!method->isNearest)
      moved /= 8.0;
    coordinates[axis] = float((place + moved * directionOf(method->isNearest, axis)) / size);
  }
}

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

extern "C" void vkmorph_check_sampled(void *object, float *coordinates, const char *method);
void vkmorph_check_sampled(void *object, float *coordinates, const char *method) {
  vkmorph::check::moveCoordinates(object, coordinates, method);
}

extern "C" void vkmorph_check_stored(void *place, uint64_t bytes);
void vkmorph_check_stored(void *place, uint64_t bytes) {
  vkmorph::check::keepInHalves(place, size_t(bytes));
}

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
