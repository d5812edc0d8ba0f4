//===- SharedRoots.h - Arrays whose elements iterations may share -----------------------------===//

#ifndef VKMORPH_PASSES_SHAREDROOTS_H
#define VKMORPH_PASSES_SHAREDROOTS_H

#include "ir/Effects.h"

namespace vkmorph::vkm {

/// The arrays and fields of whose elements iterations are not known to have some for themselves:
/// those that they update, and those by which they depend on each other.
llvm::SmallVector<Root> findSharedRoots(GridOp grid);

/// The discardable attribute of a grid (a unit) whose iterations test elements that others write,
/// and all write one value: an element may change until it is read again, and what an iteration has
/// read must not be written back.
inline constexpr llvm::StringLiteral kWritesAlikeAttr = "vkm.writes_alike";

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_SHAREDROOTS_H
