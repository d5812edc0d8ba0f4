//===- Requirements.h - What the generated class asks of a device ----------------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_REQUIREMENTS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_REQUIREMENTS_H

#include "backends/host_vulkan/Model.h"

namespace vkmorph::host {

/// All that differs from the defaults of runtime/include/vkmorph/requirements.h, in the order of
/// that struct: what the shaders' back end states, and the limits that follow from workgroups,
/// bindings and push constants.
std::vector<Requirement> getRequirements(const ClassInfo &info, mlir::DictionaryAttr stated);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_REQUIREMENTS_H
