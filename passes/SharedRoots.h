//===- SharedRoots.h - Arrays whose elements iterations may share -----------------------------===//

#ifndef VKMORPH_PASSES_SHAREDROOTS_H
#define VKMORPH_PASSES_SHAREDROOTS_H

#include "ir/Effects.h"

namespace vkmorph::vkm {

/// The arrays and fields of whose elements iterations are not known to have some for themselves:
/// those that they update, and those by which they depend on each other.
llvm::SmallVector<Root> findSharedRoots(GridOp grid);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_SHAREDROOTS_H
