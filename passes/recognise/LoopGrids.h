//===- LoopGrids.h - Loops of control functions whose iterations are a grid -------------------===//

#ifndef VKMORPH_PASSES_RECOGNISE_LOOPGRIDS_H
#define VKMORPH_PASSES_RECOGNISE_LOOPGRIDS_H

#include "ir/VkmDialect.h"

#include <optional>

namespace vkmorph::vkm {

/// Makes a grid of the loop that is all a kernel of one thread does, if its iterations are proved
/// to be independent:
///
///     vkm.once { for (i...) out[i] = i; }    ->    vkm.grid (%i) { out[i] = i; }
///
/// Otherwise the kernel stays what it is, and `obstacle` says why.
struct LoopObstacle {
  llvm::StringRef why; ///< a clause about the loop, for a message; empty where there is no one loop
  std::optional<mlir::Location> loc;
};
bool makeGridOfLoop(KernelOp kernel, LoopObstacle &obstacle);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_LOOPGRIDS_H
