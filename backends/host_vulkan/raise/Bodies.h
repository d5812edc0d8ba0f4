//===- Bodies.h - The bodies of the generated class's functions, as text ----------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_BODIES_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_BODIES_H

#include "backends/host_vulkan/raise/Sources.h"

namespace vkmorph::host {

/// Finishes a model: the text of functions, extents and descriptor sets, and what follows from it.
void addBodies(ClassInfo &info, const Sources &sources);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_BODIES_H
