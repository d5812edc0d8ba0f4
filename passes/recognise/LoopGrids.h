//===- LoopGrids.h - Loops of control functions whose iterations are a grid -------------------===//

#ifndef VKMORPH_PASSES_RECOGNISE_LOOPGRIDS_H
#define VKMORPH_PASSES_RECOGNISE_LOOPGRIDS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Makes a grid of the loop that is all a kernel of one thread does, if its iterations are proved
/// to be independent:
///
///     vkm.once { for (i...) out[i] = i; }    ->    vkm.grid (%i) { out[i] = i; }
///
/// False where it stays what it is.
bool makeGridOfLoop(KernelOp kernel);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_LOOPGRIDS_H
