//===- RowLoops.h - What recognition and planning ask about loops that workgroups can share -===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_ROWLOOPS_H
#define VKMORPH_ANALYSIS_PATTERNS_ROWLOOPS_H

#include "analysis/values/CountedLoops.h"

#include <optional>

namespace vkmorph::vkm {

/// The loop that the iterations of a grid consist of, but for what comes before and behind it:
///
///   for (row ...) {
///     float total = 0;
///     for (column ...) total += a[row * w + column];
///     sums[row] = total;
///   }
///
/// Its iterations may run in any order and at once: they change nothing but the variables. The
/// loop and what belongs to it may stand in `if (columns > 0)`.
struct RowLoop {
  ForOp loop;
  int64_t step = 1;
  llvm::SmallVector<VarOp, 2> variables; ///< into which each iteration combines a value
  llvm::SmallVector<ReduceKind, 2> kinds;
};

/// The row loop of a grid of one dimension, if that is all that it has; whether it is a vkm.row
/// already or not. Recognition makes one of it, and the verifier of the planned phase asks whether
/// what is one may be one; everyone else reads the operation.
std::optional<RowLoop> matchRowLoop(GridOp grid);

/// Whether an operation says of its loop what recognition would.
bool isAsRecognised(RowOp row);

/// Rows that a thread takes at least where threads share columns.
inline constexpr int64_t kRowsOfShare = 8;

/// Whether a loop may be written out several times: little to do, and no loops in it.
bool isShort(ForOp loop);

/// Whether the loop's condition is `y < h` or `y <= h`, not `h > y`, as loops that are written out
/// have it.
bool comparesWithBound(RowOp row);

/// Whether neighbouring iterations of the loop, not of the grid, read neighbouring elements.
bool readsRows(RowOp row);

/// Whether workgroups may take several iterations of a grid side by side, and several workgroups
/// share each of them: the grid counts up by ones, and nothing is written before the row loop.
bool canShareColumns(RowOp row);

/// Whether neighbouring iterations of the grid read neighbouring elements in a row loop whose own
/// iterations lie further apart: `image[row * w + column]`, summed over the rows.
bool readsColumns(RowOp row);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_ROWLOOPS_H
