//===- GridShape.h - How grids count, and who knows their bounds -----------------------------===//

#ifndef VKMORPH_ANALYSIS_VALUES_GRIDSHAPE_H
#define VKMORPH_ANALYSIS_VALUES_GRIDSHAPE_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/StringSet.h"

namespace vkmorph::vkm {

/// On a grid whose loops are to be interchanged: its dimensions from the slowest to the fastest
/// from thread to thread. Before lowering, they come into that order, and `source_order` says where
/// they stood.
inline constexpr llvm::StringLiteral kLoopOrderAttr = "vkm.loop_order";

/// What that says; null where the loops stay as they are.
mlir::DenseI32ArrayAttr getLoopOrder(GridOp grid);

/// The largest number of workgroups in a dimension that every device takes.
inline constexpr int64_t kMostWorkgroups = 65535;

/// Whether a grid combines values in the order of its iterations. Then each thread takes a range
/// of them, in a grid of several dimensions of those of the outermost loop.
bool keepsOrder(GridOp grid);

/// Which dimension of a grid becomes the loop at a depth, from the slowest, once its loops are
/// interchanged as planned.
unsigned getPlannedDim(GridOp grid, unsigned depth);

/// Whether an operation is a grid that only counts what the one behind it appends.
bool countsAppends(mlir::Operation *op);

/// Whether a dimension counts from 0 by ones up to a bound of 32 bits.
bool countsFromZero(GridOp grid, unsigned dim);

/// Whether the number of an iteration is its counter.
bool isNumber(GridOp grid, unsigned dim);

/// Whether the shader's loop over a dimension may have the source's counter: one that counts up
/// from a small constant in constant steps.
bool keepsCounter(GridOp grid, unsigned dim);

/// What the source calls the counter of a dimension: y of `for (unsigned y = h; y-- > 0;)`, whose
/// counter is yEnd, one more than what the body has.
llvm::StringRef getCounterInSource(GridOp grid, unsigned dim);

/// Whether what a value is computed from is a field that kernels write.
bool readsWritten(mlir::Value value, const llvm::StringSet<> &written);

/// Whether the bounds of a grid's dimension are known when its dispatch runs, and not before.
bool isDeviceBound(GridOp grid, unsigned dim, const llvm::StringSet<> &written);

/// Whether those of some dimension are.
bool isDeviceBound(GridOp grid, const llvm::StringSet<> &written);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_VALUES_GRIDSHAPE_H
