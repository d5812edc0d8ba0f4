//===- LastWorkgroup.h - What the last workgroup of a dispatch does ---------------------------===//

#ifndef VKMORPH_PASSES_LOWER_KERNELS_LASTWORKGROUP_H
#define VKMORPH_PASSES_LOWER_KERNELS_LASTWORKGROUP_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Of a scratch buffer: how many workgroups of a dispatch are done.
inline constexpr llvm::StringLiteral kDispatchDone = "groupsDone";

/// Lets each workgroup of a grid's dispatch count itself in a scratch buffer when it is done, and
/// gives what stands inside of the first thread of the last one, which finds all that the others
/// have done to coherent memory. All threads come to where `at` stands. `comment` is on the first
/// statement.
///
///   memoryBarrierBuffer(); barrier();
///   if (first thread) {
///     memoryBarrierBuffer();
///     if (atomicAdd(groupsDone, 1) == workgroups - 1) {
///       memoryBarrierBuffer();
///       groupsDone = 0;
mlir::OpBuilder buildInLastWorkgroup(mlir::OpBuilder &at, GridOp grid, ScratchOp scratch,
                                     llvm::StringRef comment);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_KERNELS_LASTWORKGROUP_H
