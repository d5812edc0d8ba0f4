//===- Facts.h - What single operations of a raised class say of the generated one ------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_RAISE_FACTS_H
#define VKMORPH_BACKENDS_HOST_VULKAN_RAISE_FACTS_H

#include "backends/host_vulkan/Model.h"

namespace vkmorph::host {

/// Where the numbers are that the host checks, and their names: "m_box.width", "m_counts[1]".
void addCheckedSizes(FieldInfo &field, vkm::FieldOp op);
/// Marks the members of a path whose classes are private bases: vkm::kInheritedPrivatelyAttr.
void markPrivateBases(MemberPath &path, mlir::Attribute steps);
/// VK_FORMAT_R16G16B16A16_SFLOAT
std::string formatName(vkm::TexelType texel);
BindingInfo describeBinding(vkm::BindingAttr binding, vkm::CommandsOp commands);
/// What the Stages of a kernel are: "vkmorph::kComputeKernel".
std::string getKindOfStages(vkm::CommandsOp op);
/// "groupsDone: uint32_t, m_summPartials: 1024 x int"
std::string describeContents(vkm::ScratchOp scratch);
/// What a shader and the functions that it calls share, a bool being 32 bits wide.
int64_t countSharedBytes(vkm::ShaderOp shader);
/// What else the names of control functions mean in the base.
std::vector<BaseOverloads> readOverloads(vkm::ClassOp theClass);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_RAISE_FACTS_H
