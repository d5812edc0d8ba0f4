//===- RunningStates.h - Running totals that are one of a few values --------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_RUNNINGSTATES_H
#define VKMORPH_ANALYSIS_PATTERNS_RUNNINGSTATES_H

#include "ir/Places.h"

namespace vkmorph::vkm {

/// How many values a state has at most, beside the one that it has before the loop: what iterations
/// make of each of them is 4 bits of a number.
inline constexpr size_t kMaxStates = 7;

/// The values that a place may have behind statements that write it, in ascending order, whatever
/// they read: they set it to constants, or to what lies in a small range. Nothing where there are
/// more than `kMaxStates`, or other ones.
std::optional<llvm::SmallVector<int64_t>> findStates(llvm::ArrayRef<mlir::Operation *> writes,
                                                     const PlacePath &path);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_RUNNINGSTATES_H
