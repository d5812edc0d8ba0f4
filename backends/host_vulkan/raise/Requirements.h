//===- Requirements.h - What the generated class asks of a device ----------------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_REQUIREMENTS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_REQUIREMENTS_H

#include "backends/host_vulkan/raise/Model.h"

#include "llvm/Support/JSON.h"

namespace vkmorph::host {

/// One entry of vkmorph::Requirements.
struct Requirement {
  std::string name;       ///< of the member: "workgroupSize[0]"
  std::string cpp;        ///< its value in C++
  llvm::json::Value json; ///< its value in vkmorph.json
};

/// All that differs from the defaults of runtime/include/vkmorph/requirements.h, in the order of
/// that struct: what the shaders' back end says, and the limits that follow from workgroups,
/// bindings and push constants.
std::vector<Requirement> getRequirements(const ClassInfo &info);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_REQUIREMENTS_H
