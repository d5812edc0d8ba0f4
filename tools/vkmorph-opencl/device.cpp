//===- device.cpp - Instance and device, and what the device has ------------------------------===//

#include "tools/vkmorph-opencl/functions.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace vkmorph::opencl {

void stop(const std::string &message) {
  std::fprintf(stderr, "vkmorph's OpenCL device: %s\n", message.c_str());
  std::abort();
}

void check(cl_int status, const std::string &what) {
  if (status != CL_SUCCESS)
    stop(what + " fails with status " + std::to_string(status));
}

template <class Getter, class Object>
static std::string getString(Getter getter, Object object, cl_uint key) {
  size_t bytes = 0;
  if (getter(object, key, 0, nullptr, &bytes) != CL_SUCCESS || bytes == 0)
    return {};
  std::string text(bytes, '\0');
  getter(object, key, bytes, text.data(), nullptr);
  text.resize(std::strlen(text.c_str()));
  return text;
}

template <class Value> static Value getValue(cl_device_id device, cl_device_info key) {
  Value value = {};
  clGetDeviceInfo(device, key, sizeof(value), &value, nullptr);
  return value;
}

static std::string lowerCase(std::string text) {
  for (char &c : text)
    c = char(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

static Device *openFirst() {
  const char *chosen = std::getenv("VKMORPH_OPENCL");
  std::string wanted = lowerCase(chosen ? chosen : "");
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS)
    return nullptr;
  std::vector<cl_platform_id> platforms(count);
  clGetPlatformIDs(count, platforms.data(), nullptr);
  for (cl_platform_id platform : platforms) {
    std::string name = getString(clGetPlatformInfo, platform, CL_PLATFORM_NAME);
    auto device = std::make_unique<Device>();
    if (lowerCase(name).find(wanted) == std::string::npos ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device->device, nullptr) != CL_SUCCESS)
      continue;
    device->platform = platform;
    device->name = name + ", " + getString(clGetDeviceInfo, device->device, CL_DEVICE_NAME);
    device->isPocl = lowerCase(name) == "portable computing language";
    device->isOclgrind = lowerCase(name).find("oclgrind") != std::string::npos;
    std::string version = getString(clGetDeviceInfo, device->device, CL_DEVICE_VERSION);
    device->standard = version.compare(0, 8, "OpenCL 3") == 0   ? "CL3.0"
                       : version.compare(0, 8, "OpenCL 2") == 0 ? "CL2.0"
                                                                : "CL1.2";
    device->hasFences = device->standard != "CL1.2";
    cl_int status = CL_SUCCESS;
    device->context = clCreateContext(nullptr, 1, &device->device, nullptr, nullptr, &status);
    if (status != CL_SUCCESS)
      continue;
    device->queue = clCreateCommandQueue(device->context, device->device, 0, &status);
    if (status == CL_SUCCESS)
      return device.release();
  }
  return nullptr;
}

Device *Device::open() {
  static Device *const device = openFirst();
  return device;
}

//===------------------------------------------------------------------------------------------===//
// Instance
//===------------------------------------------------------------------------------------------===//

namespace {
struct Instance : Dispatchable {
  Dispatchable physicalDevice;
};
struct LogicalDevice : Dispatchable {
  Device *device = nullptr;
  Dispatchable queue;
};
} // namespace

Device *getDevice(VkDevice device) { return fromHandle<LogicalDevice>(device)->device; }

VkResult VKAPI_CALL createInstance(const VkInstanceCreateInfo *, const VkAllocationCallbacks *,
                                   VkInstance *instance) {
  if (!Device::open())
    return VK_ERROR_INCOMPATIBLE_DRIVER;
  *instance = toHandle<VkInstance>(new Instance);
  return VK_SUCCESS;
}

void VKAPI_CALL destroyInstance(VkInstance instance, const VkAllocationCallbacks *) {
  delete fromHandle<Instance>(instance);
}

VkResult VKAPI_CALL enumerateInstanceVersion(uint32_t *version) {
  *version = VK_API_VERSION_1_3;
  return VK_SUCCESS;
}

VkResult VKAPI_CALL enumerateInstanceExtensions(const char *, uint32_t *count,
                                                VkExtensionProperties *) {
  *count = 0;
  return VK_SUCCESS;
}

VkResult VKAPI_CALL enumeratePhysicalDevices(VkInstance instance, uint32_t *count,
                                             VkPhysicalDevice *devices) {
  if (devices && *count > 0)
    devices[0] = toHandle<VkPhysicalDevice>(&fromHandle<Instance>(instance)->physicalDevice);
  *count = 1;
  return VK_SUCCESS;
}

//===------------------------------------------------------------------------------------------===//
// What the device has
//===------------------------------------------------------------------------------------------===//

