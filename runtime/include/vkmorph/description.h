// What a device offers, in the terms of the compiler's target descriptions.
#pragma once

#include <cstdint>
#include <string>

#include <vulkan/vulkan.h>

namespace vkmorph {

/// One member for each key of a target description (docs/AddingATarget.md).
struct DeviceDescription {
  std::string name;    ///< as the driver gives it
  std::string driver;  ///< name and version of the driver; empty where it does not say
  uint32_t apiVersion; ///< the lower one of the device's and the loader's
  bool subgroupArithmetic, subgroupBallot, subgroupShuffle;
  uint32_t minSubgroupSize, maxSubgroupSize;
  uint32_t maxWorkgroupInvocations;
  uint32_t maxWorkgroupSize[3];
  uint32_t sharedMemoryBytes, pushConstantBytes, storageBuffers;
  bool float32AtomicAdd, int64Atomics, int64, float64, rayTracingPipeline;
  bool storage8Bit, storage16Bit; ///< in buffers and in variables
  bool scalarBlockLayout, nonuniformSampling;
  bool floatControls;  ///< NaN, infinities and -0.0 are kept on request
  bool softwareDevice; ///< a CPU
  bool exactRounding;  ///< trunc, roundEven, floor and ceil are those of C++ for all numbers
};

/// What `device` offers to an instance of that version.
DeviceDescription DescribeDevice(VkPhysicalDevice device, uint32_t instanceVersion);

/// Describes the device that CreateContext takes where nothing beyond Vulkan 1.0 is needed.
/// `device` is ContextOptions::device. Throws Error where there is none.
DeviceDescription DescribePresentDevice(const std::string &device = {});

} // namespace vkmorph
