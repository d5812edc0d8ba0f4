// What dispatches and copies access, from shaders, pipelines and descriptor sets.
#pragma once

#include <map>
#include <set>
#include <vector>

#include <vulkan/vulkan.h>

namespace vkmorph::check {

/// A part of a buffer, or an image, that a command uses.
struct Access {
  VkBuffer buffer;
  VkDeviceSize offset;
  VkDeviceSize range; ///< VK_WHOLE_SIZE: to the end
  bool isWritten;
  VkImage image = VK_NULL_HANDLE; ///< instead of the buffer
  /// The grids of which the shader runs a share of the iterations (shaders.h); null for none.
  /// Writes of two shares are of different elements.
  const std::set<unsigned> *shares = nullptr;
};

/// Whether the order of two commands with these accesses matters, as far as their images and parts
/// of buffers tell.
bool conflict(const std::vector<Access> &first, const std::vector<Access> &second);

/// What a dispatch may access: the storage buffers and images in the sets that its shader names;
/// written unless the shader declares them as read only.
std::vector<Access> getAccesses(VkPipeline pipeline,
                                const std::map<uint32_t, VkDescriptorSet> &sets);

} // namespace vkmorph::check
