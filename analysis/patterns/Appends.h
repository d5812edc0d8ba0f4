//===- Appends.h - What a kernel appends to the vectors of the class --------------------------===//

#ifndef VKMORPH_ANALYSIS_PATTERNS_APPENDS_H
#define VKMORPH_ANALYSIS_PATTERNS_APPENDS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace vkmorph::vkm {

/// Calls `visit` for each operation in another one, and in the functions that it calls; those of a
/// function once.
void walkReached(mlir::Operation *op, llvm::function_ref<void(mlir::Operation *)> visit);

/// How many elements one run of an operation appends at most, by the vector; none where that is not
/// known, as in a loop whose number of iterations is no constant.
using AppendCounts = llvm::MapVector<mlir::StringAttr, std::optional<int64_t>>;
AppendCounts countAppends(mlir::Operation *op);

/// Bytes of shared memory that a workgroup of so many threads takes for the vectors that a grid
/// appends to by a strategy.
int64_t getAppendBytes(GridOp grid, AppendStrategy by, int64_t threads);
/// The same by the strategies that are planned.
int64_t getAppendBytes(GridOp grid, int64_t threads);

/// The vector whose size a bound is, behind conversions and variables that keep their value; null
/// for all others.
mlir::StringAttr getVectorOfSize(mlir::Value bound);

/// The vector that a pointer leads to the elements of, also by a parameter that control functions
/// exchange the buffers of; null for all others.
mlir::StringAttr getVectorOfElements(mlir::Value pointer);

/// Vectors that control functions exchange with each other.
using ExchangedPairs = llvm::SmallVector<std::pair<mlir::StringAttr, mlir::StringAttr>>;
/// Adds the vectors that are exchanged with one of these, or with one that is.
void addExchanged(const ExchangedPairs &pairs, llvm::DenseSet<mlir::StringAttr> &vectors);
/// Those of which the device exchanges the sizes.
ExchangedPairs findExchangedSizes(ClassOp op);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_PATTERNS_APPENDS_H
