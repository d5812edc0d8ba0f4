// Compares values scalar by scalar.
#include "compare.h"

#include "inputs.h"
#include "unordered.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace vkmorph::check {

/// How many times as far as the perturbed results of the CPU the GPU's may be. Those are few, and
/// so all of them may be closer by chance than the result of a device that is as wrong as it may
/// be; devices mostly are much better.
static constexpr double kSpreads = 24.0;
static constexpr double kAlike = 8.0;
/// What perturbed results that are rounded to the same number do not show, in units of u.
static constexpr double kUnseen = 64.0;

double Tolerance::flushed(Scalar scalar) const {
  if (!isFloat(scalar) || !mayFlush)
    return 0.0;
  const double smallest = double(scalar == Scalar::Float ? std::numeric_limits<float>::min()
                                                         : std::numeric_limits<double>::min());
  // As large as what such numbers are multiplied with later.
  return smallest * (kFlushes + ulps) * std::max(1.0, scale);
}

double Tolerance::allowed(Scalar scalar, double cpu, double spread, double largest) const {
  if (!isFloat(scalar))
    return 0.0;
  const double unit = scalar == Scalar::Float ? 0x1p-24 : 0x1p-53;
  const double stated = relative * std::fabs(cpu) + absolute;
  const double unseen = unseenSums * unit * (onto + unseenSums * largest);
  const double counted = ulps * unit * std::max(std::fabs(cpu), scale) +
                         ulpsOfResult * unit * (std::fabs(cpu) + start) + unseen;
  if (ulps == 0.0 || spread < 0.0)
    return flushed(scalar) + counted + stated;
  // The same matrices of doubles are rounded alike in each block, which no perturbed call is.
  const double alike = mayCancel && scalar == Scalar::Double ? kAlike : 1.0;
  const double measured =
      alike * kSpreads * spread + std::min(ulps, kUnseen) * unit * std::fabs(cpu) + unseen;
  // What is counted holds for all errors that do not change what is decided.
  const bool isBoth = isSure && std::isfinite(measured);
  return flushed(scalar) + (isBoth ? std::min(counted, measured) : measured) + stated;
}

/// Whether a difference of numbers of `bits` bits is made of one more or less at some of the
/// digits.
static bool isOfRoundings(uint64_t difference, uint64_t digits, unsigned bits) {
  const uint64_t most = bits < 64 ? (uint64_t(1) << bits) - 1 : UINT64_MAX;
  difference &= most;
  digits &= most;
  if (difference == 0 || digits == 0)
    return difference == 0;
  const uint64_t lowest = digits & (~digits + 1);
  if ((difference & (lowest - 1)) != 0)
    return false;
  const uint64_t others = digits & ~lowest;
  if ((difference & lowest) == 0)
    return isOfRoundings(difference, others, bits);
  return isOfRoundings(difference - lowest, others, bits) ||
         isOfRoundings(difference + lowest, others, bits);
}

bool Tolerance::allows(Scalar scalar, const void *cpu, const void *gpu, double spread) const {
  if (isFloat(scalar))
    return false;
  // Decided by inexact floats: another number came out when those were perturbed.
  if (spread > 0.0 && std::fabs(toDouble(scalar, cpu) - toDouble(scalar, gpu)) <= spread)
    return true;
  if (roundings == 0)
    return false;
  uint64_t left = 0, right = 0;
  std::memcpy(&left, cpu, sizeOf(scalar));
  std::memcpy(&right, gpu, sizeOf(scalar));
  return isOfRoundings(left - right, roundings, unsigned(8 * sizeOf(scalar)));
}

namespace {
struct Verdict {
  bool agree;
  double error = 0.0;   ///< NaN where that says nothing
  double allowed = 0.0; ///< of floats
};
} // namespace

static Verdict judge(Scalar scalar, const Tolerance &tolerance, double apart, double largest,
                     const uint8_t *cpu, const uint8_t *gpu) {
  Verdict verdict = {std::memcmp(cpu, gpu, sizeOf(scalar)) == 0};
  const double x = toDouble(scalar, cpu), y = toDouble(scalar, gpu);
  if (!isFloat(scalar)) {
    if (!verdict.agree) {
      verdict.agree = tolerance.allows(scalar, cpu, gpu, apart);
      verdict.error = std::fabs(x - y);
    }
    return verdict;
  }
  verdict.allowed = tolerance.allowed(scalar, std::isfinite(x) ? x : 0.0, apart, largest);
  verdict.agree = x == y || (std::isnan(x) && std::isnan(y)) ||
                  (tolerance.mayOverflow && std::isinf(x) && std::isnan(y)) ||
                  (tolerance.mayCancel && !std::isfinite(x) && !std::isfinite(y));
  if (!verdict.agree) {
    verdict.error = std::fabs(x - y);
    verdict.agree = verdict.error <= verdict.allowed && std::isfinite(x) && std::isfinite(y);
  }
  return verdict;
}

