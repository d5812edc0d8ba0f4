//===- Members.h - The members that the generated class knows, and its class data ------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_MEMBERS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_MEMBERS_H

#include "backends/host_vulkan/raise/Names.h"
#include "backends/host_vulkan/raise/Sources.h"

namespace vkmorph::host {

/// Adds the members of the class that kernels or control functions use: fields, with their places
/// in the class data block, vectors, images.
void addMembers(ClassInfo &info, const Sources &sources, NameScope &names);

/// Names what shaders have of arrays of the caller's whose elements are packed. The accesses of the
/// parameters are known before.
void addArrayRecords(ClassInfo &info, const Sources &sources, NameScope &names,
                     ControlInfo &control);

/// Notes where the class data block has what kernels change of the vectors. Kernels are complete
/// before.
void placeCounts(ClassInfo &info, const Sources &sources);
/// Which vectors have one room, since commands exchange their sizes.
void shareRooms(ClassInfo &info, vkm::ClassOp theClass);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_MEMBERS_H
