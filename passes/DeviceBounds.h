//===- DeviceBounds.h - Grids whose bounds only the device knows ------------------------------===//

#ifndef VKMORPH_PASSES_DEVICEBOUNDS_H
#define VKMORPH_PASSES_DEVICEBOUNDS_H

#include "passes/Utils.h"

namespace vkmorph::vkm {

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

/// The number of workgroups for a dimension, computed in the shader that `builder` stands in:
///
///   uint groupsX = 0;
///   if (0 < size)
///     groupsX = min((size - 1) / 256 + 1, 65535);
///
/// `upper` is the bound there, or the number of iterations (`isCount`), `perGroup` how many
/// iterations a workgroup takes, `threads` its threads, `limit` a cap of the plan or 0.
struct GroupShape {
  int64_t perGroup;
  int64_t threads;
  int64_t limit;
  bool nonempty; ///< one workgroup at least
};
mlir::Value buildWorkgroupCount(mlir::OpBuilder &builder, GridOp grid, unsigned dim,
                                mlir::Value upper, const GroupShape &shape, bool isCount = false);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_DEVICEBOUNDS_H