static VkPhysicalDeviceLimits getLimits(const Device &device) {
  VkPhysicalDeviceLimits limits = {};
  auto largest = getValue<cl_ulong>(device.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  limits.maxImageDimension2D =
      uint32_t(std::min(getValue<size_t>(device.device, CL_DEVICE_IMAGE2D_MAX_WIDTH),
                        getValue<size_t>(device.device, CL_DEVICE_IMAGE2D_MAX_HEIGHT)));
  limits.maxPerStageDescriptorSampledImages = 32;
  limits.maxPerStageDescriptorStorageImages = 32;
  limits.maxImageDimension2D =
      uint32_t(std::min(getValue<size_t>(device.device, CL_DEVICE_IMAGE2D_MAX_WIDTH),
                        getValue<size_t>(device.device, CL_DEVICE_IMAGE2D_MAX_HEIGHT)));
  limits.maxPerStageDescriptorSampledImages = 32;
  limits.maxPerStageDescriptorStorageImages = 32;
  limits.maxStorageBufferRange = uint32_t(std::min<cl_ulong>(largest, 1u << 30));
  limits.maxUniformBufferRange = 65536;
  limits.maxPushConstantsSize = sizeof(State::pushConstants);
  limits.maxMemoryAllocationCount = 4096;
  limits.maxBoundDescriptorSets = 4;
  limits.maxPerStageDescriptorStorageBuffers = 32;
  limits.maxPerStageResources = 32;
  limits.maxDescriptorSetStorageBuffers = 32;
  limits.maxComputeSharedMemorySize =
      uint32_t(getValue<cl_ulong>(device.device, CL_DEVICE_LOCAL_MEM_SIZE));
  std::fill_n(limits.maxComputeWorkGroupCount, 3, 65535u);
  limits.maxComputeWorkGroupInvocations =
      uint32_t(getValue<size_t>(device.device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  auto sizes = getValue<std::array<size_t, 3>>(device.device, CL_DEVICE_MAX_WORK_ITEM_SIZES);
  for (size_t i = 0; i < 3; ++i)
    limits.maxComputeWorkGroupSize[i] = uint32_t(sizes[i]);
  limits.minMemoryMapAlignment = kOffsetAlignment;
  limits.minStorageBufferOffsetAlignment = kOffsetAlignment;
  limits.minUniformBufferOffsetAlignment = kOffsetAlignment;
  limits.nonCoherentAtomSize = 1;
  limits.timestampComputeAndGraphics = VK_TRUE;
  limits.timestampPeriod = 1.0f;
  return limits;
}

void VKAPI_CALL getPhysicalDeviceProperties(VkPhysicalDevice, VkPhysicalDeviceProperties *out) {
  const Device &device = *Device::open();
  *out = {};
  out->apiVersion = VK_API_VERSION_1_3;
  out->driverVersion = 1;
  out->deviceType = VK_PHYSICAL_DEVICE_TYPE_CPU;
  std::snprintf(out->deviceName, sizeof(out->deviceName), "OpenCL: %s", device.name.c_str());
  // By this the runtime knows a device that takes texts (runtime/src/pipeline.cpp).
  std::memcpy(out->pipelineCacheUUID, "vkmorph-opencl-c", VK_UUID_SIZE);
  out->limits = getLimits(device);
}

void VKAPI_CALL getPhysicalDeviceProperties2(VkPhysicalDevice device,
                                             VkPhysicalDeviceProperties2 *out) {
  getPhysicalDeviceProperties(device, &out->properties);
  for (auto *next = static_cast<VkBaseOutStructure *>(out->pNext); next; next = next->pNext) {
    if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
      // As the functions before a text have it (pipelines.cpp): each subgroup is one work-item.
      auto *subgroups = reinterpret_cast<VkPhysicalDeviceSubgroupProperties *>(next);
      subgroups->subgroupSize = 1;
      subgroups->supportedStages = VK_SHADER_STAGE_COMPUTE_BIT;
      subgroups->supportedOperations =
          VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT;
    } else if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) {
      auto *sizes = reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlProperties *>(next);
      sizes->minSubgroupSize = sizes->maxSubgroupSize = 1;
    } else if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES) {
      auto *driver = reinterpret_cast<VkPhysicalDeviceDriverProperties *>(next);
      std::snprintf(driver->driverName, sizeof(driver->driverName), "vkmorph's OpenCL device");
    }
  }
}

void VKAPI_CALL getPhysicalDeviceFeatures(VkPhysicalDevice, VkPhysicalDeviceFeatures *out) {
  *out = {};
  out->shaderStorageImageExtendedFormats = VK_TRUE;
  out->shaderStorageImageReadWithoutFormat = VK_TRUE;
  out->shaderStorageImageWriteWithoutFormat = VK_TRUE;
  out->shaderStorageImageExtendedFormats = VK_TRUE;
  out->shaderInt16 = VK_TRUE;
  out->shaderInt64 = VK_TRUE;
}

