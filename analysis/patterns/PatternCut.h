//===- PatternCut.h - What a grid leaves to another one behind it -----------------------------===//
//
//   grid (i < n) { wood = trees[i]->Wood(i); if (wood > 3) total += wood; }
//
// The threads of a ray generation shader do nothing together: they neither combine values nor
// append elements. Those that run calls for one another do nothing together in the order of the
// source. A grid behind it does, over the same iterations, with the values that these have stored:
//
//   grid (i < n) { given[i] = 0; wood = trees[i]->Wood(i); if (wood > 3) { value[i] = wood;
//   given[i] = 1; } } grid (i < n) { if (given[i] != 0) total += value[i]; }
//
// What reads a running total moves with it, and all that follows in the iteration: its tail.
//
// Which values that are, and whether it can be done, is said here, to those who decide and to those
// who cut.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_PATTERNCUT_H
#define VKMORPH_ANALYSIS_PATTERNS_PATTERNCUT_H

#include "analysis/patterns/Dispatches.h"

namespace vkmorph::vkm {

/// On a pattern: a grid behind the one that comes to it is to do it.
inline constexpr llvm::StringLiteral kLeftAttr = "vkm.left";

/// Patterns of one grid that an iteration comes to together, or not at all.
struct PatternGroup {
  llvm::SmallVector<mlir::Operation *> patterns; ///< in order
  bool isConditional = false;                    ///< not all iterations come to them
};

/// A grid of which another one does some of the patterns.
class PatternCut {
public:
  /// `isLeft` says which of them, in functions as well. A row is a loop like others to a thread
  /// that takes it alone, and what is carried a part of the pattern around it: neither is asked.
  PatternCut(GridOp grid, llvm::function_ref<bool(mlir::Operation *)> isLeft);

  /// Whether there is anything to leave.
  bool isNeeded() const { return !m_left.empty(); }
  /// All that is left, in functions as well.
  llvm::ArrayRef<mlir::Operation *> getLeft() const { return m_left.getArrayRef(); }
  /// Those of the iteration itself in front of the tail, in order.
  llvm::ArrayRef<PatternGroup> getGroups() const { return m_groups; }
  /// What a pattern needs that is not computed again: values of the iteration.
  llvm::SmallVector<mlir::Value> getStored(mlir::Operation *pattern) const;

  /// The first statement of the iteration that the other grid takes with all that follows; null
  /// where it takes patterns alone.
  mlir::Operation *getTail() const { return m_tail; }
  bool isTailConditional() const;
  /// The variables that hold running totals, in order, which are declared in the other grid.
  llvm::ArrayRef<VarOp> getTotals() const { return m_totals; }
  /// Whether an operation of the iteration is one of the tail.
  bool isInTail(mlir::Operation *op) const;

  /// Why the patterns cannot be left, those of functions too; none where they can, or there are
  /// none. `who` cannot do them: "ray generation shaders".
  std::optional<DispatchObstacle> findObstacle(llvm::StringRef who) const;

private:
  void findTail();
  void collect();
  bool canRecompute(mlir::Value value) const;
  void use(mlir::Value value, llvm::SetVector<mlir::Value> &stored) const;
  std::optional<DispatchObstacle> findObstacle(mlir::Operation *pattern, llvm::StringRef who) const;

  mutable GridOp m_grid;
  EffectSet m_effects; ///< of its iterations
  llvm::SetVector<mlir::Operation *> m_left;
  llvm::SmallVector<PatternGroup> m_groups;
  llvm::SmallVector<VarOp> m_totals;
  mlir::Operation *m_tail = nullptr;
};

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_PATTERNCUT_H
