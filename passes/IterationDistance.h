//===- IterationDistance.h - Iterations that are a value apart need each other ---------------===//

#ifndef VKMORPH_PASSES_ITERATIONDISTANCE_H
#define VKMORPH_PASSES_ITERATIONDISTANCE_H

#include "analysis/values/Affine.h"

namespace vkmorph::vkm {

/// On a grid of one dimension, a unit: iterations need each other's elements, if at all, where
/// their numbers are a distance apart (findIterationDistances), until vkm-run-apart. Beside
/// `vkm.steps` the host counts pieces of the loop that are as long as the smallest distance;
/// without, each thread runs through iterations that are multiples of one distance apart.
inline constexpr llvm::StringLiteral kRunsApartAttr = "vkm.runs_apart";

/// How far apart the counters of two iterations are that are in each other's way.
struct IterationDistances {
  /// Each has any sign, and is a multiple of the grid's step; where its value is 0, no two are in
  /// each other's way by it. At least one; none is there twice.
  llvm::SmallVector<Polynomial, 2> all;
  /// That of which all are multiples; none where it is not among them, and they are no constants.
  std::optional<Polynomial> common;
  /// Whether an expression in front of the grid can compute them, and the counter can go on by them
  /// behind the end of its loop; otherwise nothing is known of them but that they do not vary.
  bool areKnown = true;
};

/// Those distances, for `t[i] += g * t[i - delay]` only `delay`. None where iterations are in each
/// other's way otherwise, or not at all. What one may do about them: partition the iterations by
/// the greatest common divisor (D. A. Padua, Multiprocessors: Discussion of some theoretical and
/// practical problems, 1979), or run as many at once as the smallest says (cycle shrinking:
/// C. D. Polychronopoulos, Compiler optimizations for enhancing parallelism and their impact on
/// architecture design, 1988).
std::optional<IterationDistances> findIterationDistances(AffineAnalysis &analysis, GridOp grid);

/// Whether some launch gives the kernel an unsigned number for a distance that may be a negative
/// one: a difference, or what was converted. Where that has wrapped, subscripts wrap as well.
bool mayBeWrapped(const AffineAnalysis &analysis, GridOp grid, const Polynomial &distance);

/// The parameters and members that distances are made of: "'k' and 'm'"; empty where one has no
/// name.
std::string spellSymbols(const AffineAnalysis &analysis, llvm::ArrayRef<Polynomial> distance);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_ITERATIONDISTANCE_H
