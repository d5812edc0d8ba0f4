//===- SymbolNames.h - What the generated class calls kernels --------------------------------===//

#ifndef VKMORPH_TRANSFORMS_SYMBOLNAMES_H
#define VKMORPH_TRANSFORMS_SYMBOLNAMES_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// "ArraySumm" of "kernel1D_ArraySumm": the kernel's name without its role.
llvm::StringRef getDisplayName(llvm::StringRef kernelName);

/// What the generated class calls a kernel: its name without prefix, unless another kernel has that
/// name.
llvm::StringRef chooseDisplay(KernelOp kernel, llvm::ArrayRef<KernelOp> kernels);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_SYMBOLNAMES_H
