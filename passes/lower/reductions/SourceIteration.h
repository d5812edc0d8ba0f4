//===- SourceIteration.h - The iteration that a thread's share comes from ---------------------===//

#ifndef VKMORPH_PASSES_LOWER_REDUCTIONS_SOURCEITERATION_H
#define VKMORPH_PASSES_LOWER_REDUCTIONS_SOURCEITERATION_H

#include "passes/lower/reductions/ReductionPattern.h"

namespace vkmorph::vkm {

/// The iteration that a thread's share comes from: a number for each dimension of the grid, the
/// outermost first. It decides between shares where the order of the iterations does.
class SourceIteration {
public:
  SourceIteration() = default;

  /// Adds the accumulators, whose names begin with `name`. With `countsFromOne` 0 says that there
  /// is no share yet.
  SourceIteration(Accumulators &accumulators, GridOp grid, llvm::StringRef name,
                  llvm::ArrayRef<IterationNumber> numbers, bool countsFromOne);

  /// The accumulator of a place that gets the number anyway.
  explicit SourceIteration(size_t accumulator) : parts{accumulator}, isOfPlace(true) {}

  /// Whether 0 says that there is no share yet.
  bool countsFromOne() const { return fromOne; }
  llvm::ArrayRef<size_t> getAccumulators() const { return parts; }

  /// Notes the current iteration; `numbers` are the places of the variables that count.
  void store(mlir::OpBuilder &builder, mlir::Location loc, const Accumulators &accumulators,
             mlir::ValueRange numbers) const;

  /// Whether there is a share, where iterations are counted from one.
  mlir::Value buildIsAny(mlir::OpBuilder &builder, mlir::Location loc,
                         const Accumulators &accumulators, LeafValueFn value) const;

  /// Whether `theirs` comes before (behind) `mine`, a place.
  mlir::Value buildComes(TieBreak which, mlir::OpBuilder &builder, mlir::Location loc,
                         const Accumulators &accumulators, LeafValueFn mine,
                         LeafValueFn theirs) const;

private:
  llvm::SmallVector<size_t> parts; ///< of the accumulators, by index
  bool fromOne = false, isOfPlace = false;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_REDUCTIONS_SOURCEITERATION_H
