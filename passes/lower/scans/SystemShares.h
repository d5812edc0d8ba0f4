//===- SystemShares.h - What iterations give to totals that depend on each other -------------===//

#ifndef VKMORPH_PASSES_LOWER_SCANS_SYSTEMSHARES_H
#define VKMORPH_PASSES_LOWER_SCANS_SYSTEMSHARES_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// In a copy of a grid that only computes what iterations give to running totals, the variables of
/// an iteration that begin with those of a system become variables of the thread, as many of each
/// as `multiples` says and one more. Gives a statement that makes no sum of multiples of them,
/// where there is one: the copy is of no use then.
mlir::Operation *keepSystemShares(GridOp counting, llvm::ArrayRef<RunningOp> system);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_SCANS_SYSTEMSHARES_H
