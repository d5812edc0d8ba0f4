//===- CopyOldElements.h - Elements of arrays that are copied in front of grids --------------===//

#ifndef VKMORPH_PASSES_RECOGNISE_COPYOLDELEMENTS_H
#define VKMORPH_PASSES_RECOGNISE_COPYOLDELEMENTS_H

#include "ir/Effects.h"

#include "llvm/ADT/StringSet.h"

namespace vkmorph::vkm {

/// The element of a buffer, or of an array in class data, that a place is or is a part of: a
/// vkm.deref or a vkm.element; null where it is none.
mlir::Operation *findArrayElement(mlir::Value place);

/// Whether the host knows how many elements of an array have to be copied for these reads: the
/// grid's bounds are its own, and so is the size of the array, where indices do not say what is
/// read. `written` are the fields that kernels write.
bool canCopyElements(GridOp grid, const Root &root, llvm::ArrayRef<mlir::Operation *> reads,
                     const llvm::StringSet<> &written);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_COPYOLDELEMENTS_H
