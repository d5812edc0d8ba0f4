//===- driver.cpp - The table of functions, and what the loader asks for ----------------------===//

#include "tools/vkmorph-opencl/functions.h"

#include <algorithm>

using namespace vkmorph::opencl;

namespace vkmorph::opencl {

/// Those of commands.cpp.
PFN_vkVoidFunction findCommand(const std::string &name);

static PFN_vkVoidFunction VKAPI_CALL getInstanceFunction(VkInstance, const char *name) {
  return findFunction(name);
}

static PFN_vkVoidFunction VKAPI_CALL getDeviceFunction(VkDevice, const char *name) {
  return findFunction(name);
}

PFN_vkVoidFunction findFunction(const char *name) {
#define ROW(function, own) {#function, reinterpret_cast<PFN_vkVoidFunction>(&(own))}
  static const std::map<std::string, PFN_vkVoidFunction> functions = {
      ROW(vkGetInstanceProcAddr, getInstanceFunction),
      ROW(vkGetDeviceProcAddr, getDeviceFunction),
      ROW(vkCreateInstance, createInstance),
      ROW(vkDestroyInstance, destroyInstance),
      ROW(vkEnumerateInstanceVersion, enumerateInstanceVersion),
      ROW(vkEnumerateInstanceExtensionProperties, enumerateInstanceExtensions),
      ROW(vkEnumeratePhysicalDevices, enumeratePhysicalDevices),
      ROW(vkGetPhysicalDeviceProperties, getPhysicalDeviceProperties),
      ROW(vkGetPhysicalDeviceProperties2, getPhysicalDeviceProperties2),
      ROW(vkGetPhysicalDeviceFeatures, getPhysicalDeviceFeatures),
      ROW(vkGetPhysicalDeviceFeatures2, getPhysicalDeviceFeatures2),
      ROW(vkGetPhysicalDeviceFormatProperties, getFormatProperties),
      ROW(vkGetPhysicalDeviceImageFormatProperties, getImageFormatProperties),
      ROW(vkGetPhysicalDeviceSparseImageFormatProperties, getSparseProperties),
      ROW(vkGetPhysicalDeviceMemoryProperties, getMemoryProperties),
      ROW(vkGetPhysicalDeviceQueueFamilyProperties, getQueueFamilies),
      ROW(vkEnumerateDeviceExtensionProperties, enumerateDeviceExtensions),
      ROW(vkCreateDevice, createDevice),
      ROW(vkDestroyDevice, destroyDevice),
      ROW(vkGetDeviceQueue, getDeviceQueue),
      ROW(vkAllocateMemory, allocateMemory),
      ROW(vkFreeMemory, freeMemory),
      ROW(vkMapMemory, mapMemory),
      ROW(vkUnmapMemory, unmapMemory),
      ROW(vkFlushMappedMemoryRanges, synchroniseRanges),
      ROW(vkInvalidateMappedMemoryRanges, synchroniseRanges),
      ROW(vkCreateBuffer, createBuffer),
      ROW(vkDestroyBuffer, destroyBuffer),
      ROW(vkGetBufferMemoryRequirements, getBufferMemoryRequirements),
      ROW(vkBindBufferMemory, bindBufferMemory),
      ROW(vkCreateImage, createImage),
      ROW(vkDestroyImage, destroyImage),
      ROW(vkGetImageMemoryRequirements, getImageMemoryRequirements),
      ROW(vkBindImageMemory, bindImageMemory),
      ROW(vkCreateImageView, createImageView),
      ROW(vkDestroyImageView, destroyImageView),
      ROW(vkCreateDescriptorSetLayout, createSetLayout),
      ROW(vkDestroyDescriptorSetLayout, destroySetLayout),
      ROW(vkCreatePipelineLayout, createPipelineLayout),
      ROW(vkDestroyPipelineLayout, destroyPipelineLayout),
      ROW(vkCreateDescriptorPool, createDescriptorPool),
      ROW(vkDestroyDescriptorPool, destroyDescriptorPool),
      ROW(vkAllocateDescriptorSets, allocateSets),
      ROW(vkFreeDescriptorSets, freeSets),
      ROW(vkUpdateDescriptorSets, updateSets),
      ROW(vkCreateShaderModule, createShaderModule),
      ROW(vkDestroyShaderModule, destroyShaderModule),
      ROW(vkCreatePipelineCache, createPipelineCache),
      ROW(vkDestroyPipelineCache, destroyPipelineCache),
      ROW(vkGetPipelineCacheData, getPipelineCacheData),
      ROW(vkCreateComputePipelines, createComputePipelines),
      ROW(vkDestroyPipeline, destroyPipeline),
  };
#undef ROW
  auto found = functions.find(name);
  return found == functions.end() ? findCommand(name) : found->second;
}

} // namespace vkmorph::opencl

#define EXPORTED extern "C" [[gnu::visibility("default")]]

EXPORTED VkResult VKAPI_CALL vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
  // From 5 on a driver says so where it is older than what a program asks for; it is not.
  *version = std::min<uint32_t>(*version, 5);
  return VK_SUCCESS;
}

EXPORTED PFN_vkVoidFunction VKAPI_CALL vk_icdGetInstanceProcAddr(VkInstance, const char *name) {
  return findFunction(name);
}

EXPORTED PFN_vkVoidFunction VKAPI_CALL vk_icdGetPhysicalDeviceProcAddr(VkInstance,
                                                                       const char *name) {
  // Functions of physical devices alone: those that the loader asks for by this are listed by it.
  const std::string text = name;
  const bool isOfDevice = text.compare(0, 19, "vkGetPhysicalDevice") == 0 ||
                          text == "vkCreateDevice" ||
                          text == "vkEnumerateDeviceExtensionProperties";
  return isOfDevice ? findFunction(name) : nullptr;
}
