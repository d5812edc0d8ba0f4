//===- Exposed.h - Members and types that host code names though others cannot ---------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_EXPOSED_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_EXPOSED_H

#include "backends/host_vulkan/raise/Names.h"
#include "backends/host_vulkan/raise/Sources.h"

namespace vkmorph::host {

/// Finds the private members that host code uses, and names pointers to them. Kernels and control
/// functions are complete before.
void exposeMembers(ClassInfo &info, const Sources &sources, NameScope &names);

/// Finds the structs that functions of the source declare and host code uses, and names them.
void declareLocalStructs(ClassInfo &info, const Sources &sources, NameScope &names);

/// Finds types that the front end gave names because control functions take or return them, and
/// structs that other host code names.
void exposeTypes(ClassInfo &info, const Sources &sources, NameScope &names);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_EXPOSED_H
