//===- SymbolNames.cpp - What the generated class calls kernels ------------------------------===//

#include "transforms/SymbolNames.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

StringRef vkmorph::vkm::getDisplayName(StringRef kernelName) {
  for (StringRef prefix : {"kernel1D_", "kernel2D_", "kernel3D_", "kernel_"})
    if (kernelName.starts_with(prefix) && kernelName.size() > prefix.size())
      return kernelName.substr(prefix.size());
  return kernelName;
}

StringRef vkmorph::vkm::chooseDisplay(KernelOp kernel, ArrayRef<KernelOp> kernels) {
  StringRef display = getDisplayName(kernel.getSymName());
  for (KernelOp other : kernels)
    if (other != kernel && getDisplayName(other.getSymName()) == display)
      return kernel.getSymName();
  return display;
}
