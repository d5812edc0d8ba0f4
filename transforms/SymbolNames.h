//===- SymbolNames.h - What kernels and functions are called ---------------------------------===//

#ifndef VKMORPH_TRANSFORMS_SYMBOLNAMES_H
#define VKMORPH_TRANSFORMS_SYMBOLNAMES_H

#include "ir/VkmDialect.h"

#include <string>

namespace vkmorph::vkm {

/// A symbol that neither the class nor the module has: `base`, with a number where it is taken.
std::string makeFreeSymbol(ClassOp theClass, llvm::StringRef base);

/// Gives a kernel another symbol; its display name changes with it.
void renameKernel(KernelOp kernel, llvm::StringRef symbol);

/// What the generated class calls a kernel: its display name, unless another kernel has that name;
/// then its symbol.
llvm::StringRef chooseMethodName(KernelOp kernel, llvm::ArrayRef<KernelOp> kernels);

/// Whether a name is one of those by which users know a kernel.
bool isNamed(KernelOp kernel, llvm::StringRef name);

/// Whether users have said that the iterations of a kernel are independent: in the source, in the
/// config file, or by an option with these names.
bool isAssumedIndependent(KernelOp kernel, llvm::ArrayRef<std::string> names);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_SYMBOLNAMES_H
