// Makes an instance and a device from requirements.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "features.h"
#include "internal.h"
#include "validation.h"
#include "vkmorph/description.h"
#include "vkmorph/device.h"
#include "vkmorph/error.h"

namespace vkmorph {

struct Context::Parts {
  ~Parts();

  void CreateInstance(const Requirements &needs, const ContextOptions &options);
  void PickDevice(const Requirements &needs, const std::string &wanted);
  void CreateDevice(const Requirements &needs);
  void LoadPipelineCache(const std::string &file);
  void SavePipelineCache() const;

  DeviceContext device;
  Requirements enabled;
  DeviceFacts facts;
  std::string name;
  bool validation = false;
  ValidationLog log;
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  std::mutex queueMutex;
  std::string cacheFile;
};

namespace {

std::string EnvironmentVariable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

std::set<std::string> InstanceExtensions(const char *layer) {
  uint32_t count = 0;
  Check(vkEnumerateInstanceExtensionProperties(layer, &count, nullptr),
        "vkEnumerateInstanceExtensionProperties", layer ? layer : "the Vulkan loader");
  std::vector<VkExtensionProperties> properties(count);
  Check(vkEnumerateInstanceExtensionProperties(layer, &count, properties.data()),
        "vkEnumerateInstanceExtensionProperties", layer ? layer : "the Vulkan loader");
  std::set<std::string> names;
  for (const VkExtensionProperties &extension : properties)
    names.insert(extension.extensionName);
  return names;
}

bool HasLayer(const char *name) {
  uint32_t count = 0;
  vkEnumerateInstanceLayerProperties(&count, nullptr);
  std::vector<VkLayerProperties> layers(count);
  vkEnumerateInstanceLayerProperties(&count, layers.data());
  return std::any_of(layers.begin(), layers.end(), [&](const VkLayerProperties &layer) {
    return std::strcmp(layer.layerName, name) == 0;
  });
}

/// The version of the loader; one of Vulkan 1.0 does not have the function that tells.
uint32_t LoaderVersion() {
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceVersion>(
      vkGetInstanceProcAddr(VK_NULL_HANDLE, "vkEnumerateInstanceVersion"));
  uint32_t version = VK_API_VERSION_1_0;
  if (enumerate)
    enumerate(&version);
  return version;
}

std::vector<const char *> Pointers(const std::set<std::string> &names) {
  std::vector<const char *> pointers;
  for (const std::string &name : names)
    pointers.push_back(name.c_str());
  return pointers;
}

std::string LowerCase(std::string text) {
  for (char &c : text)
    c = char(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Whether `wanted` is this device's index or, unless it is a number, part of its name in any case.
bool IsWanted(const std::string &wanted, size_t index, const std::string &name) {
  if (wanted.find_first_not_of("0123456789") == std::string::npos)
    return wanted == std::to_string(index);
  return LowerCase(name).find(LowerCase(wanted)) != std::string::npos;
}

int Rank(VkPhysicalDeviceType type) {
  switch (type) {
  case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
    return 4;
  case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
    return 3;
  case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
    return 2;
  case VK_PHYSICAL_DEVICE_TYPE_CPU:
    return 1;
  default:
    return 0;
  }
}

/// The first queue family that computes, one with timestamps before one without; UINT32_MAX: none.
uint32_t ComputeFamily(VkPhysicalDevice device) {
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  uint32_t found = UINT32_MAX;
  for (uint32_t family = 0; family < count; family++) {
    if ((families[family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0)
      continue;
    if (families[family].timestampValidBits != 0)
      return family;
    found = std::min(found, family);
  }
  return found;
}

} // namespace

void Context::Parts::CreateInstance(const Requirements &needs, const ContextOptions &options) {
  const char *const layer = "VK_LAYER_KHRONOS_validation";
  const std::string variable = EnvironmentVariable("VKMORPH_VALIDATION");
  validation = options.validation || (!variable.empty() && variable != "0");
  if (validation && !HasLayer(layer))
    throw Error(std::string("CreateContext: validation is asked for, but the layer ") + layer +
                    " is not installed: install the Vulkan validation layers, or unset "
                    "VKMORPH_VALIDATION",
                VK_ERROR_LAYER_NOT_PRESENT);

  const std::set<std::string> present = InstanceExtensions(nullptr);
  std::set<std::string> extensions;
  if (present.count(VK_EXT_DEBUG_UTILS_EXTENSION_NAME) != 0) {
    extensions.insert(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    device.debugUtils = true;
  }
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
#ifdef VK_KHR_portability_enumeration
  if (present.count(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME) != 0) {
    extensions.insert(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    info.flags |= VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
  }
#endif

  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = options.applicationName.c_str();
  application.pEngineName = "vkmorph";
  // 1.1 is what tells about features beyond those of 1.0.
  device.apiVersion =
      std::min(std::max(needs.apiVersion, uint32_t(VK_API_VERSION_1_1)), LoaderVersion());
  application.apiVersion = device.apiVersion;
  info.pApplicationInfo = &application;

  VkDebugUtilsMessengerCreateInfoEXT messengerInfo = log.MessengerInfo();
  const VkValidationFeatureEnableEXT enables[] = {
      VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
  VkValidationFeaturesEXT features = {};
  features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = enables;
  features.pNext = &messengerInfo;
  if (validation) {
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &layer;
    extensions.insert(VK_EXT_DEBUG_UTILS_EXTENSION_NAME); // the layer has it if the loader has not
    extensions.insert(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
    device.debugUtils = true;
    info.pNext = &features;
  }
  const std::vector<const char *> names = Pointers(extensions);
  info.enabledExtensionCount = uint32_t(names.size());
  info.ppEnabledExtensionNames = names.data();
  Check(vkCreateInstance(&info, nullptr, &device.instance), "vkCreateInstance", "the context");

  if (validation) {
    const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(device.instance, "vkCreateDebugUtilsMessengerEXT"));
    Check(create(device.instance, &messengerInfo, nullptr, &messenger),
          "vkCreateDebugUtilsMessengerEXT", "the context");
  }
}

void Context::Parts::PickDevice(const Requirements &needs, const std::string &wanted) {
  uint32_t count = 0;
  Check(vkEnumeratePhysicalDevices(device.instance, &count, nullptr), "vkEnumeratePhysicalDevices",
        "the context");
  std::vector<VkPhysicalDevice> devices(count);
  Check(vkEnumeratePhysicalDevices(device.instance, &count, devices.data()),
        "vkEnumeratePhysicalDevices", "the context");

  std::string refused;
  int bestRank = -1;
  for (size_t i = 0; i < devices.size(); i++) {
    VkPhysicalDeviceProperties properties = {};
    vkGetPhysicalDeviceProperties(devices[i], &properties);
    std::string missing;
    if (!wanted.empty() && !IsWanted(wanted, i, properties.deviceName))
      missing = "is not the device asked for";
    else if (ComputeFamily(devices[i]) == UINT32_MAX)
      missing = "has no queue that computes";
    else
      missing = MissingFeature(devices[i], device.apiVersion, needs);
    if (!missing.empty()) {
      refused += "\n  " + std::to_string(i) + " '" + properties.deviceName + "': " + missing;
    } else if (Rank(properties.deviceType) > bestRank) {
      bestRank = Rank(properties.deviceType);
      device.physicalDevice = devices[i];
    }
  }
  if (device.physicalDevice)
    return;
  if (devices.empty())
    throw Error("CreateContext: there is no Vulkan device: install a driver; on machines without a "
                "GPU, Mesa's lavapipe");
  throw Error("CreateContext: no device " +
              (wanted.empty() ? std::string("has what is needed")
                              : "that matches '" + wanted + "' has what is needed") +
              ":" + refused);
}

void Context::Parts::CreateDevice(const Requirements &needs) {
  facts = QueryFacts(device.physicalDevice, device.apiVersion);
  name = facts.properties.deviceName;
  device.queueFamily = ComputeFamily(device.physicalDevice);

  FeatureChain chain;
  std::set<std::string> extensions;
  EnableFeatures(needs, facts, chain, extensions);
  if (facts.extensions.Have("VK_KHR_portability_subset"))
    extensions.insert("VK_KHR_portability_subset"); // where it is there, it has to be enabled

  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queueInfo = {};
  queueInfo.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queueInfo.queueFamilyIndex = device.queueFamily;
  queueInfo.queueCount = 1;
  queueInfo.pQueuePriorities = &priority;
  const std::vector<const char *> names = Pointers(extensions);
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queueInfo;
  info.enabledExtensionCount = uint32_t(names.size());
  info.ppEnabledExtensionNames = names.data();
  if (facts.version >= VK_API_VERSION_1_1)
    info.pNext = &chain.core;
  else
    info.pEnabledFeatures = &chain.core.features;
  Check(vkCreateDevice(device.physicalDevice, &info, nullptr, &device.device), "vkCreateDevice",
        "'" + name + "'");
  vkGetDeviceQueue(device.device, device.queueFamily, 0, &device.queue);
}

void Context::Parts::LoadPipelineCache(const std::string &file) {
  cacheFile = file;
  std::vector<char> data;
  if (!file.empty()) {
    std::ifstream stream(file, std::ios::binary);
    data.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    // A cache of another device or driver is of no use; drivers check the rest of it themselves.
    VkPipelineCacheHeaderVersionOne header = {};
    if (data.size() >= sizeof(header))
      std::memcpy(&header, data.data(), sizeof(header));
    if (header.vendorID != facts.properties.vendorID ||
        header.deviceID != facts.properties.deviceID ||
        std::memcmp(header.pipelineCacheUUID, facts.properties.pipelineCacheUUID, VK_UUID_SIZE) !=
            0)
      data.clear();
  }
  VkPipelineCacheCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  info.initialDataSize = data.size();
  info.pInitialData = data.data();
  Check(vkCreatePipelineCache(device.device, &info, nullptr, &device.pipelineCache),
        "vkCreatePipelineCache", "the context");
}

void Context::Parts::SavePipelineCache() const {
  size_t bytes = 0;
  if (vkGetPipelineCacheData(device.device, device.pipelineCache, &bytes, nullptr) != VK_SUCCESS)
    return;
  std::vector<char> data(bytes);
  if (vkGetPipelineCacheData(device.device, device.pipelineCache, &bytes, data.data()) !=
      VK_SUCCESS)
    return;
  // Renamed into place: programs that end at the same time do not mix their files.
  const std::string part = cacheFile + ".part";
  std::ofstream stream(part, std::ios::binary | std::ios::trunc);
  stream.write(data.data(), std::streamsize(bytes));
  stream.close();
  if (!stream || std::rename(part.c_str(), cacheFile.c_str()) != 0)
    std::fprintf(stderr, "vkmorph: the pipeline cache could not be written to %s\n",
                 cacheFile.c_str());
}

Context::Parts::~Parts() {
  if (device.device) {
    if (device.pipelineCache && !cacheFile.empty())
      SavePipelineCache();
    vkDestroyPipelineCache(device.device, device.pipelineCache, nullptr);
    vkDestroyDevice(device.device, nullptr);
  }
  if (messenger) {
    const auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(device.instance, "vkDestroyDebugUtilsMessengerEXT"));
    destroy(device.instance, messenger, nullptr);
  }
  if (device.instance)
    vkDestroyInstance(device.instance, nullptr);
  if (const size_t count = log.Messages().size())
    std::fprintf(stderr, "vkmorph: %zu validation messages\n", count);
}

Context::Context(const Requirements &needs, const ContextOptions &options)
    : m_parts(std::make_shared<Parts>()) {
  m_parts->CreateInstance(needs, options);
  m_parts->PickDevice(needs, options.device.empty() ? EnvironmentVariable("VKMORPH_DEVICE")
                                                    : options.device);
  m_parts->CreateDevice(needs);
  m_parts->LoadPipelineCache(options.pipelineCacheFile);
  m_parts->enabled = needs;
  m_parts->device.enabled = &m_parts->enabled;
  m_parts->device.queueMutex = &m_parts->queueMutex;
  m_parts->device.allocator = options.allocator;
  m_device = std::make_unique<DeviceContext>(m_parts->device);
  m_device->owner = m_parts;
}

Context::~Context() = default;
Context::Context(Context &&) noexcept = default;
Context &Context::operator=(Context &&) noexcept = default;

const Context::Parts &Context::Open() const {
  if (!m_parts)
    throw Error("Context: it has been moved from: use the one that it was moved to");
  return *m_parts;
}

const DeviceContext &Context::Device() const & {
  Open();
  return *m_device;
}
const std::string &Context::DeviceName() const & { return Open().name; }
const VkPhysicalDeviceProperties &Context::Properties() const & { return Open().facts.properties; }
bool Context::Validation() const { return Open().validation; }
std::vector<std::string> Context::ValidationMessages() const { return Open().log.Messages(); }

Context CreateContext(const Requirements &needs, const ContextOptions &options) {
  return Context(needs, options);
}

DeviceDescription DescribePresentDevice(const std::string &wanted) {
  // The instance of the newest version sees most; what is asked of the device is nothing.
  Requirements newest;
  newest.apiVersion = VK_HEADER_VERSION_COMPLETE;
  Context::Parts parts;
  parts.CreateInstance(newest, ContextOptions());
  parts.PickDevice(Requirements(), wanted.empty() ? EnvironmentVariable("VKMORPH_DEVICE") : wanted);
  return DescribeDevice(parts.device.physicalDevice, parts.device.apiVersion);
}

} // namespace vkmorph
