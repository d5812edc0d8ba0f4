//===- WorkgroupCounts.h - How many workgroups a dispatch has --------------------------------===//

#ifndef VKMORPH_PASSES_LOWER_KERNELS_WORKGROUPCOUNTS_H
#define VKMORPH_PASSES_LOWER_KERNELS_WORKGROUPCOUNTS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace vkmorph::vkm {

/// The numbers of workgroups of a planned grid whose bounds the host knows, along x, y and z as far
/// as it is dispatched. `getCount` gives how many iterations a dimension has, and, behind the last
/// one, how many all have together.
llvm::SmallVector<mlir::Value> countWorkgroups(mlir::OpBuilder &at, GridOp grid,
                                               llvm::function_ref<mlir::Value(unsigned)> getCount,
                                               const mlir::IRMapping &mapping,
                                               const llvm::StringSet<> &written);

/// A scratch buffer with members for the numbers of workgroups in x, y and z.
ScratchOp buildGroupsScratch(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
                             llvm::ArrayRef<std::string> members);

/// Where the numbers of workgroups of a dispatch stand.
struct GroupsPlace {
  ScratchOp scratch;
  std::string member;
};

/// Computes the numbers of workgroups of a planned grid in the shader that `builder` stands in, and
/// leaves them in a member of a scratch buffer:
///
///   uint groupsX = 0;
///   if (0 < size)
///     groupsX = min((size - 1) / 256 + 1, 65535);
///   groups[0] = groupsX; groups[1] = 1; groups[2] = 1;
///
/// `getBound` gives the upper bound of a dimension, or, with true, its number of iterations.
void buildWorkgroupCounts(mlir::OpBuilder &builder, GridOp grid, const GroupsPlace &place,
                          llvm::function_ref<std::pair<mlir::Value, bool>(unsigned)> getBound);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_KERNELS_WORKGROUPCOUNTS_H
