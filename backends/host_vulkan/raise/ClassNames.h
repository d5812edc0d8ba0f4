//===- ClassNames.h - The names of the generated class and of what is in it ------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_CLASSNAMES_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_CLASSNAMES_H

#include "backends/host_vulkan/Model.h"
#include "backends/host_vulkan/raise/Names.h"

namespace vkmorph::host {

/// A string attribute; empty where the operation has none.
llvm::StringRef getString(mlir::Operation *op, llvm::StringRef name);
/// The name in C++, where the symbol had to differ from it.
llvm::StringRef getCppName(mlir::Operation *op);

/// Names the generated class, its files and namespaces.
void nameClass(ClassInfo &info, vkm::ClassOp theClass, const HostOptions &options);

/// Reserves the names that nothing in the generated class may hide: those of the class and of its
/// bases, of parameters and of variables. Reports members that have the name of a function which
/// every generated class has.
mlir::LogicalResult reserveNames(ClassInfo &info, vkm::ClassOp theClass, NameScope &names);

/// Names the parameter that is the command buffer: no parameter or variable of `bodies` has its
/// name.
std::string nameCommandBuffer(llvm::ArrayRef<mlir::FunctionOpInterface> bodies);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_CLASSNAMES_H
