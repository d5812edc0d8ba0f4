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

/// Appends the statement `if (there is an iteration) { ... }` to those that run once in front of a
/// grid, or puts it before those behind it. `counter` becomes the counter's first value, or its
/// last one; the loop counts up by ones.
IfOp buildIfIterates(GridOp grid, bool isBehind, mlir::Value &counter);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_VALUESBEFORE_H
