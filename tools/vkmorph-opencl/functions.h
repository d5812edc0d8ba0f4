//===- functions.h - The functions of Vulkan that the driver has ------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_OPENCL_FUNCTIONS_H
#define VKMORPH_TOOLS_VKMORPH_OPENCL_FUNCTIONS_H

#include "tools/vkmorph-opencl/driver.h"

#include <optional>

namespace vkmorph::opencl {

/// Of buffers and of ranges in them: what sub-buffers of OpenCL devices need.
constexpr size_t kOffsetAlignment = 256;

/// The format of OpenCL's images; none where they have no such format.
std::optional<cl_image_format> getImageFormat(VkFormat format);

/// The device behind a handle.
Device *getDevice(VkDevice device);

using Callbacks = const VkAllocationCallbacks *;

// device.cpp
VkResult VKAPI_CALL createInstance(const VkInstanceCreateInfo *, Callbacks, VkInstance *);
void VKAPI_CALL destroyInstance(VkInstance, Callbacks);
VkResult VKAPI_CALL enumerateInstanceVersion(uint32_t *);
VkResult VKAPI_CALL enumerateInstanceExtensions(const char *, uint32_t *, VkExtensionProperties *);
VkResult VKAPI_CALL enumeratePhysicalDevices(VkInstance, uint32_t *, VkPhysicalDevice *);
void VKAPI_CALL getPhysicalDeviceProperties(VkPhysicalDevice, VkPhysicalDeviceProperties *);
void VKAPI_CALL getPhysicalDeviceProperties2(VkPhysicalDevice, VkPhysicalDeviceProperties2 *);
void VKAPI_CALL getPhysicalDeviceFeatures(VkPhysicalDevice, VkPhysicalDeviceFeatures *);
void VKAPI_CALL getPhysicalDeviceFeatures2(VkPhysicalDevice, VkPhysicalDeviceFeatures2 *);
void VKAPI_CALL getFormatProperties(VkPhysicalDevice, VkFormat, VkFormatProperties *);
VkResult VKAPI_CALL getImageFormatProperties(VkPhysicalDevice, VkFormat, VkImageType, VkImageTiling,
                                             VkImageUsageFlags, VkImageCreateFlags,
                                             VkImageFormatProperties *);
void VKAPI_CALL getSparseProperties(VkPhysicalDevice, VkFormat, VkImageType, VkSampleCountFlagBits,
                                    VkImageUsageFlags, VkImageTiling, uint32_t *,
                                    VkSparseImageFormatProperties *);
void VKAPI_CALL getMemoryProperties(VkPhysicalDevice, VkPhysicalDeviceMemoryProperties *);
void VKAPI_CALL getQueueFamilies(VkPhysicalDevice, uint32_t *, VkQueueFamilyProperties *);
VkResult VKAPI_CALL enumerateDeviceExtensions(VkPhysicalDevice, const char *, uint32_t *,
                                              VkExtensionProperties *);
VkResult VKAPI_CALL createDevice(VkPhysicalDevice, const VkDeviceCreateInfo *, Callbacks,
                                 VkDevice *);
void VKAPI_CALL destroyDevice(VkDevice, Callbacks);
void VKAPI_CALL getDeviceQueue(VkDevice, uint32_t, uint32_t, VkQueue *);

// memory.cpp
VkResult VKAPI_CALL allocateMemory(VkDevice, const VkMemoryAllocateInfo *, Callbacks,
                                   VkDeviceMemory *);
void VKAPI_CALL freeMemory(VkDevice, VkDeviceMemory, Callbacks);
VkResult VKAPI_CALL mapMemory(VkDevice, VkDeviceMemory, VkDeviceSize, VkDeviceSize,
                              VkMemoryMapFlags, void **);
void VKAPI_CALL unmapMemory(VkDevice, VkDeviceMemory);
VkResult VKAPI_CALL synchroniseRanges(VkDevice, uint32_t, const VkMappedMemoryRange *);
VkResult VKAPI_CALL createBuffer(VkDevice, const VkBufferCreateInfo *, Callbacks, VkBuffer *);
void VKAPI_CALL destroyBuffer(VkDevice, VkBuffer, Callbacks);
void VKAPI_CALL getBufferMemoryRequirements(VkDevice, VkBuffer, VkMemoryRequirements *);
VkResult VKAPI_CALL bindBufferMemory(VkDevice, VkBuffer, VkDeviceMemory, VkDeviceSize);
VkResult VKAPI_CALL createImage(VkDevice, const VkImageCreateInfo *, Callbacks, VkImage *);
void VKAPI_CALL destroyImage(VkDevice, VkImage, Callbacks);
void VKAPI_CALL getImageMemoryRequirements(VkDevice, VkImage, VkMemoryRequirements *);
VkResult VKAPI_CALL bindImageMemory(VkDevice, VkImage, VkDeviceMemory, VkDeviceSize);
VkResult VKAPI_CALL createImageView(VkDevice, const VkImageViewCreateInfo *, Callbacks,
                                    VkImageView *);
void VKAPI_CALL destroyImageView(VkDevice, VkImageView, Callbacks);

// pipelines.cpp
VkResult VKAPI_CALL createSetLayout(VkDevice, const VkDescriptorSetLayoutCreateInfo *, Callbacks,
                                    VkDescriptorSetLayout *);
void VKAPI_CALL destroySetLayout(VkDevice, VkDescriptorSetLayout, Callbacks);
VkResult VKAPI_CALL createPipelineLayout(VkDevice, const VkPipelineLayoutCreateInfo *, Callbacks,
                                         VkPipelineLayout *);
void VKAPI_CALL destroyPipelineLayout(VkDevice, VkPipelineLayout, Callbacks);
VkResult VKAPI_CALL createDescriptorPool(VkDevice, const VkDescriptorPoolCreateInfo *, Callbacks,
                                         VkDescriptorPool *);
void VKAPI_CALL destroyDescriptorPool(VkDevice, VkDescriptorPool, Callbacks);
VkResult VKAPI_CALL allocateSets(VkDevice, const VkDescriptorSetAllocateInfo *, VkDescriptorSet *);
VkResult VKAPI_CALL freeSets(VkDevice, VkDescriptorPool, uint32_t, const VkDescriptorSet *);
void VKAPI_CALL updateSets(VkDevice, uint32_t, const VkWriteDescriptorSet *, uint32_t,
                           const VkCopyDescriptorSet *);
VkResult VKAPI_CALL createShaderModule(VkDevice, const VkShaderModuleCreateInfo *, Callbacks,
                                       VkShaderModule *);
void VKAPI_CALL destroyShaderModule(VkDevice, VkShaderModule, Callbacks);
VkResult VKAPI_CALL createPipelineCache(VkDevice, const VkPipelineCacheCreateInfo *, Callbacks,
                                        VkPipelineCache *);
void VKAPI_CALL destroyPipelineCache(VkDevice, VkPipelineCache, Callbacks);
VkResult VKAPI_CALL getPipelineCacheData(VkDevice, VkPipelineCache, size_t *, void *);
VkResult VKAPI_CALL createComputePipelines(VkDevice, VkPipelineCache, uint32_t,
                                           const VkComputePipelineCreateInfo *, Callbacks,
                                           VkPipeline *);
void VKAPI_CALL destroyPipeline(VkDevice, VkPipeline, Callbacks);

} // namespace vkmorph::opencl

#endif // VKMORPH_TOOLS_VKMORPH_OPENCL_FUNCTIONS_H
