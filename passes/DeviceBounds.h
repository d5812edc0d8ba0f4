//===- DeviceBounds.h - Grids whose bounds only the device knows ------------------------------===//

#ifndef VKMORPH_PASSES_DEVICEBOUNDS_H
#define VKMORPH_PASSES_DEVICEBOUNDS_H

#include "passes/Utils.h"

namespace vkmorph::vkm {

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

/// The largest number of workgroups in a dimension that every device takes.
inline constexpr int64_t kMostWorkgroups = 65535;

/// The numbers of workgroups of a planned grid whose bounds the host knows, along x, y and z as far
/// as it is dispatched. `getCount` gives how many iterations a dimension has, and, behind the last
/// one, how many all have together.
llvm::SmallVector<mlir::Value> countWorkgroups(mlir::OpBuilder &at, GridOp grid,
                                               llvm::function_ref<mlir::Value(unsigned)> getCount,
                                               const mlir::IRMapping &mapping,
                                               const llvm::StringSet<> &written);

/// A scratch buffer for the numbers of workgroups in x, y and z; its member is `kGroupsMember`.
inline constexpr llvm::StringLiteral kGroupsMember = "groups";
ScratchOp buildGroupsScratch(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name);

/// Computes the numbers of workgroups of a planned grid in the shader that `builder` stands in, and
/// leaves them in the scratch buffer:
///
///   uint groupsX = 0;
///   if (0 < size)
///     groupsX = min((size - 1) / 256 + 1, 65535);
///   groups[0] = groupsX; groups[1] = 1; groups[2] = 1;
///
/// `getBound` gives the upper bound of a dimension, or, with true, its number of iterations.
void buildWorkgroupCounts(mlir::OpBuilder &builder, GridOp grid, ScratchOp scratch,
                          llvm::function_ref<std::pair<mlir::Value, bool>(unsigned)> getBound);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_DEVICEBOUNDS_H
