//===- SymbolNames.cpp - What kernels are called ----------------------------------------------===//

#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph::vkm;

void vkmorph::vkm::renameKernel(KernelOp kernel, StringRef symbol) {
  StringRef prefix = kernel.getSymName();
  bool hasPrefix = prefix.consume_back(kernel.getDisplayName());
  if (kernel.getDisplay())
    kernel.setDisplay(hasPrefix && symbol.starts_with(prefix) ? symbol.drop_front(prefix.size())
                                                              : symbol);
  kernel.setSymName(symbol);
}

StringRef vkmorph::vkm::chooseMethodName(KernelOp kernel, ArrayRef<KernelOp> kernels) {
  StringRef display = kernel.getDisplayName();
  for (KernelOp other : kernels)
    if (other != kernel && other.getDisplayName() == display)
      return kernel.getSymName();
  return display;
}
