//===- ValuesBefore.h - What places hold when a grid begins -----------------------------------===//

#ifndef VKMORPH_PASSES_RECOGNISE_VALUESBEFORE_H
#define VKMORPH_PASSES_RECOGNISE_VALUESBEFORE_H

#include "ir/Places.h"

namespace vkmorph::vkm {

/// The last value that the kernel gives a place in front of a grid, always and as a whole; null
/// where that is not known.
mlir::Value findValueBefore(GridOp grid, const PlacePath &place);

/// The same, for iterations alone: also what `if (0 < n) last = a[0];` sets in front of a loop up
/// to n.
mlir::Value findValueOfFirst(GridOp grid, const PlacePath &place);

/// Whether what a value from in front of a grid was read from is the same when the grid begins;
/// where `isInside`, also in its iterations and behind them. A call is taken for a change.
bool keepsUntil(GridOp grid, mlir::Value value, bool isInside);

/// Visits the operations that an expression is made of, also those that variables begin with.
void walkExpression(mlir::Value value, llvm::function_ref<void(mlir::Operation *)> visit);

/// The first counter of a grid of one dimension, of the counter's type.
mlir::Value buildLower(mlir::OpBuilder &at, GridOp grid);

/// Whether an iteration may end before it comes to a statement at the top of a grid.
bool endsBefore(GridOp grid, mlir::Operation *statement);

/// Whether the loop of a grid has one dimension and counts up by a constant.
bool countsUp(GridOp grid);

/// The statements that run once in front of a grid, or behind it.
OnceOp getOnceBeside(GridOp grid, bool isBehind);

/// Appends the statement `if (there is an iteration) { ... }` to those that run once in front of a
/// grid, or puts it before those behind it. `counter` becomes the counter's first value, or its
/// last one; the loop counts up by ones.
IfOp buildIfIterates(GridOp grid, bool isBehind, mlir::Value &counter);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_VALUESBEFORE_H
