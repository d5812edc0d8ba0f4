// Merging requirements, checking a device against them, and the features to enable for them.
#include "vkmorph/requirements.h"

#include <algorithm>

#include "features.h"
#include "vkmorph/error.h"

namespace vkmorph {

namespace {

bool NeedsSubgroupSize(const Requirements &needs) { return needs.requiredSubgroupSizes != 0; }

/// Shader binding tables are named by device addresses.
bool NeedsDeviceAddress(const Requirements &needs) { return needs.rayTracingPipeline; }

std::string VersionName(uint32_t version) {
  return std::to_string(VK_API_VERSION_MAJOR(version)) + "." +
         std::to_string(VK_API_VERSION_MINOR(version));
}

/// Whether the structure of `row` may be used on a device with these facts.
bool Available(const FeatureRow &row, const DeviceFacts &facts) {
  if (!row.structure)
    return true;
  if (facts.version < VK_API_VERSION_1_1) // no vkGetPhysicalDeviceFeatures2 without an extension
    return false;
  return (row.coreVersion != 0 && facts.version >= row.coreVersion) ||
         facts.extensions.Have(row.extension);
}

/// Links the structure of `row` into the chain, once.
void Link(const FeatureRow &row, FeatureChain &chain) {
  VkBaseOutStructure *structure = row.structure(chain);
  if (structure->sType == row.type)
    return;
  structure->sType = row.type;
  structure->pNext = static_cast<VkBaseOutStructure *>(chain.core.pNext);
  chain.core.pNext = structure;
}

/// A limit of the device: its Vulkan name, what is needed, what there is.
struct LimitRow {
  const char *name;
  uint64_t needed;
  uint64_t present;
};

std::string MissingLimit(const Requirements &needs, const VkPhysicalDeviceLimits &limits) {
  const LimitRow rows[] = {
      {"maxComputeWorkGroupInvocations", needs.workgroupInvocations,
       limits.maxComputeWorkGroupInvocations},
      {"maxComputeWorkGroupSize[0]", needs.workgroupSize[0], limits.maxComputeWorkGroupSize[0]},
      {"maxComputeWorkGroupSize[1]", needs.workgroupSize[1], limits.maxComputeWorkGroupSize[1]},
      {"maxComputeWorkGroupSize[2]", needs.workgroupSize[2], limits.maxComputeWorkGroupSize[2]},
      {"maxComputeSharedMemorySize", needs.sharedMemoryBytes, limits.maxComputeSharedMemorySize},
      {"maxPushConstantsSize", needs.pushConstantBytes, limits.maxPushConstantsSize},
      {"maxPerStageDescriptorStorageBuffers", needs.storageBuffersPerStage,
       limits.maxPerStageDescriptorStorageBuffers},
      {"maxPerStageDescriptorSampledImages", needs.sampledImagesPerStage,
       limits.maxPerStageDescriptorSampledImages},
      {"maxPerStageDescriptorStorageImages", needs.storageImagesPerStage,
       limits.maxPerStageDescriptorStorageImages},
      {"maxPerStageDescriptorSamplers", needs.samplersPerStage,
       limits.maxPerStageDescriptorSamplers},
      {"maxStorageBufferRange", needs.storageBufferRange, limits.maxStorageBufferRange},
  };
  for (const LimitRow &row : rows)
    if (row.needed > row.present)
      return std::string(row.name) + " is " + std::to_string(row.present) +
             " on this device, but " + std::to_string(row.needed) +
             " is needed: translate for a target with the lower limit, or take another device";
  return {};
}

std::string MissingSubgroups(const Requirements &needs, const DeviceFacts &facts) {
  if (needs.subgroupOperations == 0 && needs.requiredSubgroupSizes == 0)
    return {};
  const char *remedy = ": translate with --reduction=tree, or take another device";
  if (facts.version < VK_API_VERSION_1_1)
    return std::string("subgroup operations need Vulkan 1.1") + remedy;
  if ((facts.subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0)
    return std::string("subgroup operations are not supported in compute shaders") + remedy;

  static const struct {
    VkSubgroupFeatureFlagBits bit;
    const char *name;
  } kOperations[] = {{VK_SUBGROUP_FEATURE_BASIC_BIT, "basic"},
                     {VK_SUBGROUP_FEATURE_VOTE_BIT, "vote"},
                     {VK_SUBGROUP_FEATURE_ARITHMETIC_BIT, "arithmetic"},
                     {VK_SUBGROUP_FEATURE_BALLOT_BIT, "ballot"},
                     {VK_SUBGROUP_FEATURE_SHUFFLE_BIT, "shuffle"},
                     {VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT, "relative shuffle"},
                     {VK_SUBGROUP_FEATURE_CLUSTERED_BIT, "clustered"},
                     {VK_SUBGROUP_FEATURE_QUAD_BIT, "quad"}};
  for (const auto &operation : kOperations)
    if ((needs.subgroupOperations & ~facts.subgroups.supportedOperations & operation.bit) != 0)
      return std::string("subgroup operations of the kind '") + operation.name +
             "' are not supported" + remedy;

  const VkPhysicalDeviceSubgroupSizeControlProperties &sizes = facts.subgroupSizes;
  if (needs.requiredSubgroupSizes != 0) {
    for (uint32_t size = 1; size != 0; size *= 2)
      if ((needs.requiredSubgroupSizes & size) != 0 &&
          ((sizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0 ||
           size < sizes.minSubgroupSize || size > sizes.maxSubgroupSize))
        return "compute pipelines cannot be made with subgroups of " + std::to_string(size) +
               " (VK_EXT_subgroup_size_control)" + remedy;
    return {};
  }
  if (sizes.minSubgroupSize < needs.minSubgroupSize ||
      sizes.maxSubgroupSize > needs.maxSubgroupSize)
    return "subgroups have " + std::to_string(sizes.minSubgroupSize) + " to " +
           std::to_string(sizes.maxSubgroupSize) +
           " invocations on this device; the shaders work with " +
           std::to_string(needs.minSubgroupSize) + " to " + std::to_string(needs.maxSubgroupSize) +
           remedy;
  return {};
}

/// Whether a device rounds exactly depends on the instructions of the CPU where it runs on one, and
/// no property tells.
std::string MissingRounding(const Requirements &needs, const DeviceFacts &facts) {
  if (!needs.exactRounding || RoundsExactly(facts))
    return {};
  return "rounding (trunc of doubles, roundEven) may be inexact on a software device: translate "
         "for a target without exact_rounding, or take another device";
}

/// Shaders that look at NaN, infinities or the sign of zero rely on a device that keeps them.
std::string MissingFloatControls(const Requirements &needs, const DeviceFacts &facts) {
  const char *missing = nullptr;
  if (needs.shaderSignedZeroInfNanPreserveFloat32 &&
      !facts.floatControls.shaderSignedZeroInfNanPreserveFloat32)
    missing = "shaderSignedZeroInfNanPreserveFloat32";
  else if (needs.shaderSignedZeroInfNanPreserveFloat64 &&
           !facts.floatControls.shaderSignedZeroInfNanPreserveFloat64)
    missing = "shaderSignedZeroInfNanPreserveFloat64";
  if (!missing)
    return {};
  return std::string("the device has not the property ") + missing +
         ": translate for a target without float_controls, which leaves NaN, infinities and the "
         "sign of zero to the device, or take another one";
}

} // namespace

const std::vector<FeatureRow> &FeatureRows() {
// A feature of VkPhysicalDeviceFeatures.
#define VKMORPH_CORE(name, remedy)                                                                 \
  {#name,                                                                                          \
   remedy,                                                                                         \
   [](const Requirements &needs) { return needs.name; },                                           \
   [](FeatureChain &chain) -> VkBool32 & { return chain.core.features.name; },                     \
   nullptr,                                                                                        \
   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,                                                   \
   VK_API_VERSION_1_0,                                                                             \
   nullptr}
// A feature of a structure of its own.
#define VKMORPH_CHAINED(name, remedy, need, part, type, version, extension)                        \
  {#name,                                                                                          \
   remedy,                                                                                         \
   need,                                                                                           \
   [](FeatureChain &chain) -> VkBool32 & { return chain.part.name; },                              \
   [](FeatureChain &chain) { return reinterpret_cast<VkBaseOutStructure *>(&chain.part); },        \
   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##type,                                                       \
   version,                                                                                        \
   extension}
#define VKMORPH_NEED(name) [](const Requirements &needs) { return needs.name; }
  static const char *const kWords = "use 32-bit types in the class, or take another device";
  static const char *const kNoFloatAtomics =
      "translate with --finish=last-workgroup, or take another device";
  static const char *const kImages = "translate with --images=buffers, or take another device";
  static const char *const kCallables = "translate with --virtual=switch, or take another device";
  static const char *const kTextures = "translate with --textures=buffers, or take another device";
  static const char *const kTarget = "translate for a target without it, or take another device";
  static const std::vector<FeatureRow> rows = {
      VKMORPH_CORE(shaderInt64, kWords),
      VKMORPH_CORE(shaderFloat64, "use float in the class, or take another device"),
      VKMORPH_CORE(shaderInt16, kWords),
      VKMORPH_CORE(shaderStorageImageExtendedFormats, kImages),
      VKMORPH_CORE(shaderStorageImageReadWithoutFormat, kImages),
      VKMORPH_CORE(shaderStorageImageWriteWithoutFormat, kImages),
      VKMORPH_CHAINED(storageBuffer16BitAccess, kTarget, VKMORPH_NEED(storageBuffer16BitAccess),
                      storage16, 16BIT_STORAGE_FEATURES, VK_API_VERSION_1_1,
                      VK_KHR_16BIT_STORAGE_EXTENSION_NAME),
      VKMORPH_CHAINED(storageBuffer8BitAccess, kTarget, VKMORPH_NEED(storageBuffer8BitAccess),
                      storage8, 8BIT_STORAGE_FEATURES, VK_API_VERSION_1_2,
                      VK_KHR_8BIT_STORAGE_EXTENSION_NAME),
      VKMORPH_CHAINED(shaderInt8, kWords, VKMORPH_NEED(shaderInt8), float16Int8,
                      SHADER_FLOAT16_INT8_FEATURES, VK_API_VERSION_1_2,
                      VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME),
      VKMORPH_CHAINED(shaderFloat16, kTarget, VKMORPH_NEED(shaderFloat16), float16Int8,
                      SHADER_FLOAT16_INT8_FEATURES, VK_API_VERSION_1_2,
                      VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME),
      VKMORPH_CHAINED(scalarBlockLayout, kTarget, VKMORPH_NEED(scalarBlockLayout), scalarLayout,
                      SCALAR_BLOCK_LAYOUT_FEATURES, VK_API_VERSION_1_2,
                      VK_EXT_SCALAR_BLOCK_LAYOUT_EXTENSION_NAME),
      VKMORPH_CHAINED(shaderBufferInt64Atomics, "translate with --finish=last-workgroup",
                      VKMORPH_NEED(shaderBufferInt64Atomics), atomicInt64,
                      SHADER_ATOMIC_INT64_FEATURES, VK_API_VERSION_1_2,
                      VK_KHR_SHADER_ATOMIC_INT64_EXTENSION_NAME),
      VKMORPH_CHAINED(shaderSampledImageArrayNonUniformIndexing, kTextures,
                      VKMORPH_NEED(shaderSampledImageArrayNonUniformIndexing), descriptorIndexing,
                      DESCRIPTOR_INDEXING_FEATURES, VK_API_VERSION_1_2,
                      VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME),
      VKMORPH_CHAINED(runtimeDescriptorArray, kTextures, VKMORPH_NEED(runtimeDescriptorArray),
                      descriptorIndexing, DESCRIPTOR_INDEXING_FEATURES, VK_API_VERSION_1_2,
                      VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME),
      VKMORPH_CHAINED(shaderSubgroupExtendedTypes, "translate with --reduction=tree",
                      VKMORPH_NEED(shaderSubgroupExtendedTypes), subgroupTypes,
                      SHADER_SUBGROUP_EXTENDED_TYPES_FEATURES, VK_API_VERSION_1_2,
                      VK_KHR_SHADER_SUBGROUP_EXTENDED_TYPES_EXTENSION_NAME),
      VKMORPH_CHAINED(shaderBufferFloat32Atomics, kNoFloatAtomics,
                      VKMORPH_NEED(shaderBufferFloat32Atomics), atomicFloat,
                      SHADER_ATOMIC_FLOAT_FEATURES_EXT, 0,
                      VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME),
      VKMORPH_CHAINED(shaderBufferFloat32AtomicAdd, kNoFloatAtomics,
                      VKMORPH_NEED(shaderBufferFloat32AtomicAdd), atomicFloat,
                      SHADER_ATOMIC_FLOAT_FEATURES_EXT, 0,
                      VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME),
      VKMORPH_CHAINED(computeFullSubgroups, kTarget, VKMORPH_NEED(computeFullSubgroups),
                      subgroupSize, SUBGROUP_SIZE_CONTROL_FEATURES, VK_API_VERSION_1_3,
                      VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME),
      VKMORPH_CHAINED(subgroupSizeControl, kTarget, NeedsSubgroupSize, subgroupSize,
                      SUBGROUP_SIZE_CONTROL_FEATURES, VK_API_VERSION_1_3,
                      VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME),
      VKMORPH_CHAINED(rayTracingPipeline, kCallables, VKMORPH_NEED(rayTracingPipeline), rayTracing,
                      RAY_TRACING_PIPELINE_FEATURES_KHR, 0,
                      VK_KHR_RAY_TRACING_PIPELINE_EXTENSION_NAME),
      VKMORPH_CHAINED(bufferDeviceAddress, kCallables, NeedsDeviceAddress, deviceAddress,
                      BUFFER_DEVICE_ADDRESS_FEATURES, VK_API_VERSION_1_2,
                      VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME),
  };
#undef VKMORPH_NEED
#undef VKMORPH_CHAINED
#undef VKMORPH_CORE
  return rows;
}

bool DeviceExtensions::Have(const std::string &name) const {
  if (!m_names) {
    // A first guess makes one of two calls.
    std::vector<VkExtensionProperties> extensions(256);
    uint32_t count = uint32_t(extensions.size());
    VkResult result =
        vkEnumerateDeviceExtensionProperties(m_device, nullptr, &count, extensions.data());
    while (result == VK_INCOMPLETE) {
      extensions.resize(extensions.size() * 2);
      count = uint32_t(extensions.size());
      result = vkEnumerateDeviceExtensionProperties(m_device, nullptr, &count, extensions.data());
    }
    Check(result, "vkEnumerateDeviceExtensionProperties", "the extensions of a device");
    extensions.resize(count);
    m_names.emplace();
    for (const VkExtensionProperties &extension : extensions)
      m_names->insert(extension.extensionName);
  }
  return m_names->count(name) != 0;
}

DeviceFacts QueryFacts(VkPhysicalDevice device, uint32_t instanceVersion) {
  DeviceFacts facts;
  vkGetPhysicalDeviceProperties(device, &facts.properties);
  facts.version = std::min(facts.properties.apiVersion, instanceVersion);

  facts.extensions = DeviceExtensions(device);
  if (facts.version < VK_API_VERSION_1_1)
    return facts;
  facts.subgroups.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &facts.subgroups;
  const bool sizeControl = facts.version >= VK_API_VERSION_1_3 ||
                           facts.extensions.Have(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME);
  if (sizeControl) {
    facts.subgroupSizes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES;
    facts.subgroups.pNext = &facts.subgroupSizes;
  }
  if (facts.version >= VK_API_VERSION_1_2 ||
      facts.extensions.Have(VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME)) {
    facts.floatControls.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
    facts.floatControls.pNext = properties.pNext;
    properties.pNext = &facts.floatControls;
  }
  vkGetPhysicalDeviceProperties2(device, &properties);
  facts.subgroups.pNext = nullptr;
  facts.floatControls.pNext = nullptr;
  if (!sizeControl)
    facts.subgroupSizes.minSubgroupSize = facts.subgroupSizes.maxSubgroupSize =
        facts.subgroups.subgroupSize;
  return facts;
}

bool RoundsExactly(const DeviceFacts &facts) {
  return facts.properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU;
}

void QueryFeatures(VkPhysicalDevice device, const DeviceFacts &facts, FeatureChain &present,
                   const Requirements *needs) {
  present.core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  for (const FeatureRow &row : FeatureRows())
    if (row.structure && (!needs || row.needed(*needs)) && Available(row, facts))
      Link(row, present);
  if (facts.version >= VK_API_VERSION_1_1)
    vkGetPhysicalDeviceFeatures2(device, &present.core);
  else
    vkGetPhysicalDeviceFeatures(device, &present.core.features);
}

std::string MissingFeature(VkPhysicalDevice device, uint32_t instanceVersion,
                           const Requirements &needs) {
  const DeviceFacts facts = QueryFacts(device, instanceVersion);
  if (facts.version < needs.apiVersion)
    return "Vulkan " + VersionName(needs.apiVersion) + " is needed, " + VersionName(facts.version) +
           " is what device and instance have: update the driver, or translate with "
           "--target=vulkan10";

  FeatureChain present;
  QueryFeatures(device, facts, present, &needs);
  for (const FeatureRow &row : FeatureRows())
    if (row.needed(needs) && !row.flag(present))
      return std::string("the feature ") + row.name + " is not supported: " + row.remedy;

  for (const std::string &extension : needs.deviceExtensions)
    if (!facts.extensions.Have(extension))
      return "the extension " + extension +
             " is not supported: " + "translate for a target without it, or take another device";
  std::string missing = MissingFloatControls(needs, facts);
  if (missing.empty())
    missing = MissingRounding(needs, facts);
  if (missing.empty())
    missing = MissingSubgroups(needs, facts);
  return missing.empty() ? MissingLimit(needs, facts.properties.limits) : missing;
}

void EnableFeatures(const Requirements &needs, const DeviceFacts &facts, FeatureChain &chain,
                    std::set<std::string> &extensions) {
  chain.core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  extensions.insert(needs.deviceExtensions.begin(), needs.deviceExtensions.end());
  // What a device with ray-tracing pipelines has as well, since the extension asks for it.
  if (needs.rayTracingPipeline)
    extensions.insert({VK_KHR_ACCELERATION_STRUCTURE_EXTENSION_NAME,
                       VK_KHR_DEFERRED_HOST_OPERATIONS_EXTENSION_NAME});
  for (const FeatureRow &row : FeatureRows()) {
    if (!row.needed(needs))
      continue;
    if (row.structure)
      Link(row, chain);
    row.flag(chain) = VK_TRUE;
    if (row.extension && (row.coreVersion == 0 || facts.version < row.coreVersion))
      extensions.insert(row.extension);
  }
}

std::string NotEnabled(const Requirements &needs, const Requirements &enabled) {
  for (const FeatureRow &row : FeatureRows())
    if (row.needed(needs) && !row.needed(enabled))
      return std::string("the device was created without ") + row.name +
             ": create it with what RequiredFeatures() of this class asks for";
  for (const std::string &extension : needs.deviceExtensions)
    if (std::find(enabled.deviceExtensions.begin(), enabled.deviceExtensions.end(), extension) ==
        enabled.deviceExtensions.end())
      return "the device was created without " + extension +
             ": create it with what RequiredFeatures() of this class asks for";
  return {};
}

Requirements Merge(const Requirements &a, const Requirements &b) {
  Requirements merged = a;
  merged.apiVersion = std::max(a.apiVersion, b.apiVersion);
  for (const std::string &extension : b.deviceExtensions)
    if (std::find(a.deviceExtensions.begin(), a.deviceExtensions.end(), extension) ==
        a.deviceExtensions.end())
      merged.deviceExtensions.push_back(extension);

  merged.shaderInt64 |= b.shaderInt64;
  merged.shaderFloat64 |= b.shaderFloat64;
  merged.shaderInt16 |= b.shaderInt16;
  merged.shaderInt8 |= b.shaderInt8;
  merged.shaderFloat16 |= b.shaderFloat16;
  merged.storageBuffer16BitAccess |= b.storageBuffer16BitAccess;
  merged.shaderSampledImageArrayNonUniformIndexing |= b.shaderSampledImageArrayNonUniformIndexing;
  merged.runtimeDescriptorArray |= b.runtimeDescriptorArray;
  merged.storageBuffer8BitAccess |= b.storageBuffer8BitAccess;
  merged.scalarBlockLayout |= b.scalarBlockLayout;
  merged.shaderBufferInt64Atomics |= b.shaderBufferInt64Atomics;
  merged.shaderBufferFloat32Atomics |= b.shaderBufferFloat32Atomics;
  merged.shaderBufferFloat32AtomicAdd |= b.shaderBufferFloat32AtomicAdd;
  merged.shaderSubgroupExtendedTypes |= b.shaderSubgroupExtendedTypes;
  merged.computeFullSubgroups |= b.computeFullSubgroups;
  merged.shaderStorageImageExtendedFormats |= b.shaderStorageImageExtendedFormats;
  merged.shaderStorageImageReadWithoutFormat |= b.shaderStorageImageReadWithoutFormat;
  merged.shaderStorageImageWriteWithoutFormat |= b.shaderStorageImageWriteWithoutFormat;
  merged.shaderSignedZeroInfNanPreserveFloat32 |= b.shaderSignedZeroInfNanPreserveFloat32;
  merged.shaderSignedZeroInfNanPreserveFloat64 |= b.shaderSignedZeroInfNanPreserveFloat64;
  merged.exactRounding |= b.exactRounding;
  merged.rayTracingPipeline |= b.rayTracingPipeline;

  merged.subgroupOperations |= b.subgroupOperations;
  merged.minSubgroupSize = std::max(a.minSubgroupSize, b.minSubgroupSize);
  merged.maxSubgroupSize = std::min(a.maxSubgroupSize, b.maxSubgroupSize);
  merged.requiredSubgroupSizes |= b.requiredSubgroupSizes;

  merged.workgroupInvocations = std::max(a.workgroupInvocations, b.workgroupInvocations);
  for (int i = 0; i < 3; i++)
    merged.workgroupSize[i] = std::max(a.workgroupSize[i], b.workgroupSize[i]);
  merged.sharedMemoryBytes = std::max(a.sharedMemoryBytes, b.sharedMemoryBytes);
  merged.pushConstantBytes = std::max(a.pushConstantBytes, b.pushConstantBytes);
  merged.storageBuffersPerStage = std::max(a.storageBuffersPerStage, b.storageBuffersPerStage);
  merged.samplersPerStage = std::max(a.samplersPerStage, b.samplersPerStage);
  merged.sampledImagesPerStage = std::max(a.sampledImagesPerStage, b.sampledImagesPerStage);
  merged.storageImagesPerStage = std::max(a.storageImagesPerStage, b.storageImagesPerStage);
  merged.storageBufferRange = std::max(a.storageBufferRange, b.storageBufferRange);
  merged.bufferUsage |= b.bufferUsage;
  return merged;
}

} // namespace vkmorph
