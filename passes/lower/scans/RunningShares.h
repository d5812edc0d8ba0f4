//===- RunningShares.h - What iterations give to running totals ------------------------------===//

#ifndef VKMORPH_PASSES_LOWER_SCANS_RUNNINGSHARES_H
#define VKMORPH_PASSES_LOWER_SCANS_RUNNINGSHARES_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// In a copy of a grid that only computes what iterations give to running totals, the variable of
/// an iteration that begins with one becomes a variable of the thread (`vkm.running_share`). Where
/// the total restarts, a second one says whether the iterations have set it; where it scales, a
/// third one is multiplied as the total is. Of one that is bounded there is one, and
/// `vkm.running_step` says what changes it. Gives a statement that is no step of its total, where
/// there is one: the copy is of no use then.
mlir::Operation *keepShares(GridOp counting);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_SCANS_RUNNINGSHARES_H
