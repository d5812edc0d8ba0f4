//===- CountedGroups.h - Kernels that leave how many workgroups another one has ---------------===//
//
//   vkm.launch @Find          appends to m_found         its last workgroup
//   vkm.launch @Sum           loops over m_found    ->   computes the workgroups of Sum
//
// Where every way to a launch leads through a kernel that was the last to change what the bounds of
// its loops read, that kernel can compute how many workgroups they take: a dispatch of one thread
// in front of the loops, and the barrier between them, are not needed.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_PASSES_PLAN_COUNTEDGROUPS_H
#define VKMORPH_PASSES_PLAN_COUNTEDGROUPS_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/SetVector.h"

#include <string>
#include <vector>

namespace vkmorph::vkm {

/// A planned grid whose bounds the device knows, and what may count its workgroups.
struct CountedGrid {
  GridOp grid;
  llvm::SetVector<mlir::StringAttr> fields; ///< what its bounds read
  /// The statements that run once and the grids, of other kernels, that are the last to change
  /// these on some way to a launch.
  llvm::SetVector<mlir::Operation *> counters;
  std::string obstacle; ///< why they cannot count; empty if they can
};

/// All grids of a planned class whose bounds the device knows, but for those that share a count
/// with others of their kernel.
std::vector<CountedGrid> findCountedGrids(ClassOp op);

/// The kernels whose workgroups a grid, or statements that run once, count; null where there are
/// none.
mlir::ArrayAttr getCounts(mlir::Operation *op);

/// The grid of a kernel that others count the workgroups of (`counted`).
GridOp getCountedGrid(KernelOp kernel);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_PLAN_COUNTEDGROUPS_H
