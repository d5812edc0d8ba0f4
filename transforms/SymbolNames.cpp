//===- SymbolNames.cpp - What kernels and functions are called -------------------------------===//

#include "transforms/SymbolNames.h"

#include "ir/HostCode.h"

using namespace mlir;
using namespace vkmorph::vkm;

std::string vkmorph::vkm::makeFreeSymbol(ClassOp theClass, StringRef base) {
  auto module = theClass->getParentOfType<ModuleOp>();
  std::string symbol = base.str();
  for (unsigned number = 2; theClass.lookupSymbol(symbol) || module.lookupSymbol(symbol); ++number)
    symbol = base.str() + std::to_string(number);
  return symbol;
}

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

bool vkmorph::vkm::isNamed(KernelOp kernel, StringRef name) {
  auto isSpelled = [&](StringRef attribute) {
    auto spelled = kernel->getAttrOfType<StringAttr>(attribute);
    return spelled && spelled.getValue() == name;
  };
  return kernel.getSymName() == name || kernel.getDisplayName() == name || isSpelled("cpp_name") ||
         isSpelled(kSourceNameAttr);
}

bool vkmorph::vkm::isAssumedIndependent(KernelOp kernel, ArrayRef<std::string> names) {
  return kernel->hasAttr(kAssumeIndependentAttr) ||
         llvm::any_of(names, [&](const std::string &name) { return isNamed(kernel, name); });
}
