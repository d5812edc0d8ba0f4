//===- InlineAccumulations.h - Writes out calls that accumulate into what outlives them -------===//

#ifndef VKMORPH_PASSES_RECOGNISE_INLINEACCUMULATIONS_H
#define VKMORPH_PASSES_RECOGNISE_INLINEACCUMULATIONS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Writes out the calls of a grid that are wanted and whose functions can be, and those that come
/// with them.
void writeOutCalls(GridOp grid, llvm::function_ref<bool(CallOp)> isWanted);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_INLINEACCUMULATIONS_H
