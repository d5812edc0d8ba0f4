//===- RaiseHost.h - Makes a lowered module what C++ can say ---------------------------------===//
//
// A control function has two forms in the generated program. The recorded form XCmd runs its host
// code up to the last command; the drop-in form X calls it, and computes what the function returns.
// For
//
//     int Total(const int *data, int n) {        // C++
//       const int half = n / 2;
//       kernel1D_Sum(data, half);
//       return m_sum * half;
//     }
//
// raising makes of the control function @Total
//
//     @Total          const int half = n / 2; bind, run;                        -> TotalCmd
//     @Total.drop_in  const int half = n / 2; <the run>; return m_sum * half;   -> Total
//
// where the second keeps only what comes after the run, and what that needs.
//
//===-----------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_RAISEHOST_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_RAISEHOST_H

#include "ir/VkmDialect.h"

namespace vkmorph::host {

/// On a control function that is the drop-in form of another one: that one's symbol.
inline constexpr llvm::StringLiteral kDropInOfAttr = "host.drop_in_of";
/// On a `vkm.scope`: the place in a drop-in form where the recorded commands run.
inline constexpr llvm::StringLiteral kRunAttr = "host.run";
/// On a `vkm.scope` of a recorded form: what has been recorded runs here, and the members of these
/// names come back, so that the host can look at them. Only the drop-in form calls such commands.
inline constexpr llvm::StringLiteral kReadBackAttr = "host.read_back";
/// On a `vkm.var` that is a parameter which the function assigns (its number): it is not declared
/// again.
inline constexpr llvm::StringLiteral kParameterAttr = "host.parameter";

/// On a `vkm.var` of a drop-in form: what a parameter that is a reference (its number) was when the
/// function was called.
inline constexpr llvm::StringLiteral kEntryAttr = "host.entry";

/// On a `vkm.assign` of a variable to another one: the two are swapped.
inline constexpr llvm::StringLiteral kSwapAttr = "host.swap";

/// Raises a lowered module in place: names values, splits control functions. Reports what the
/// recorded form cannot do. Shaders are left as they are; nothing but the host's text is to be
/// printed from the result.
mlir::LogicalResult raiseHost(mlir::ModuleOp module);

/// What a number of workgroups is computed by, also where those along other axes leave no more:
/// `min(count, most / groupsX)`; null for other numbers.
vkm::WorkgroupCountOp findWorkgroupCount(mlir::Value groups);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_RAISEHOST_H
