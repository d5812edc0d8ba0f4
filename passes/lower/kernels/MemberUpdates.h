//===- MemberUpdates.h - Kernels that only set members to numbers the host has ----------------===//

#ifndef VKMORPH_PASSES_LOWER_KERNELS_MEMBERUPDATES_H
#define VKMORPH_PASSES_LOWER_KERNELS_MEMBERUPDATES_H

#include "analysis/patterns/MemberUpdates.h"
#include "passes/lower/appends/LowerAppends.h"

namespace vkmorph::vkm {

/// The commands of such a kernel: the command buffer carries the numbers, and no shader runs. False
/// for all other kernels.
bool lowerToUpdates(KernelOp kernel, llvm::StringRef display, const KernelAppends &appends);

/// Makes the commands that set members to numbers of the host's; `role` is the part of the kernel
/// that they stand for, null for all of it.
void makeUpdates(mlir::OpBuilder &at, const MemberUpdates &updates, mlir::StringAttr role,
                 mlir::IRMapping &mapping);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_KERNELS_MEMBERUPDATES_H
