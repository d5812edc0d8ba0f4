//===- UnevenRows.h - Row loops of which each iteration of the grid has its own length --------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_UNEVENROWS_H
#define VKMORPH_ANALYSIS_PATTERNS_UNEVENROWS_H

#include "analysis/values/CountedLoops.h"

namespace vkmorph::vkm {

/// Whether the loop begins and ends alike in all iterations of the grid.
bool hasOneLength(RowOp row);

/// Whether neighbouring iterations of the loop read neighbouring elements of an array, or elements
/// that lie a few apart: `values[k]`, `blocks[9 * k + c]`, `items[k].mass`.
bool readsAlong(RowOp row);

/// Whether any thread can tell where the loop of any iteration of the grid begins and ends, from
/// what no iteration changes.
bool areEndsKnown(RowOp row);

/// Where the loop of an iteration begins where that of the one before ends (`k = rows[i]` and
/// `k < rows[i + 1]`), the read that says where: `rows[i]`. Null elsewhere.
LoadOp getSharedEnd(RowOp row);

/// What the loop's condition says; it counts up to the bound, lt or le.
CmpKind getRowPredicate(RowOp row);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_UNEVENROWS_H
