// The Vulkan feature structures behind Requirements: one table for querying, checking and enabling.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include <vulkan/vulkan.h>

#include "vkmorph/requirements.h"

namespace vkmorph {

/// All feature structures that Requirements can ask for. Not movable: the structures are linked.
struct FeatureChain {
  VkPhysicalDeviceFeatures2 core = {};
  VkPhysicalDevice16BitStorageFeatures storage16 = {};
  VkPhysicalDevice8BitStorageFeatures storage8 = {};
  VkPhysicalDeviceShaderFloat16Int8Features float16Int8 = {};
  VkPhysicalDeviceScalarBlockLayoutFeatures scalarLayout = {};
  VkPhysicalDeviceShaderAtomicInt64Features atomicInt64 = {};
  VkPhysicalDeviceDescriptorIndexingFeatures descriptorIndexing = {};
  VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures subgroupTypes = {};
  VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomicFloat = {};
  VkPhysicalDeviceSubgroupSizeControlFeatures subgroupSize = {};
  VkPhysicalDeviceRayTracingPipelineFeaturesKHR rayTracing = {};
  VkPhysicalDeviceBufferDeviceAddressFeatures deviceAddress = {};

  FeatureChain() = default;
  FeatureChain(const FeatureChain &) = delete;
  FeatureChain &operator=(const FeatureChain &) = delete;
};

/// One feature: its name, where Requirements and the chain have it.
struct FeatureRow {
  const char *name;
  const char *remedy;
  bool (*needed)(const Requirements &needs);
  VkBool32 &(*flag)(FeatureChain &chain);
  VkBaseOutStructure *(*structure)(FeatureChain &chain); ///< null: VkPhysicalDeviceFeatures
  VkStructureType type;
  uint32_t coreVersion;  ///< from which the structure needs no extension; 0: never
  const char *extension; ///< that has it before
};

/// The rows of all features, those of one structure next to each other.
const std::vector<FeatureRow> &FeatureRows();

/// The extensions of a physical device, which is asked when the first one is looked for: in each
/// such call the loader reads what layers there are, which takes longer than all else that is
/// asked.
class DeviceExtensions {
public:
  explicit DeviceExtensions(VkPhysicalDevice device = VK_NULL_HANDLE) : m_device(device) {}
  bool Have(const std::string &name) const;

private:
  VkPhysicalDevice m_device;
  mutable std::optional<std::set<std::string>> m_names;
};

/// What a physical device says of itself, as far as the instance's version lets it be asked.
struct DeviceFacts {
  VkPhysicalDeviceProperties properties = {};
  uint32_t version = 0; ///< the lower one of the device's and the instance's
  DeviceExtensions extensions;
  VkPhysicalDeviceSubgroupProperties subgroups = {};
  VkPhysicalDeviceSubgroupSizeControlProperties subgroupSizes = {};
  VkPhysicalDeviceFloatControlsProperties floatControls = {};
};

DeviceFacts QueryFacts(VkPhysicalDevice device, uint32_t instanceVersion);

/// Whether the device is known to round as SPIR-V says. One that runs on a CPU rounds by the
/// instructions that this CPU has, which it does not tell: lavapipe (Mesa 25.0.7) is exact with
/// AVX-512 only.
bool RoundsExactly(const DeviceFacts &facts);

/// Fills `present` with the features that the device has, of those that `needs` asks for, if given;
/// those that it cannot be asked for are left off.
void QueryFeatures(VkPhysicalDevice device, const DeviceFacts &facts, FeatureChain &present,
                   const Requirements *needs = nullptr);

/// Fills `chain` with what vkCreateDevice has to enable for `needs`, and lists the extensions.
void EnableFeatures(const Requirements &needs, const DeviceFacts &facts, FeatureChain &chain,
                    std::set<std::string> &extensions);

/// What `needs` asks for that `enabled` does not have, as a sentence; empty if nothing.
std::string NotEnabled(const Requirements &needs, const Requirements &enabled);

} // namespace vkmorph
