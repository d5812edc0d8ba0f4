//===- AppendOrder.h - Where elements are in no order ----------------------------------------===//

#ifndef VKMORPH_PASSES_PROVE_APPENDORDER_H
#define VKMORPH_PASSES_PROVE_APPENDORDER_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace vkmorph::vkm {

/// By kernel, the vectors of the class whose elements may be in no order when it runs: iterations
/// have appended them at once, or they were copied from such or exchanged with such, and nothing
/// has sorted them since. A kernel's own appends count. Control functions are called in any order.
llvm::DenseMap<mlir::Operation *, llvm::DenseSet<mlir::StringAttr>> findUnordered(ClassOp op);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PROVE_APPENDORDER_H
