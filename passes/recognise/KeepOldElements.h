//===- KeepOldElements.h - Lets iterations read elements that later ones replace --------------===//

#ifndef VKMORPH_PASSES_RECOGNISE_KEEPOLDELEMENTS_H
#define VKMORPH_PASSES_RECOGNISE_KEEPOLDELEMENTS_H

#include "passes/SharedRoots.h"

#include "llvm/ADT/StringSet.h"

namespace vkmorph::vkm {

/// Says of the reads that are in the way of other iterations that they find what the array held
/// before the grid (`vkm.reads_old`), if no iteration is in another one's way then. Gives what was
/// in the way before that; nothing where the grid stays as it is, though it may be another
/// operation then. `written` are the fields that kernels write.
llvm::SmallVector<Conflict> keepOldElements(GridOp &grid, const llvm::StringSet<> &written);

/// Tells of the arrays whose elements are kept so.
void reportOldElements(GridOp grid, llvm::ArrayRef<Conflict> conflicts);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_KEEPOLDELEMENTS_H
