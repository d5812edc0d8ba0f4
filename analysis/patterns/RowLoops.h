//===- RowLoops.h - Loops inside of a grid that a workgroup can take together ----------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_ROWLOOPS_H
#define VKMORPH_ANALYSIS_PATTERNS_ROWLOOPS_H

#include "analysis/values/CountedLoops.h"

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
  bool writesBefore = false; ///< statements before the loop write memory
};

/// The row loop of a grid of one dimension, if that is all that it has.
std::optional<RowLoop> matchRowLoop(GridOp grid);

/// Rows that a thread takes at least where threads share columns.
inline constexpr int64_t kRowsOfShare = 8;

/// From how many iterations on a row is long enough for the workgroups of a planned grid to share
/// it.
int64_t getLongRow(GridOp grid);

/// What the grid's `columns` says; 0 where a workgroup takes one iteration at a time.
int64_t getColumns(GridOp grid);

/// Whether workgroups may take several iterations of a grid side by side, and several workgroups
/// share each of them: the grid counts up by ones, and nothing is written before the row loop.
bool canShareColumns(GridOp grid, const RowLoop &row);

/// Whether neighbouring iterations of the grid read neighbouring elements in a row loop whose own
/// iterations lie further apart: `image[row * w + column]`, summed over the rows.
bool readsColumns(GridOp grid, const RowLoop &row);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_ROWLOOPS_H
