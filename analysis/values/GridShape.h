//===- GridShape.h - How grids count, and who knows their bounds -----------------------------===//

#ifndef VKMORPH_ANALYSIS_VALUES_GRIDSHAPE_H
#define VKMORPH_ANALYSIS_VALUES_GRIDSHAPE_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/StringSet.h"

namespace vkmorph::vkm {

/// The largest number of workgroups in a dimension that every device takes.
inline constexpr int64_t kMostWorkgroups = 65535;

/// Whether a grid combines values in the order of its iterations. Then each thread takes a range
/// of them, in a grid of several dimensions of those of the outermost loop.
bool keepsOrder(GridOp grid);

/// Whether an operation is a grid that only counts what the one behind it appends.
bool countsAppends(mlir::Operation *op);

/// Whether a dimension counts from 0 by ones up to a bound of 32 bits.
bool countsFromZero(GridOp grid, unsigned dim);

/// Whether the number of an iteration is its counter.
bool isNumber(GridOp grid, unsigned dim);

/// Whether the shader's loop over a dimension may have the source's counter: one that counts up
/// from a small constant in constant steps.
bool keepsCounter(GridOp grid, unsigned dim);

/// Whether what a value is computed from is a field that kernels write.
bool readsWritten(mlir::Value value, const llvm::StringSet<> &written);

/// Whether the bounds of a grid's dimension are known when its dispatch runs, and not before.
bool isDeviceBound(GridOp grid, unsigned dim, const llvm::StringSet<> &written);

/// Whether those of some dimension are.
bool isDeviceBound(GridOp grid, const llvm::StringSet<> &written);

} // namespace vkmorph::vkm

#endif // VKMORPH_ANALYSIS_VALUES_GRIDSHAPE_H
