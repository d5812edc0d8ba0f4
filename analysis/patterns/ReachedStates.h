//===- ReachedStates.h - The values that a place has over all iterations ----------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_REACHEDSTATES_H
#define VKMORPH_ANALYSIS_PATTERNS_REACHEDSTATES_H

#include "ir/Places.h"
#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// The values that an integer place of at most 32 bits has at the beginning and at the end of
/// iterations of a grid, in ascending order, where it has one of `starts` in front of it: what
/// conditions on the place itself let through. Nothing where there are more than a `vkm.running`
/// can have.
std::optional<llvm::SmallVector<int64_t>> findReachedStates(GridOp grid, const PlacePath &path,
                                                            llvm::ArrayRef<int64_t> starts);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_REACHEDSTATES_H