/// Results that come apart by more than that part of what is typical of them depend on errors in no
/// simple way any more: nothing is known of how far they may be apart.
static constexpr double kMostSpread = 0.01;

static double spreadOf(const std::vector<double> *spread, size_t scalar) {
  return spread && scalar < spread->size() ? (*spread)[scalar] : -1.0;
}

/// The root of the mean square of one of the elements' floats; 0 where there are none.
static double typicalSize(const Leaf &leaf, size_t bytes, size_t count, const uint8_t *elements) {
  double squares = 0.0;
  size_t finite = 0;
  for (size_t i = 0; i < (isFloat(leaf.scalar) ? count : 0); ++i)
    if (const double value = toDouble(leaf.scalar, elements + i * bytes + leaf.offset);
        std::isfinite(value)) {
      squares += value * value;
      ++finite;
    }
  return finite > 0 ? std::sqrt(squares / double(finite)) : 0.0;
}

/// The largest magnitude of one of the elements' floats.
static double largestOf(const Leaf &leaf, size_t bytes, size_t count, const uint8_t *elements) {
  double largest = 0.0;
  for (size_t i = 0; i < (isFloat(leaf.scalar) ? count : 0); ++i)
    if (const double size = std::fabs(toDouble(leaf.scalar, elements + i * bytes + leaf.offset));
        std::isfinite(size))
      largest = std::max(largest, size);
  return largest;
}

void Usefulness::add(const Usefulness &other) {
  if (useless == 0) {
    bound = other.bound;
    value = other.value;
  }
  byChance += other.byChance;
  useful += other.useful;
  useless += other.useless;
}

namespace {
/// What a comparison finds of one of an element's scalars, over all elements.
struct Column {
  double size = 0.0;    ///< typical of it
  double largest = 0.0; ///< of those that are alike
  double spread = 0.0;
  Usefulness usefulness;
  uint64_t different = 0;
  /// The first of them, each with its place among all.
  std::vector<std::pair<size_t, Difference>> differences;
};
} // namespace

/// The median of how far one of an element's scalars came apart, of those elements in which it did.
static double typicalSpread(const std::vector<double> *spread, size_t column, size_t columns) {
  std::vector<double> known;
  for (size_t i = column; spread && i < spread->size(); i += columns)
    if ((*spread)[i] > 0.0 && std::isfinite((*spread)[i]))
      known.push_back((*spread)[i]);
  if (known.empty())
    return 0.0;
  auto middle = known.begin() + std::ptrdiff_t(known.size() / 2);
  std::nth_element(known.begin(), middle, known.end());
  return *middle;
}

/// What elements of an array come apart by has a typical size. Few perturbed calls may show much
/// less of one of them, which rounding took back: so large a part of it is assumed of each.
static constexpr double kLeastSpread = 0.25;

/// A result that nothing is known of may come apart by little in all of the few perturbed calls, by
/// chance: one of so many.
static constexpr uint64_t kChance = 256;

