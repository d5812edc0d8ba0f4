//===- HeldRanges.h - Between which bounds conditions hold a place ----------------------------===//

#ifndef VKMORPH_PASSES_RECOGNISE_HELDRANGES_H
#define VKMORPH_PASSES_RECOGNISE_HELDRANGES_H

#include "analysis/patterns/RunningSteps.h"
#include "analysis/values/Expressions.h"
#include "analysis/values/ValueRanges.h"

#include <optional>
#include <vector>

namespace vkmorph::vkm {

/// The number `base + offset` or `offset - base`, or `offset` alone where there is no base.
struct Bound {
  mlir::Value base;
  int64_t offset = 0;
  bool isNegated = false;

  Bound operator+(int64_t by) const { return {base, offset + by, isNegated}; }
  Bound operator-() const { return {base, -offset, base && !isNegated}; }
};

/// The bound that an integer expression is.
Bound getBound(mlir::Value value);

/// The sum of two bounds, if it is a bound.
std::optional<Bound> addBounds(const Bound &a, const Bound &b);

/// Between which numbers a bound is, where these are not too large.
std::optional<IntegerRange> getNumbers(const Bound &bound);

/// Whether both are built alike.
bool isSameBound(const Bound &a, const Bound &b);

/// Whether `a <= b` is known, where both are evaluated at once.
bool isAtMost(const Bound &a, const Bound &b);

/// What is known of a place at a point of the iteration: it is none of `lower` below, and none of
/// `upper` above.
struct HeldRange {
  llvm::SmallVector<Bound> lower, upper;
  bool isReached = true;

  bool isAtLeast(const Bound &bound) const;
  bool isAtMost(const Bound &bound) const;
  /// Leaves what holds here and there, also of bounds that are asked for.
  void join(const HeldRange &other, const HeldRange &asked);
};

/// A comparison of a place with a bound that is not made of it.
struct PlaceTest {
  CmpKind kind;
  Bound bound;
  Bound shift; ///< what it adds to the place in front of that, and takes from the bound here
};

/// The comparison that a condition is.
std::optional<PlaceTest> matchPlaceTest(mlir::Value condition, const PlacePath &path);

/// The numbers of a type; of 64 bits without a sign those of an `int64_t`.
IntegerRange getLimits(mlir::Type type);

/// What a statement does to a place (`matchChanges`), whatever condition it stands under.
std::optional<llvm::SmallVector<Change>> getChanges(mlir::Operation *write, const PlacePath &path);

/// Whether what a condition reads of a place is what it still is where the branch is.
bool isFresh(IfOp branch, const PlacePath &path);

/// Finds between which bounds an integer place of the class data is in each iteration of a grid:
/// the strongest of those that the conditions name, and of what the place is in front of the grid,
/// that every iteration keeps (Flanagan and Leino, Houdini, 2001).
class HeldRanges {
public:
  HeldRanges(GridOp grid, const PlacePath &path, mlir::Type type);
  /// Erases what it has built for bounds and nothing uses.
  ~HeldRanges();
  /// What is known where a branch begins.
  HeldRange getAt(IfOp branch) const { return at.lookup(branch); }
  /// What is known where a condition has been found to hold, or not to.
  void refine(HeldRange &range, mlir::Value condition, bool holds) const;
  /// Whether adding a value to the place where that is known leads above the numbers of its type,
  /// or below.
  bool mayLeave(const HeldRange &range, const Bound &by, bool isAbove) const;
  /// Whether a sum of an unsigned place may wrap around.
  bool mayWrap() const { return wraps; }
  /// The thresholds c for which `t >= c` is as true as for the given one, where that is known.
  llvm::SmallVector<Bound> getThresholds(const Bound &threshold, const HeldRange &range) const;

private:
  struct Alias {
    Bound threshold, high, low;
  };
  void apply(HeldRange &range, mlir::Operation *write);
  void shift(HeldRange &range, IntegerRange by, const Bound &added);
  void addUp();
  void collectThresholds();
  void addAlias(const Bound &threshold, mlir::Value start);
  bool isSteady(mlir::Value value) const;
  void run(mlir::Region &region, HeldRange &range);
  void runStatement(mlir::Operation *op, HeldRange &range);
  void check(const HeldRange &range);
  void test(HeldRange &range, const PlaceTest &test, bool holds) const;
  bool writes(mlir::Operation *op) const;

  GridOp grid;
  PlacePath path;
  mlir::Type type;
  EffectSet effects; ///< of the iteration
  std::optional<Bound> start;
  std::vector<Alias> aliases;
  llvm::SmallVector<mlir::Operation *> built;
  HeldRange head; ///< what may still hold where an iteration begins
  bool isChanged = false, wraps = false;
  /// What all iterations come to at most and at least, as long as nothing holds them.
  IntegerRange reached{INT64_MIN, INT64_MAX};
  llvm::DenseMap<mlir::Operation *, HeldRange> at;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_HELDRANGES_H
