//===- RecogniseGrids.h - Counted loops of a kernel become grids ------------------------------===//

#ifndef VKMORPH_PASSES_RECOGNISE_RECOGNISEGRIDS_H
#define VKMORPH_PASSES_RECOGNISE_RECOGNISEGRIDS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Makes a sequence of vkm.once and vkm.grid of a kernel's statements. Reports what has no such
/// form.
mlir::LogicalResult recogniseGrids(KernelOp kernel);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_RECOGNISEGRIDS_H
