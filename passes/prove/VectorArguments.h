//===- VectorArguments.h - Kernels that are given elements of a vector of the class ----------===//

#ifndef VKMORPH_PASSES_PROVE_VECTORARGUMENTS_H
#define VKMORPH_PASSES_PROVE_VECTORARGUMENTS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// A kernel that is given the elements of a vector of the class takes them for an array of their
/// own: an error where it uses the vector by another name as well, and changes one of them.
llvm::LogicalResult checkVectorArguments(LaunchOp launch);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PROVE_VECTORARGUMENTS_H
