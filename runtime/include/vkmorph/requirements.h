// What a generated class needs of a device: features, operations and limits, by name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <vulkan/vulkan.h>

namespace vkmorph {

/// The least that a device has to offer. The default asks for nothing beyond Vulkan 1.0. Extensions
/// that a feature lives in on older devices follow from the feature and need not be listed.
struct Requirements {
  uint32_t apiVersion = VK_API_VERSION_1_0;
  /// Device extensions beyond those that the features below imply.
  std::vector<std::string> deviceExtensions;

  // Features, named as Vulkan names them.
  bool shaderInt64 = false;
  bool shaderFloat64 = false;
  bool shaderInt16 = false;
  bool shaderInt8 = false;
  bool shaderFloat16 = false;
  bool storageBuffer16BitAccess = false;
  bool shaderSampledImageArrayNonUniformIndexing = false;
  bool runtimeDescriptorArray = false;
  bool storageBuffer8BitAccess = false;
  bool scalarBlockLayout = false;
  bool rayTracingPipeline = false;
  bool shaderBufferInt64Atomics = false;
  bool shaderBufferFloat32Atomics = false; ///< load, store, exchange
  bool shaderBufferFloat32AtomicAdd = false;
  bool shaderSubgroupExtendedTypes = false; ///< subgroup arithmetic on 8, 16 and 64-bit types
  bool computeFullSubgroups = false;
  bool shaderStorageImageExtendedFormats = false;    ///< images of one or two channels
  bool shaderStorageImageReadWithoutFormat = false;  ///< of shaders in OpenCL C
  bool shaderStorageImageWriteWithoutFormat = false; ///< of shaders in OpenCL C
  // Properties: nothing is enabled for them.
  bool shaderSignedZeroInfNanPreserveFloat32 = false;
  bool shaderSignedZeroInfNanPreserveFloat64 = false;
  /// The shaders use trunc of doubles, roundEven, or the sign of a zero from floor and ceil as the
  /// device has them: a device on a CPU may have no exact instruction for them.
  bool exactRounding = false;

  // Subgroups in compute shaders.
  VkSubgroupFeatureFlags subgroupOperations = 0; ///< VK_SUBGROUP_FEATURE_*_BIT
  uint32_t minSubgroupSize = 1;                  ///< the smallest size that the shaders work with
  uint32_t maxSubgroupSize = 128;                ///< the largest
  uint32_t requiredSubgroupSizes = 0; ///< those that pipelines pin, or-ed (powers of two)

  // Limits: what the largest of the shaders uses.
  uint32_t workgroupInvocations = 1;
  uint32_t workgroupSize[3] = {1, 1, 1};
  uint32_t sharedMemoryBytes = 0;
  uint32_t pushConstantBytes = 0;
  uint32_t storageBuffersPerStage = 0;
  uint32_t sampledImagesPerStage = 0;
  uint32_t storageImagesPerStage = 0;
  uint32_t samplersPerStage = 0;
  uint64_t storageBufferRange = 0;

  /// What buffers that are handed to SetInOutFor_X must have been created with.
  VkBufferUsageFlags bufferUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
};

/// What satisfies both: for one device that runs several generated classes.
Requirements Merge(const Requirements &a, const Requirements &b);

/// The first thing that the device lacks, as a sentence that names it and says what to do; empty if
/// nothing. `instanceVersion` is the version that the instance was created with.
std::string MissingFeature(VkPhysicalDevice device, uint32_t instanceVersion,
                           const Requirements &needs);

} // namespace vkmorph
