//===- LowerSorts.h - Workgroups sort tiles in shared memory ---------------------------------===//

#ifndef VKMORPH_PASSES_LOWER_SORTS_LOWERSORTS_H
#define VKMORPH_PASSES_LOWER_SORTS_LOWERSORTS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Writes out the tiles that a shader sorts, each iteration of whose grid a workgroup takes.
void lowerSortTiles(ShaderOp shader);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_SORTS_LOWERSORTS_H
