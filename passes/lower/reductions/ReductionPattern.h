//===- ReductionPattern.h - What one kind of reduction adds to the lowering of all ------------===//

#ifndef VKMORPH_PASSES_LOWER_REDUCTIONS_REDUCTIONPATTERN_H
#define VKMORPH_PASSES_LOWER_REDUCTIONS_REDUCTIONPATTERN_H

#include "passes/lower/reductions/Accumulators.h"

#include <memory>

namespace vkmorph::vkm {

/// A variable that counts the iterations upwards, from 0 or more, in one dimension of a grid.
struct IterationNumber {
  mlir::Type type;
  bool isCounter; ///< the variable is the source's counter
};

/// Lowers all operations of one kind in a grid. How threads, subgroups and workgroups come together
/// is ReductionLowering's part, which asks these objects what to do with two shares:
///
///   int m_sumLocal = 0;                                    add: its accumulators
///   for (...) { ... m_sumLocal += x; ... }                 lower, for each operation of the body
///   m_sumShared[lid] += m_sumShared[lid + offset];         combine, mine with theirs
///   m_sum += m_sumLocal;                                   combineIntoFields, in the end
class ReductionPattern {
public:
  explicit ReductionPattern(Accumulators &accumulators) : accumulators(accumulators) {}
  virtual ~ReductionPattern() = default;

  /// Adds what a thread keeps for a place. `numbers` belong to the dimensions of the grid.
  virtual void add(ReductionOpInterface reduction, llvm::ArrayRef<IterationNumber> numbers) = 0;

  /// Puts in the place of the operation, in the shader's copy of the body, what a thread does with
  /// its value. `numbers` are the places of the variables that count the iterations.
  virtual void lower(ReductionOpInterface reduction, mlir::ValueRange numbers) = 0;

  /// Combines what `mine` names with what `theirs` gives; of iterations in order, `theirs` come
  /// behind.
  virtual void combine(mlir::OpBuilder &builder, mlir::Location loc, LeafValueFn mine,
                       LeafValueFn theirs) = 0;

  /// Combines what `mine` gives for all iterations into the reduced places.
  virtual void combineIntoFields(mlir::OpBuilder &builder, mlir::Location loc,
                                 LeafValueFn mine) = 0;

  /// Whether shares are combined without branches: a thread may read several before it waits for
  /// the first.
  virtual bool isWithoutBranches() const { return false; }

protected:
  Accumulators &accumulators;
};

/// What lowers the operations of one name.
struct ReductionPatternRow {
  llvm::StringLiteral operation;
  std::unique_ptr<ReductionPattern> (*make)(Accumulators &);
};

/// One row for each operation that is a reduction of its own, in the order in which shares are
/// combined (Pipelines.cpp).
llvm::ArrayRef<ReductionPatternRow> getReductionPatterns();

std::unique_ptr<ReductionPattern> makeReducePattern(Accumulators &accumulators);
std::unique_ptr<ReductionPattern> makeArgReducePattern(Accumulators &accumulators);
std::unique_ptr<ReductionPattern> makeCombinePattern(Accumulators &accumulators);
std::unique_ptr<ReductionPattern> makeLastPattern(Accumulators &accumulators);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_REDUCTIONS_REDUCTIONPATTERN_H
