//===- CountOthers.h - Kernels that count the workgroups of others ----------------------------===//

#ifndef VKMORPH_PASSES_LOWER_KERNELS_COUNTOTHERS_H
#define VKMORPH_PASSES_LOWER_KERNELS_COUNTOTHERS_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/SetVector.h"

#include <string>

namespace vkmorph::vkm {

/// What the bounds of other kernels' loops read whose workgroups a grid, or statements that run
/// once, count.
llvm::SetVector<FieldOp> findReadToCount(mlir::Operation *counter);

/// The names of the kernels that count the workgroups of a kernel: "Find and Add".
std::string listCounters(KernelOp kernel);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_LOWER_KERNELS_COUNTOTHERS_H
