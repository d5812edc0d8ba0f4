// Compares what the CPU and the GPU computed: integers exactly (but see roundings), floats within a
// bound.
#pragma once

#include "types.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace vkmorph::check {

/// How far floats may be apart:
///
///   |cpu - gpu| <= ulps * u * max(|cpu|, scale) + ulpsOfResult * u * (|cpu| + start)
///                  + unseenSums * u * (onto + unseenSums * largest) + relative * |cpu| + absolute
///
/// with u = 2^-24 for float and 2^-53 for double, half the distance between 1 and the next number.
/// All 0: they have to be equal. Two NaN are equal, infinities are as such. Numbers below the
/// smallest normal one n may count as 0 on devices, in each operation, of which exact results have
/// many as well: (kFlushes + ulps) * max(1, scale) * n is allowed on top.
struct Tolerance {
  static constexpr double kFlushes = 1024.0;

  double ulps = 0.0;
  double scale = 0.0;
  double ulpsOfResult = 0.0; ///< those relative to the result alone
  double start = 0.0;        ///< and to what cancels in it
  /// Sums whose roundings perturbed calls do not show: of what they go onto, and of numbers as
  /// large as the largest of the results.
  double unseenSums = 0.0;
  double onto = 0.0;
  /// Whether those are the worst case: errors relative to a result whose terms do not cancel, or
  /// sums of terms that are alike.
  bool isSure = true;
  double relative = 0.0;
  double absolute = 0.0;
  /// Integers are equal, but for one at each of these digits: floats that may be apart were
  /// converted there, which may take them to the next number.
  uint64_t roundings = 0;
  /// Where the CPU's result is infinite the GPU's may be NaN: it adds infinite multiples.
  bool mayOverflow = false;
  /// Where the CPU's result is infinite or NaN the GPU's may be either: infinities of both signs
  /// are added in another order.
  bool mayCancel = false;
  /// Whether an operation may have taken the number for 0.
  bool mayFlush = true;

  /// `spread`: how far the number came apart where the CPU's arithmetic was perturbed
  /// (rehearsal.h). Negative: that is not known. `largest`: of the array's numbers.
  double allowed(Scalar scalar, double cpu, double spread = -1.0, double largest = 0.0) const;
  /// The part of it that is there for numbers below the smallest normal one.
  double flushed(Scalar scalar) const;
  /// Whether a user has stated how far numbers may be apart.
  bool isStated() const { return relative > 0.0 || absolute > 0.0; }
  bool allows(Scalar scalar, const void *cpu, const void *gpu, double spread = -1.0) const;
};

/// Two scalars that are too far apart.
struct Difference {
  std::string where; ///< "dst[17]", "m_sum"
  std::string cpu, gpu;
  double error = 0.0; ///< |cpu - gpu|; NaN where that says nothing
  double allowed = 0.0;
  std::string inputs; ///< those at the same index
};

/// Of numbers that may be apart, how many have a bound that is smaller than they are: less than
/// half as large as they, or as is typical of them.
struct Usefulness {
  uint64_t useful = 0, useless = 0;
  double bound = 0.0, value = 0.0; ///< of the first useless one
  uint64_t byChance = 0; ///< differ, and are so few beside the useless ones that they count as such

  void add(const Usefulness &other);
};

/// What a comparison found, all values of one call together.
struct Comparison {
  static constexpr size_t kMostShown = 8;

  uint64_t compared = 0;
  uint64_t different = 0;
  std::vector<Difference> differences; ///< the first of them
  /// The worst error of a float as a part of what is allowed; of those that agree too. Where no
  /// error is allowed, it is infinite.
  double worstRatio = 0.0;
  double worstError = 0.0;
  double worstAllowed = 0.0;
  std::string worstWhere;
  /// The largest bound that was applied to a float.
  double largestAllowed = 0.0;
  /// Of all that the GPU gave.
  uint64_t fingerprint = 0;
  /// By the names of arrays and members.
  std::map<std::string, Usefulness> usefulness;

  /// Compares `count` values of a type. `spread` has one number for each scalar, or is null.
  /// `describe` tells the inputs that belong to an index.
  void add(const std::string &name, const Type &type, size_t count, bool isArray,
           const Tolerance &tolerance, const std::vector<double> *spread, const void *cpu,
           const void *gpu, const std::function<std::string(size_t)> &describe);
  /// The same of arrays whose elements the GPU may have in another order.
  void addUnordered(const std::string &name, const Type &type, size_t count,
                    const Tolerance &tolerance, const std::vector<double> *spread, const void *cpu,
                    const void *gpu, const std::function<std::string(size_t)> &describe);
};

} // namespace vkmorph::check
