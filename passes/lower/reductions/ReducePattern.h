//===- ReducePattern.h - Values that an operation of the device combines ----------------------===//

#ifndef VKMORPH_PASSES_LOWER_REDUCTIONS_REDUCEPATTERN_H
#define VKMORPH_PASSES_LOWER_REDUCTIONS_REDUCEPATTERN_H

#include "passes/lower/reductions/ReductionPattern.h"

namespace vkmorph::vkm {

/// A vkm.reduce has one accumulator, whose leaves are combined one by one.
class ReducePattern : public ReductionPattern {
public:
  using ReductionPattern::ReductionPattern;
  void add(ReductionOpInterface reduction, llvm::ArrayRef<IterationNumber> numbers) final;
  void lower(ReductionOpInterface reduction, mlir::ValueRange numbers) final;
  void combine(mlir::OpBuilder &builder, mlir::Location loc, LeafValueFn mine,
               LeafValueFn theirs) final;
  void combineIntoFields(mlir::OpBuilder &builder, mlir::Location loc, LeafValueFn mine) final;
  bool isWithoutBranches() const final { return true; }

  /// Adds the accumulator of a row's variable.
  void addVariable(llvm::StringRef name, mlir::Type type, ReduceKind kind);

private:
  llvm::SmallVector<size_t> own; ///< of the accumulators, by index
};

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_REDUCTIONS_REDUCEPATTERN_H
