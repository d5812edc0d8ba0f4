//===- CheckedRanges.h - Buffers whose size the recorded form can check ----------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_CHECKEDRANGES_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_CHECKEDRANGES_H

#include "backends/host_vulkan/raise/Sources.h"

namespace vkmorph::host {

/// Finds the parameters of a control function whose extent is known when its commands are recorded,
/// and a descriptor set that has each. Sites and the accesses of members are known before.
void findCheckedRanges(ClassInfo &info, const Sources &sources, ControlInfo &control);

/// Finds the parameters that may be null, and a descriptor set that says so when commands are
/// recorded which depend on it.
void findAskedArrays(const Sources &sources, ControlInfo &control);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_CHECKEDRANGES_H
