// What a device offers, in the terms of the compiler's target descriptions.
#include "vkmorph/description.h"

#include <algorithm>
#include <cstring>

#include "features.h"

namespace vkmorph {

namespace {

/// "Mesa 25.0.7": what the driver says of itself, as far as it can be asked.
std::string DriverName(VkPhysicalDevice device, const DeviceFacts &facts) {
  const bool known = facts.version >= VK_API_VERSION_1_2 ||
                     (facts.version >= VK_API_VERSION_1_1 &&
                      facts.extensions.Have(VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME));
  if (!known)
    return {};
  VkPhysicalDeviceDriverProperties driver = {};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &driver;
  vkGetPhysicalDeviceProperties2(device, &properties);
  const std::string name = driver.driverName, info = driver.driverInfo;
  return name.empty() || info.empty() ? name + info : name + ", " + info;
}

} // namespace

DeviceDescription DescribeDevice(VkPhysicalDevice device, uint32_t instanceVersion) {
  const DeviceFacts facts = QueryFacts(device, instanceVersion);
  FeatureChain features;
  QueryFeatures(device, facts, features);
  // The feature of that name, as Requirements ask for it.
  const auto has = [&](const char *name) {
    const std::vector<FeatureRow> &rows = FeatureRows();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const FeatureRow &candidate) {
      return std::strcmp(candidate.name, name) == 0;
    });
    return row != rows.end() && row->flag(features) == VK_TRUE;
  };
  const VkPhysicalDeviceLimits &limits = facts.properties.limits;
  const auto hasSubgroups = [&](VkSubgroupFeatureFlags operations) {
    operations |= VK_SUBGROUP_FEATURE_BASIC_BIT;
    return (facts.subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
           (facts.subgroups.supportedOperations & operations) == operations;
  };

  DeviceDescription description = {};
  description.name = facts.properties.deviceName;
  description.driver = DriverName(device, facts);
  description.apiVersion = facts.version;
  description.subgroupArithmetic = hasSubgroups(VK_SUBGROUP_FEATURE_ARITHMETIC_BIT);
  description.subgroupBallot = hasSubgroups(VK_SUBGROUP_FEATURE_BALLOT_BIT);
  description.subgroupShuffle = hasSubgroups(VK_SUBGROUP_FEATURE_SHUFFLE_BIT);
  // A device of Vulkan 1.0 does not tell; without subgroups, nobody asks.
  description.minSubgroupSize = std::max(facts.subgroupSizes.minSubgroupSize, 1u);
  description.maxSubgroupSize =
      std::max(facts.subgroupSizes.maxSubgroupSize, description.minSubgroupSize);
  description.maxWorkgroupInvocations = limits.maxComputeWorkGroupInvocations;
  std::copy_n(limits.maxComputeWorkGroupSize, 3, description.maxWorkgroupSize);
  description.sharedMemoryBytes = limits.maxComputeSharedMemorySize;
  description.storageBuffers = limits.maxPerStageDescriptorStorageBuffers;
  description.pushConstantBytes = limits.maxPushConstantsSize;
  description.float32AtomicAdd =
      has("shaderBufferFloat32Atomics") && has("shaderBufferFloat32AtomicAdd");
  description.int64 = has("shaderInt64");
  description.int64Atomics = description.int64 && has("shaderBufferInt64Atomics");
  description.float64 = has("shaderFloat64");
  description.storage8Bit = has("storageBuffer8BitAccess") && has("shaderInt8");
  description.storage16Bit = has("storageBuffer16BitAccess") && has("shaderInt16");
  description.scalarBlockLayout = has("scalarBlockLayout");
  // Shaders with doubles ask for both.
  description.floatControls =
      facts.floatControls.shaderSignedZeroInfNanPreserveFloat32 == VK_TRUE &&
      (!description.float64 ||
       facts.floatControls.shaderSignedZeroInfNanPreserveFloat64 == VK_TRUE);
  description.rayTracingPipeline = has("rayTracingPipeline") && has("bufferDeviceAddress");
  description.softwareDevice = facts.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  description.nonuniformSampling =
      has("shaderSampledImageArrayNonUniformIndexing") && has("runtimeDescriptorArray");
  description.exactRounding = RoundsExactly(facts);
  return description;
}

} // namespace vkmorph
