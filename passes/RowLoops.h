//===- RowLoops.h - Loops inside of a grid that a workgroup can take together ----------------===//

#ifndef VKMORPH_PASSES_ROWLOOPS_H
#define VKMORPH_PASSES_ROWLOOPS_H

#include "passes/CountedLoops.h"
#include "passes/Utils.h"

#include <optional>

namespace vkmorph::vkm {

/// A local variable into which each iteration of a loop combines a value.
struct RowAccumulator {
  VarOp variable;
  ReduceKind kind;
};

/// The loop that the iterations of a grid consist of, but for what comes before and behind it:
///
///   for (row ...) {
///     float total = 0;
///     for (column ...) total += a[row * w + column];
///     sums[row] = total;
///   }
///
/// Its iterations may run in any order and at once: they change nothing but the accumulators. The
/// loop and what belongs to it may stand in `if (columns > 0)`.
struct RowLoop {
  ForOp loop;
  IfOp guard; ///< null where the loop stands among the statements of the iteration
  CountedLoop header;
  llvm::SmallVector<RowAccumulator, 2> accumulators;
  /// Neighbouring iterations of the loop, not of the grid, read neighbouring elements.
  bool readsRows = false;
};

/// The row loop of a grid of one dimension, if that is all that it has.
std::optional<RowLoop> matchRowLoop(GridOp grid);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_ROWLOOPS_H
