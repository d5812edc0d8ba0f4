// What perturbed code calls.
#include "perturbation.h"

#include "inputs.h"
#include "plan.h"
#include "subject.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
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

SampledMethods findSampledMethods(const Subject &subject, const Plan &plan) {
  if (!plan.samples)
    return {};
  return {subject.sampled, subject.sampledCount, plan.fractionBits, plan.levelBits};
}

static bool hasLevels(const TextureInfo &texture) { return texture.levels || texture.levelCount; }

/// 0 where there are no levels.
static size_t countLevels(const TextureInfo &texture, void *object) {
  return texture.levels       ? texture.levels(object).count
         : texture.levelCount ? size_t(std::max<int64_t>(texture.levelCount(object), 0))
                              : 0;
}

/// How many texels a level has along an axis.
static double sizeOf(const TextureInfo &texture, void *object, size_t level, size_t axis) {
  if (texture.levels) {
    const LevelObjects levels = texture.levels(object);
    object = static_cast<unsigned char *>(levels.first) + level * levels.bytes;
  }
  const int64_t size = texture.numbers[axis](object);
  return double(texture.levelCount && size > 0
                    ? std::max<int64_t>(size >> std::min<size_t>(level, 62), 1)
                    : size);
}

size_t countDirections(const SampledMethods &methods) {
  constexpr size_t least = 3;
  const auto hasFourAxes = [](const SampledMethod &method) {
    return hasLevels(*method.texture) && method.texture->dimensions > 2;
  };
  // Three directions tell a sum of three terms from 0, and no more.
  return least + std::any_of(methods.first, methods.first + methods.count, hasFourAxes);
}

/// Texels between which the method with the most axes weighs: two along each axis.
static size_t countCorners(const SampledMethods &methods) {
  size_t most = 0;
  for (const SampledMethod *method = methods.first; method != methods.first + methods.count;
       ++method) {
    const bool weighsLevels = hasLevels(*method->texture) && !method->isNearestLevel;
    most = std::max(most, (method->isNearest ? 0 : method->texture->dimensions) + weighsLevels);
  }
  return most > 0 ? size_t(1) << most : 0;
}

size_t countProbes(const SampledMethods &methods) {
  return countDirections(methods) + countCorners(methods);
}

double shareOf(const SampledMethods &methods, size_t probe) {
  // Results may be 24 times as far away as what counts: that is three times what may be.
  return probe < countDirections(methods) ? 1.0 : std::ldexp(1.0, -int(methods.fractionBits)) / 8.0;
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
  // Of any two rows, half of the columns are equal: Hadamard's matrix.
  constexpr bool linear[4][4] = {{false, false, false, false},
                                 {false, true, false, true},
                                 {false, false, true, true},
                                 {false, true, true, false}};
  const size_t probe = sampledProbe % 4;
  if (isNearest)
    return probe == 0 ? 1.0 : probe == 1 ? -1.0 : random.next() & 1 ? 1.0 : -1.0;
  return linear[probe][axis % 4] ? -1.0 : 1.0;
}

/// Moves a coordinate by as much as a device may that has fractions of so many bits of it. It is
/// counted in texels, or in levels, and a float that has been rounded once.
static double moved(double place, unsigned bits, bool isNearest, size_t axis) {
  const double most = std::ldexp(1.0, -int(bits)) + 2.0 * std::ldexp(1.0, -24) * std::fabs(place);
  // Results may be 24 times as far away as the farthest of these calls: that is three times what
  // may be. A texel is another one, or it is not.
  return place + (isNearest ? most : most / 8.0) * directionOf(isNearest, axis);
}

/// The coarser one of the levels that a place may be between, and moves the place. Its texels are
/// the larger ones: fractions of them are more than those of the other.
static std::optional<size_t> moveLevel(const SampledMethod &method, void *object, float &place) {
  const size_t count = countLevels(*method.texture, object);
  if (count == 0 || !std::isfinite(place))
    return std::nullopt;
  const unsigned bits = sampledMethods->levelBits;
  const double most = double(count - 1);
  const double coarser = std::ceil(double(place) + std::ldexp(1.0, -int(bits)));
  place = float(moved(double(place), bits, method.isNearestLevel, method.texture->dimensions));
  return size_t(std::min(std::max(coarser, 0.0), most));
}

/// Takes the texel at a corner of those that are weighed, on one of the two levels that are: a
/// device may round the weight of each one for itself, so that what moved coordinates change along
/// two edges of them, and that cancels, need not cancel there. The bits of `corner` are its axes.
static void takeCorner(const SampledMethod &method, void *object, float *coordinates,
                       size_t corner) {
  const TextureInfo &texture = *method.texture;
  size_t level = 0;
  if (hasLevels(texture)) {
    const size_t count = countLevels(texture, object);
    float &place = coordinates[texture.dimensions];
    if (count == 0 || !std::isfinite(place))
      return;
    const bool takesNext = corner >> (method.isNearest ? 0 : texture.dimensions) & 1;
    const double number = method.isNearestLevel ? std::floor(double(place) + 0.5)
                                                : std::floor(double(place)) + takesNext;
    const double one = std::min(std::max(number, 0.0), double(count - 1));
    if (!method.isNearestLevel)
      place = float(one);
    level = size_t(one);
  }
  for (size_t axis = 0; axis < texture.dimensions && !method.isNearest; ++axis) {
    const double size = sizeOf(texture, object, level, axis);
    const double place = double(coordinates[axis]) * size - 0.5;
    if (std::isfinite(place) && size > 0.0)
      coordinates[axis] = float((std::floor(place) + double(corner >> axis & 1) + 0.5) / size);
  }
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
  const TextureInfo &texture = *method->texture;
  if (const size_t directions = countDirections(*sampledMethods); sampledProbe >= directions)
    return takeCorner(*method, object, coordinates, sampledProbe - directions);
  const std::optional<size_t> level =
      hasLevels(texture) ? moveLevel(*method, object, coordinates[texture.dimensions]) : 0;
  if (!level)
    return;
  for (size_t axis = 0; axis < texture.dimensions; ++axis) {
    const double size = sizeOf(texture, object, *level, axis);
    const double place = double(coordinates[axis]) * size;
    if (std::isfinite(place) && size > 0.0)
      coordinates[axis] =
          float(moved(place, sampledMethods->fractionBits, method->isNearest, axis) / size);
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
