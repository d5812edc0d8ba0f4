// Compares values scalar by scalar.
#include "compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace vkmorph::check {

double Tolerance::allowed(Scalar scalar, double cpu) const {
  if (!isFloat(scalar))
    return 0.0;
  const bool isSingle = scalar == Scalar::Float;
  const double unit = isSingle ? 0x1p-24 : 0x1p-53;
  const double smallest =
      double(isSingle ? std::numeric_limits<float>::min() : std::numeric_limits<double>::min());
  // As large as what such numbers are multiplied with later.
  const double flushed = smallest * (kFlushes + ulps) * std::max(1.0, scale);
  return flushed + ulps * unit * std::max(std::fabs(cpu), scale) +
         (ulpsOfResult * unit + relative) * std::fabs(cpu) + absolute;
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

bool Tolerance::allows(Scalar scalar, const void *cpu, const void *gpu) const {
  if (isFloat(scalar) || roundings == 0)
    return false;
  uint64_t left = 0, right = 0;
  std::memcpy(&left, cpu, sizeOf(scalar));
  std::memcpy(&right, gpu, sizeOf(scalar));
  return isOfRoundings(left - right, roundings, unsigned(8 * sizeOf(scalar)));
}

void Comparison::add(const std::string &name, const Type &type, size_t count, bool isArray,
                     const Tolerance &tolerance, const void *cpu, const void *gpu,
                     const std::function<std::string(size_t)> &describe) {
  const std::vector<Leaf> leaves = leavesOf(type);
  const auto *left = static_cast<const uint8_t *>(cpu);
  const auto *right = static_cast<const uint8_t *>(gpu);
  const double none = Tolerance().allowed(Scalar::Float, 0.0);
  for (size_t i = 0; i < count; ++i, left += type.bytes, right += type.bytes)
    for (const Leaf &leaf : leaves) {
      ++compared;
      const uint8_t *a = left + leaf.offset, *b = right + leaf.offset;
      const auto where = [&] {
        return name + (isArray ? "[" + std::to_string(i) + "]" : "") + leaf.path;
      };
      double error = 0.0, allowed = 0.0;
      bool agree = std::memcmp(a, b, sizeOf(leaf.scalar)) == 0;
      if (isFloat(leaf.scalar)) {
        const double x = toDouble(leaf.scalar, a), y = toDouble(leaf.scalar, b);
        allowed = tolerance.allowed(leaf.scalar, std::isfinite(x) ? x : 0.0);
        if (allowed > none)
          largestAllowed = std::max(largestAllowed, allowed);
        if (x == y || (std::isnan(x) && std::isnan(y))) {
          agree = true;
        } else {
          error = std::fabs(x - y);
          agree = error <= allowed && std::isfinite(x) && std::isfinite(y);
          const double ratio =
              allowed > none ? error / allowed : std::numeric_limits<double>::infinity();
          if (error > none && (ratio > worstRatio || (ratio == worstRatio && error > worstError))) {
            worstRatio = ratio;
            worstError = error;
            worstAllowed = allowed > none ? allowed : 0.0;
            worstWhere = where();
          }
        }
      } else if (!agree) {
        agree = tolerance.allows(leaf.scalar, a, b);
        error = std::fabs(toDouble(leaf.scalar, a) - toDouble(leaf.scalar, b));
      }
      if (agree)
        continue;
      ++different;
      if (differences.size() < kMostShown)
        differences.push_back({where(), spell(leaf.scalar, a), spell(leaf.scalar, b), error,
                               allowed > none ? allowed : 0.0, describe(i)});
    }
}

} // namespace vkmorph::check
