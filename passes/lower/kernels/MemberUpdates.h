//===- MemberUpdates.h - Kernels that only set members to numbers the host has ----------------===//

#ifndef VKMORPH_PASSES_LOWER_KERNELS_MEMBERUPDATES_H
#define VKMORPH_PASSES_LOWER_KERNELS_MEMBERUPDATES_H

#include "passes/lower/appends/LowerAppends.h"

namespace vkmorph::vkm {

/// The commands of such a kernel: the command buffer carries the numbers, and no shader runs. False
/// for all other kernels.
bool lowerToUpdates(KernelOp kernel, llvm::StringRef display, const KernelAppends &appends);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_KERNELS_MEMBERUPDATES_H
