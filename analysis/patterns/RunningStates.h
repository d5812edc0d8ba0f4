//===- RunningStates.h - Running totals that are one of a few values --------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_RUNNINGSTATES_H
#define VKMORPH_ANALYSIS_PATTERNS_RUNNINGSTATES_H

#include "ir/Places.h"

namespace vkmorph::vkm {

/// The values that a place may have behind statements that write it, in ascending order, whatever
/// they read: they set it to constants, or to what lies in a small range. Nothing where there are
/// more than a `vkm.running` can have, or other ones.
std::optional<llvm::SmallVector<int64_t>> findStates(llvm::ArrayRef<mlir::Operation *> writes,
                                                     const PlacePath &path);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_RUNNINGSTATES_H
