//===- Transfers.h - What a call of a control function uploads and reads back ----------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_TRANSFERS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_TRANSFERS_H

#include "backends/host_vulkan/raise/Sources.h"

namespace vkmorph::host {

/// Finds the members and vectors that a call uploads, and those that it reads back. Kernels and
/// call sites are complete before.
void findTransfers(ClassInfo &info, const Sources &sources, ControlInfo &control);

/// Finds the members that recorded commands depend on: the commands serve again while these stay as
/// they are.
void findKeys(ControlInfo &control, const Sources &sources);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_TRANSFERS_H
