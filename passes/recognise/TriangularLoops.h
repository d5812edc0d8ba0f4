//===- TriangularLoops.h - Inner loops whose bounds the counter around them gives -------------===//

#ifndef VKMORPH_PASSES_RECOGNISE_TRIANGULARLOOPS_H
#define VKMORPH_PASSES_RECOGNISE_TRIANGULARLOOPS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Lets the loops of a nest run over all numbers that they have in any iteration of the loops
/// around them, and puts the condition that keeps those of the source around the innermost body.
/// Says whether bounds depended on the loops around; those that neither grow nor fall with a
/// counter still do.
bool squareLoops(llvm::ArrayRef<ForOp> nest);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_TRIANGULARLOOPS_H
