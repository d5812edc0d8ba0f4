//===- MemoryAccesses.h - What kernels read and write of memory that outlives them -----------===//

#ifndef VKMORPH_ANALYSIS_ACCESSES_MEMORYACCESSES_H
#define VKMORPH_ANALYSIS_ACCESSES_MEMORYACCESSES_H

#include "ir/Places.h"

#include "llvm/ADT/StringSet.h"

#include <optional>

namespace vkmorph::vkm {

/// One access to memory that outlives an invocation: a field, a buffer, a scratch buffer.
struct MemoryAccess {
  PlacePath path;
  bool isWrite;
  mlir::Operation *op;
};

/// All such accesses in an operation, device functions included (as accesses of whole fields and
/// buffers, at the call); reductions are left out.
llvm::SmallVector<MemoryAccess> getAccesses(mlir::Operation *op);

/// What a statement makes of a place: the value that it assigns to it, null where it writes it
/// otherwise; none where it does not write it. `getRun` gives the effects of other statements.
std::optional<mlir::Value> getWritten(mlir::Operation *op, const PlacePath &path,
                                      llvm::function_ref<EffectSet(mlir::Operation *)> getRun);

/// The assignment by which a place has its value for certain where an operation of a function
/// stands; null where that is not known. `getRun` gives the effects of statements.
AssignOp findAssignment(mlir::Operation *op, const PlacePath &path,
                        llvm::function_ref<EffectSet(mlir::Operation *)> getRun);

/// What the last statement that writes a place assigns to it, among those up to `op` in its block;
/// null where that is unclear.
mlir::Value findAssigned(mlir::Operation *op, const PlacePath &path);

/// The fields that any kernel of the class writes, device functions included.
llvm::StringSet<> getFieldsWrittenByKernels(ClassOp op);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_ACCESSES_MEMORYACCESSES_H