void Comparison::add(const std::string &name, const Type &type, size_t count, bool isArray,
                     const Tolerance &tolerance, const std::vector<double> *spread, const void *cpu,
                     const void *gpu, const std::function<std::string(size_t)> &describe) {
  const std::vector<Leaf> leaves = leavesOf(type);
  const auto *left = static_cast<const uint8_t *>(cpu);
  const auto *right = static_cast<const uint8_t *>(gpu);
  std::vector<Column> columns(leaves.size());
  std::map<std::string, double> largestOfRule; ///< elements of arrays in it are alike
  for (size_t i = 0; i < leaves.size(); ++i) {
    columns[i].size = typicalSize(leaves[i], type.bytes, count, left);
    double &largest = largestOfRule[leaves[i].rule];
    largest = std::max(largest, largestOf(leaves[i], type.bytes, count, left));
    if (isFloat(leaves[i].scalar))
      columns[i].spread = kLeastSpread * typicalSpread(spread, i, leaves.size());
  }
  for (size_t i = 0; i < leaves.size(); ++i)
    columns[i].largest = largestOfRule[leaves[i].rule];
  compared += count * leaves.size();
  for (size_t scalar = 0; scalar < count * leaves.size(); ++scalar) {
    const size_t index = scalar / leaves.size();
    const Leaf &leaf = leaves[scalar % leaves.size()];
    Column &column = columns[scalar % leaves.size()];
    const uint8_t *a = left + index * type.bytes + leaf.offset;
    const uint8_t *b = right + index * type.bytes + leaf.offset;
    uint64_t bits = 0;
    std::memcpy(&bits, b, sizeOf(leaf.scalar));
    fingerprint = mixSeed(fingerprint, bits);
    const double own = std::max(column.size, std::fabs(toDouble(leaf.scalar, a)));
    double apart = spreadOf(spread, scalar);
    if (apart >= 0.0)
      apart = std::max(apart, column.spread);
    if (isFloat(leaf.scalar) && apart > kMostSpread * own)
      apart = std::numeric_limits<double>::infinity();
    const Verdict verdict = judge(leaf.scalar, tolerance, apart, column.largest, a, b);
    const auto where = [&] {
      return name + (isArray ? "[" + std::to_string(index) + "]" : "") + leaf.path;
    };
    const double none = tolerance.flushed(leaf.scalar);
    const double allowed = verdict.allowed > none ? verdict.allowed : 0.0;
    if (std::isfinite(allowed))
      largestAllowed = std::max(largestAllowed, allowed);
    if (allowed > 0.0 && own > 0.0 && !tolerance.isStated()) {
      Usefulness &usefulness = column.usefulness;
      if (allowed < 0.5 * own) {
        ++usefulness.useful;
      } else if (usefulness.useless++ == 0) {
        usefulness.bound = allowed;
        usefulness.value = own;
      }
    }
    // What floats decide, and may be anything where they are a little off.
    if (!isFloat(leaf.scalar) && apart >= 0.0 && !tolerance.isStated()) {
      if (apart < std::max(1.0, std::fabs(toDouble(leaf.scalar, a)))) {
        ++column.usefulness.useful;
      } else if (column.usefulness.useless++ == 0) {
        column.usefulness.bound = apart;
        column.usefulness.value = toDouble(leaf.scalar, a);
      }
    }
    if (isFloat(leaf.scalar) && verdict.error > none && std::isfinite(allowed)) {
      const double ratio =
          allowed > 0.0 ? verdict.error / allowed : std::numeric_limits<double>::infinity();
      if (ratio > worstRatio || (ratio == worstRatio && verdict.error > worstError)) {
        worstRatio = ratio;
        worstError = verdict.error;
        worstAllowed = allowed;
        worstWhere = where();
      }
    }
    if (!verdict.agree && column.different++ < kMostShown)
      column.differences.push_back({scalar,
                                    {where(), spell(leaf.scalar, a), spell(leaf.scalar, b),
                                     verdict.error, allowed, describe(index)}});
  }
  std::map<size_t, Difference> found;
  for (size_t i = 0; i < leaves.size(); ++i) {
    Usefulness &own = columns[i].usefulness;
    const bool isChance = columns[i].different <= own.useless / kChance;
    own.byChance = isChance ? columns[i].different : 0;
    if (own.useful + own.useless > 0)
      usefulness[name + leaves[i].rule].add(own);
    if (isChance)
      continue;
    different += columns[i].different;
    found.insert(columns[i].differences.begin(), columns[i].differences.end());
  }
  for (const auto &[scalar, difference] : found)
    if (differences.size() < kMostShown)
      differences.push_back(difference);
}

void Comparison::addUnordered(const std::string &name, const Type &type, size_t count,
                              const Tolerance &tolerance, const std::vector<double> *spread,
                              const void *cpu, const void *gpu,
                              const std::function<std::string(size_t)> &describe) {
  const auto *left = static_cast<const uint8_t *>(cpu), *right = static_cast<const uint8_t *>(gpu);
  const std::vector<Leaf> leaves = leavesOf(type);
  const auto agree = [&](size_t i, size_t j) {
    for (size_t k = 0; k < leaves.size(); ++k)
      if (!judge(leaves[k].scalar, tolerance, spreadOf(spread, i * leaves.size() + k), 0.0,
                 left + i * type.bytes + leaves[k].offset,
                 right + j * type.bytes + leaves[k].offset)
               .agree)
        return false;
    return true;
  };
  const std::vector<size_t> matched = matchElements(type, count, cpu, gpu, agree);
  std::vector<uint8_t> ordered(count * type.bytes);
  for (size_t i = 0; i < count; ++i)
    std::memcpy(ordered.data() + i * type.bytes, right + matched[i] * type.bytes, type.bytes);
  add(name, type, count, true, tolerance, spread, cpu, ordered.data(), describe);
}

} // namespace vkmorph::check
