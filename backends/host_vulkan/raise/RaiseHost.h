//===- RaiseHost.h - Makes a lowered module what C++ can say ---------------------------------===//
//===-----------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_RAISEHOST_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_RAISEHOST_H

#include "ir/VkmDialect.h"

namespace vkmorph::host {

/// On a `vkm.var` that is a parameter which the function assigns (its number): it is not declared
/// again.
inline constexpr llvm::StringLiteral kParameterAttr = "host.parameter";

/// On a `vkm.assign` of a variable to another one: the two are swapped.
inline constexpr llvm::StringLiteral kSwapAttr = "host.swap";

/// On a `vkm.assign` of an array: each element is assigned.
inline constexpr llvm::StringLiteral kElementsAttr = "host.elements";

/// On a `vkm.assign` of an array: its bytes are copied from a std::array.
inline constexpr llvm::StringLiteral kBytesAttr = "host.bytes";

/// Raises a lowered module, whose control functions are split, in place: names values, and makes
/// statements of them that C++ has. Shaders are left as they are; nothing but the host's text is to
/// be printed from the result.
mlir::LogicalResult raiseHost(mlir::ModuleOp module);

/// Whether a struct is what `T{}` makes, and passes have put nothing else into it.
bool isDefaultValue(vkm::AggregateOp whole);

/// Constants and labels of host code get the names that the class's sources have for them.
void nameConstants(mlir::Operation *function);

/// What a number of workgroups is computed by, also where those along other axes leave no more:
/// `min(count, most / groupsX)`; null for other numbers.
vkm::WorkgroupCountOp findWorkgroupCount(mlir::Value groups);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_RAISEHOST_H
