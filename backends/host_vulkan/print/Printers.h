//===- Printers.h - One function for each file of the host side ------------------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_PRINT_PRINTERS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_PRINT_PRINTERS_H

#include "backends/host_vulkan/Model.h"

#include "llvm/Support/raw_ostream.h"

namespace vkmorph::host {

// Each returns the whole text, sealed with its hash.
std::string printHeader(const ClassInfo &info, const HostOptions &options);
std::string printSource(const ClassInfo &info, const HostOptions &options);
std::string printJson(const ClassInfo &info, const HostOptions &options);
std::string printCMake(const ClassInfo &info, const HostOptions &options);

// Parts that header and source share.

/// `VkCommandBuffer cmd` and the scalars of a control function's recorded form. In a definition the
/// names of parameters that the commands do not use are left out.
std::string commandParameters(const ControlInfo &control, bool definition);
std::string commandParameters(const KernelInfo &kernel, bool definition);
/// Buffers, offsets and ranges: of the setter.
std::string setterParameters(const ControlInfo &control, bool definition);
/// Parameters of the drop-in form.
std::string dropInParameters(const ControlInfo &control, bool definition);
/// The same for a body that uses none of them.
std::string unnamedParameters(const ControlInfo &control);
/// The names of these parameters, for a call with the same.
std::string argumentNames(const ControlInfo &control);
/// `const noexcept override`, with a space before it where there is something.
std::string dropInQualifiers(const ControlInfo &control, bool declaration);
/// `vkmorph::kComputeRead`, `vkmorph::kComputeRead | vkmorph::kRayRead`.
std::string accessConstant(vkm::Access access, ShaderStages stages);
/// The structs of functions of the source that stand in the header, or those that do not.
void printLocalStructs(llvm::raw_ostream &os, const ClassInfo &info, bool inHeader);
void openNamespaces(llvm::raw_ostream &os, const ClassInfo &info);
void closeNamespaces(llvm::raw_ostream &os, const ClassInfo &info);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_PRINT_PRINTERS_H