void VKAPI_CALL getPhysicalDeviceFeatures2(VkPhysicalDevice device,
                                           VkPhysicalDeviceFeatures2 *out) {
  getPhysicalDeviceFeatures(device, &out->features);
  for (auto *next = static_cast<VkBaseOutStructure *>(out->pNext); next; next = next->pNext) {
    if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES)
      reinterpret_cast<VkPhysicalDevice16BitStorageFeatures *>(next)->storageBuffer16BitAccess =
          VK_TRUE;
    else if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES)
      reinterpret_cast<VkPhysicalDevice8BitStorageFeatures *>(next)->storageBuffer8BitAccess =
          VK_TRUE;
    else if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES)
      reinterpret_cast<VkPhysicalDeviceShaderFloat16Int8Features *>(next)->shaderInt8 = VK_TRUE;
  }
}

void VKAPI_CALL getFormatProperties(VkPhysicalDevice, VkFormat format, VkFormatProperties *out) {
  *out = {};
  const Device &device = *Device::open();
  const std::optional<cl_image_format> wanted = getImageFormat(format);
  // PoCL 3.1 reads other numbers than were written.
  if (device.isPocl && format == VK_FORMAT_R16_SFLOAT)
    return;
  cl_image_format formats[256];
  cl_uint count = 0;
  if (!wanted ||
      clGetSupportedImageFormats(device.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D,
                                 cl_uint(std::size(formats)), formats, &count) != CL_SUCCESS)
    return;
  count = std::min(count, cl_uint(std::size(formats)));
  if (std::any_of(formats, formats + count, [&](const cl_image_format &one) {
        return one.image_channel_order == wanted->image_channel_order &&
               one.image_channel_data_type == wanted->image_channel_data_type;
      }))
    out->optimalTilingFeatures =
        VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT;
}

VkResult VKAPI_CALL getImageFormatProperties(VkPhysicalDevice, VkFormat, VkImageType, VkImageTiling,
                                             VkImageUsageFlags, VkImageCreateFlags,
                                             VkImageFormatProperties *) {
  return VK_ERROR_FORMAT_NOT_SUPPORTED;
}

void VKAPI_CALL getSparseProperties(VkPhysicalDevice, VkFormat, VkImageType, VkSampleCountFlagBits,
                                    VkImageUsageFlags, VkImageTiling, uint32_t *count,
                                    VkSparseImageFormatProperties *) {
  *count = 0;
}

void VKAPI_CALL getMemoryProperties(VkPhysicalDevice, VkPhysicalDeviceMemoryProperties *out) {
  *out = {};
  out->memoryTypeCount = 1;
  out->memoryTypes[0].propertyFlags =
      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  out->memoryHeapCount = 1;
  out->memoryHeaps[0].size = getValue<cl_ulong>(Device::open()->device, CL_DEVICE_GLOBAL_MEM_SIZE);
  out->memoryHeaps[0].flags = VK_MEMORY_HEAP_DEVICE_LOCAL_BIT;
}

void VKAPI_CALL getQueueFamilies(VkPhysicalDevice, uint32_t *count, VkQueueFamilyProperties *out) {
  if (out && *count > 0) {
    out[0] = {};
    out[0].queueFlags = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT;
    out[0].queueCount = 1;
    out[0].timestampValidBits = 64;
  }
  *count = 1;
}

/// Those that programs for earlier versions of Vulkan ask for.
VkResult VKAPI_CALL enumerateDeviceExtensions(VkPhysicalDevice, const char *, uint32_t *count,
                                              VkExtensionProperties *out) {
  static constexpr const char *names[] = {VK_KHR_16BIT_STORAGE_EXTENSION_NAME,
                                          VK_KHR_8BIT_STORAGE_EXTENSION_NAME,
                                          VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME};
  const auto all = uint32_t(std::size(names));
  if (!out) {
    *count = all;
    return VK_SUCCESS;
  }
  *count = std::min(*count, all);
  for (uint32_t i = 0; i < *count; ++i) {
    out[i] = {};
    std::snprintf(out[i].extensionName, sizeof(out[i].extensionName), "%s", names[i]);
    out[i].specVersion = 1;
  }
  return *count < all ? VK_INCOMPLETE : VK_SUCCESS;
}

//===------------------------------------------------------------------------------------------===//
// Device
//===------------------------------------------------------------------------------------------===//

VkResult VKAPI_CALL createDevice(VkPhysicalDevice, const VkDeviceCreateInfo *,
                                 const VkAllocationCallbacks *, VkDevice *device) {
  auto *made = new LogicalDevice;
  made->device = Device::open();
  *device = toHandle<VkDevice>(made);
  return VK_SUCCESS;
}

void VKAPI_CALL destroyDevice(VkDevice device, const VkAllocationCallbacks *) {
  delete fromHandle<LogicalDevice>(device);
}

void VKAPI_CALL getDeviceQueue(VkDevice device, uint32_t, uint32_t, VkQueue *queue) {
  *queue = toHandle<VkQueue>(&fromHandle<LogicalDevice>(device)->queue);
}

} // namespace vkmorph::opencl
