//===- CallableCut.h - What a grid of callable shaders leaves to another grid -----------------===//
//
//   grid (i < n) { wood = trees[i]->Wood(i); if (wood > 3) total += wood; }
//
// The threads of a ray generation shader do nothing together: they neither combine values nor
// append elements. A grid behind it does, over the same iterations, with the values that these have
// stored:
//
//   grid (i < n) { given[i] = 0; wood = trees[i]->Wood(i); if (wood > 3) { value[i] = wood;
//   given[i] = 1; } } grid (i < n) { if (given[i] != 0) total += value[i]; }
//
// Which values that are, and whether it can be done, is said here, to those who decide and to those
// who cut.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_CALLABLECUT_H
#define VKMORPH_ANALYSIS_PATTERNS_CALLABLECUT_H

#include "analysis/patterns/Dispatches.h"

namespace vkmorph::vkm {

/// Patterns of one grid that an iteration comes to together, or not at all.
struct PatternGroup {
  llvm::SmallVector<mlir::Operation *> patterns; ///< in order
  bool isConditional = false;                    ///< not all iterations come to them
};

/// A grid whose patterns another one does.
class CallableCut {
public:
  explicit CallableCut(GridOp grid);

  /// Those of the iteration itself, in order; none where there is nothing to leave.
  llvm::ArrayRef<PatternGroup> getGroups() const { return m_groups; }
  /// What a pattern needs that is not computed again: values of the iteration.
  llvm::SmallVector<mlir::Value> getStored(mlir::Operation *pattern) const;
  /// Why the patterns cannot be left, those of functions too; none where they can, or there are
  /// none.
  std::optional<DispatchObstacle> findObstacle() const;

private:
  void collect();
  bool canRecompute(mlir::Value value) const;
  void use(mlir::Value value, llvm::SetVector<mlir::Value> &stored) const;
  std::optional<DispatchObstacle> findObstacle(mlir::Operation *pattern) const;

  mutable GridOp m_grid;
  EffectSet m_effects; ///< of its iterations
  llvm::SmallVector<PatternGroup> m_groups;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_CALLABLECUT_H
