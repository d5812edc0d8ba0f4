// Names of Vulkan results and what to do about them.
#include "vkmorph/error.h"

namespace vkmorph {

const char *ResultName(VkResult result) {
  switch (result) {
#define VKMORPH_RESULT(name)                                                                       \
  case name:                                                                                       \
    return #name
    VKMORPH_RESULT(VK_SUCCESS);
    VKMORPH_RESULT(VK_NOT_READY);
    VKMORPH_RESULT(VK_TIMEOUT);
    VKMORPH_RESULT(VK_INCOMPLETE);
    VKMORPH_RESULT(VK_ERROR_OUT_OF_HOST_MEMORY);
    VKMORPH_RESULT(VK_ERROR_OUT_OF_DEVICE_MEMORY);
    VKMORPH_RESULT(VK_ERROR_INITIALIZATION_FAILED);
    VKMORPH_RESULT(VK_ERROR_DEVICE_LOST);
    VKMORPH_RESULT(VK_ERROR_MEMORY_MAP_FAILED);
    VKMORPH_RESULT(VK_ERROR_LAYER_NOT_PRESENT);
    VKMORPH_RESULT(VK_ERROR_EXTENSION_NOT_PRESENT);
    VKMORPH_RESULT(VK_ERROR_FEATURE_NOT_PRESENT);
    VKMORPH_RESULT(VK_ERROR_INCOMPATIBLE_DRIVER);
    VKMORPH_RESULT(VK_ERROR_TOO_MANY_OBJECTS);
    VKMORPH_RESULT(VK_ERROR_FRAGMENTED_POOL);
    VKMORPH_RESULT(VK_ERROR_OUT_OF_POOL_MEMORY);
    VKMORPH_RESULT(VK_ERROR_INVALID_EXTERNAL_HANDLE);
    VKMORPH_RESULT(VK_ERROR_INVALID_SHADER_NV);
    VKMORPH_RESULT(VK_ERROR_UNKNOWN);
#undef VKMORPH_RESULT
  default:
    return "an unexpected VkResult";
  }
}

static const char *Remedy(VkResult result) {
  switch (result) {
  case VK_ERROR_OUT_OF_HOST_MEMORY:
    return "the host is out of memory: process the data in smaller parts";
  case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    return "the device is out of memory: process the data in smaller parts, or free other buffers";
  case VK_ERROR_DEVICE_LOST:
    return "the device is lost: a kernel ran too long or touched memory that is not its own; make "
           "a "
           "new device, and look for the cause with VKMORPH_VALIDATION=1";
  case VK_ERROR_INITIALIZATION_FAILED:
  case VK_ERROR_INCOMPATIBLE_DRIVER:
    return "install a Vulkan driver for this machine; vulkaninfo lists what there is";
  case VK_ERROR_LAYER_NOT_PRESENT:
    return "install the Vulkan validation layers, or switch validation off";
  case VK_ERROR_TOO_MANY_OBJECTS:
    return "the device allows no more allocations (maxMemoryAllocationCount): set "
           "DeviceContext::allocator to one that sub-allocates";
  default:
    return "VKMORPH_VALIDATION=1 may tell more";
  }
}

void Check(VkResult result, const char *call, const std::string &resource) {
  if (result == VK_SUCCESS)
    return;
  throw Error(std::string(call) + " for " + resource + " returned " + ResultName(result) + " (" +
                  std::to_string(int(result)) + "): " + Remedy(result),
              result);
}

void ThrowNoDropIn(const char *function, const char *reason, const char *remedy) {
  throw Error(std::string(function) + " has no call with host arrays, because " + reason + ": " +
              remedy);
}

} // namespace vkmorph
