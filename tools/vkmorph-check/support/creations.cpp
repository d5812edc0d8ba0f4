// Counts what a checked program creates and allocates.
#include "creations.h"

#include "interposed.h"
#include "loader.h"

#include <mutex>
#include <utility>

namespace vkmorph::check {

namespace {

struct Counted {
  std::mutex mutex;
  Creations creations;
};

} // namespace

/// Never destroyed: objects of the program's own may still use Vulkan when it ends.
static Counted &counted() {
  static auto *const instance = new Counted;
  return *instance;
}

void noteCreation(const char *function) {
  const std::lock_guard<std::mutex> lock(counted().mutex);
  ++counted().creations[function];
}

Creations takeCreations() {
  const std::lock_guard<std::mutex> lock(counted().mutex);
  return std::exchange(counted().creations, {});
}

/// Counts a call that succeeded.
static VkResult counting(VkResult result, const char *function) {
  if (result == VK_SUCCESS)
    noteCreation(function);
  return result;
}

} // namespace vkmorph::check

using namespace vkmorph::check;

/// All functions that make one object have these parameters.
#define CREATES(function, Info, Handle)                                                            \
  INTERPOSED(VkResult)                                                                             \
  function(VkDevice device, const Info *info, const VkAllocationCallbacks *callbacks,              \
           Handle *handle) {                                                                       \
    return counting(VKMORPH_LOADER(function)(device, info, callbacks, handle), #function);         \
  }

CREATES(vkAllocateMemory, VkMemoryAllocateInfo, VkDeviceMemory)
CREATES(vkCreateBuffer, VkBufferCreateInfo, VkBuffer)
CREATES(vkCreateBufferView, VkBufferViewCreateInfo, VkBufferView)
CREATES(vkCreateImage, VkImageCreateInfo, VkImage)
CREATES(vkCreateSampler, VkSamplerCreateInfo, VkSampler)
CREATES(vkCreateDescriptorSetLayout, VkDescriptorSetLayoutCreateInfo, VkDescriptorSetLayout)
CREATES(vkCreateDescriptorPool, VkDescriptorPoolCreateInfo, VkDescriptorPool)
CREATES(vkCreatePipelineLayout, VkPipelineLayoutCreateInfo, VkPipelineLayout)
CREATES(vkCreatePipelineCache, VkPipelineCacheCreateInfo, VkPipelineCache)
CREATES(vkCreateCommandPool, VkCommandPoolCreateInfo, VkCommandPool)
CREATES(vkCreateFence, VkFenceCreateInfo, VkFence)
CREATES(vkCreateSemaphore, VkSemaphoreCreateInfo, VkSemaphore)
CREATES(vkCreateEvent, VkEventCreateInfo, VkEvent)
CREATES(vkCreateQueryPool, VkQueryPoolCreateInfo, VkQueryPool)

INTERPOSED(VkResult)
vkAllocateDescriptorSets(VkDevice device, const VkDescriptorSetAllocateInfo *info,
                         VkDescriptorSet *sets) {
  return counting(VKMORPH_LOADER(vkAllocateDescriptorSets)(device, info, sets),
                  "vkAllocateDescriptorSets");
}
