// Requirements: merging, and the refusal of a device that lacks something, by name.
#include "test_support.h"

namespace vkmorph::test {
namespace {

class RequirementsTest : public ValidatedTest {
protected:
  std::string Missing(const Requirements &needs, uint32_t version = VK_API_VERSION_1_1) {
    return MissingFeature(ValidatedContext().Device().physicalDevice, version, needs);
  }
};

TEST_F(RequirementsTest, NothingIsMissingWhereNothingIsNeeded) {
  EXPECT_EQ(Missing(Requirements()), "");
  EXPECT_EQ(Missing(Requirements(), VK_API_VERSION_1_0), "");
}

TEST_F(RequirementsTest, MergeKeepsTheLargerOfBoth) {
  Requirements a;
  a.shaderInt64 = true;
  a.apiVersion = VK_API_VERSION_1_1;
  a.deviceExtensions = {"VK_A"};
  a.minSubgroupSize = 8;
  a.workgroupSize[0] = 64;
  a.pushConstantBytes = 8;
  a.requiredSubgroupSizes = 16;
  Requirements b;
  b.scalarBlockLayout = true;
  b.deviceExtensions = {"VK_A", "VK_B"};
  b.maxSubgroupSize = 64;
  b.workgroupSize[0] = 32;
  b.workgroupSize[1] = 4;
  b.sharedMemoryBytes = 1024;
  b.requiredSubgroupSizes = 32;
  b.bufferUsage = VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
  const Requirements both = Merge(a, b);
  EXPECT_TRUE(both.shaderInt64 && both.scalarBlockLayout);
  EXPECT_FALSE(both.shaderFloat64);
  EXPECT_EQ(both.apiVersion, VK_API_VERSION_1_1);
  EXPECT_EQ(both.deviceExtensions, (std::vector<std::string>{"VK_A", "VK_B"}));
  EXPECT_EQ(both.minSubgroupSize, 8u);
  EXPECT_EQ(both.maxSubgroupSize, 64u);
  EXPECT_EQ(both.requiredSubgroupSizes, 48u);
  EXPECT_EQ(both.workgroupSize[0], 64u);
  EXPECT_EQ(both.workgroupSize[1], 4u);
  EXPECT_EQ(both.sharedMemoryBytes, 1024u);
  EXPECT_EQ(both.pushConstantBytes, 8u);
  EXPECT_EQ(both.bufferUsage, VkBufferUsageFlags(VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                                 VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT));
}

/// Each feature on its own: what one side needs, both need together, and a device without it is
/// refused.
struct NamedFeature {
  bool Requirements::*flag;
  const char *name;
};
const NamedFeature kFeatures[] = {
    {&Requirements::shaderInt64, "shaderInt64"},
    {&Requirements::shaderFloat64, "shaderFloat64"},
    {&Requirements::shaderInt16, "shaderInt16"},
    {&Requirements::shaderInt8, "shaderInt8"},
    {&Requirements::shaderFloat16, "shaderFloat16"},
    {&Requirements::storageBuffer16BitAccess, "storageBuffer16BitAccess"},
    {&Requirements::shaderSampledImageArrayNonUniformIndexing,
     "shaderSampledImageArrayNonUniformIndexing"},
    {&Requirements::runtimeDescriptorArray, "runtimeDescriptorArray"},
    {&Requirements::storageBuffer8BitAccess, "storageBuffer8BitAccess"},
    {&Requirements::scalarBlockLayout, "scalarBlockLayout"},
    {&Requirements::shaderBufferInt64Atomics, "shaderBufferInt64Atomics"},
    {&Requirements::shaderBufferFloat32Atomics, "shaderBufferFloat32Atomics"},
    {&Requirements::shaderBufferFloat32AtomicAdd, "shaderBufferFloat32AtomicAdd"},
    {&Requirements::shaderSubgroupExtendedTypes, "shaderSubgroupExtendedTypes"},
    {&Requirements::computeFullSubgroups, "computeFullSubgroups"},
};

TEST_F(RequirementsTest, MergeTakesEveryFeatureOfEitherSide) {
  for (const NamedFeature &feature : kFeatures) {
    Requirements with;
    with.*feature.flag = true;
    EXPECT_TRUE(Merge(with, Requirements()).*feature.flag) << feature.name;
    EXPECT_TRUE(Merge(Requirements(), with).*feature.flag) << feature.name;
    EXPECT_FALSE(Merge(Requirements(), Requirements()).*feature.flag) << feature.name;
  }
}

TEST_F(RequirementsTest, InstanceOfVulkan10HasNoChainedFeatures) {
  for (const NamedFeature &feature : kFeatures) {
    Requirements needs;
    needs.*feature.flag = true;
    const std::string missing = Missing(needs, VK_API_VERSION_1_0);
    if (!missing.empty()) {
      ExpectMentions(missing, {feature.name, "not supported"});
    }
  }
  Requirements needs;
  needs.scalarBlockLayout = true;
  EXPECT_NE(Missing(needs, VK_API_VERSION_1_0), "");
}

TEST_F(RequirementsTest, DeviceIsMadeWithEachFeatureItHas) {
  for (const NamedFeature &feature : kFeatures) {
    Requirements needs;
    needs.*feature.flag = true;
    const std::string missing = Missing(needs);
    if (!missing.empty()) {
      ExpectMentions(missing, {feature.name});
      ExpectMentions(ErrorOf([&] { CreateContext(needs); }), {feature.name});
      continue;
    }
    ContextOptions options;
    options.validation = true;
    const Context context = CreateContext(needs, options);
    EXPECT_TRUE(context.Device().enabled->*feature.flag) << feature.name;
  }
}

TEST_F(RequirementsTest, ClassIsRefusedOnDeviceMadeWithoutItsFeature) {
  for (const NamedFeature &feature : kFeatures) {
    Requirements needs;
    needs.*feature.flag = true;
    if (!Missing(needs).empty() || feature.flag == &Requirements::shaderBufferFloat32AtomicAdd)
      continue; // the shared context was made with that one
    VulkanObject object;
    const std::string error =
        ErrorOf([&] { object.Init(ValidatedContext(), "ns::Class_Generated", needs); });
    ExpectMentions(error, {"ns::Class_Generated", "InitVulkanObjects", feature.name, "created"});
  }
}

TEST_F(RequirementsTest, LimitsAreNamedWithBothNumbers) {
  Requirements needs;
  needs.sharedMemoryBytes = 1u << 30;
  ExpectMentions(Missing(needs), {"maxComputeSharedMemorySize", "1073741824"});
  needs = Requirements();
  needs.pushConstantBytes = 1u << 20;
  ExpectMentions(Missing(needs), {"maxPushConstantsSize", "1048576"});
  needs = Requirements();
  needs.workgroupSize[2] = 1u << 30;
  ExpectMentions(Missing(needs), {"maxComputeWorkGroupSize[2]"});
  needs = Requirements();
  needs.storageBufferRange = uint64_t(1) << 40;
  ExpectMentions(Missing(needs), {"maxStorageBufferRange"});
}

TEST_F(RequirementsTest, ExtensionsAndVersionsAreChecked) {
  Requirements needs;
  needs.deviceExtensions = {"VK_EXT_that_nobody_has"};
  ExpectMentions(Missing(needs), {"VK_EXT_that_nobody_has"});
  needs = Requirements();
  needs.apiVersion = VK_MAKE_API_VERSION(0, 1, 3, 0);
  ExpectMentions(Missing(needs, VK_API_VERSION_1_1), {"1.3", "1.1"});
}

TEST_F(RequirementsTest, SubgroupsAreChecked) {
  Requirements needs;
  needs.subgroupOperations = VK_SUBGROUP_FEATURE_BASIC_BIT;
  needs.minSubgroupSize = 128;
  ExpectMentions(Missing(needs), {"subgroups have", "128"});
  ExpectMentions(Missing(needs, VK_API_VERSION_1_0), {"Vulkan 1.1"});
  needs = Requirements();
  needs.requiredSubgroupSizes = 1u << 20;
  ExpectMentions(Missing(needs, VK_API_VERSION_1_3), {"subgroups of 1048576"});
}

/// Properties are asked of the device only: there is nothing to enable.
TEST_F(RequirementsTest, FloatControlsAreProperties) {
  Requirements needs;
  needs.shaderSignedZeroInfNanPreserveFloat32 = true;
  EXPECT_TRUE(Merge(needs, Requirements()).shaderSignedZeroInfNanPreserveFloat32);
  EXPECT_TRUE(Merge(Requirements(), needs).shaderSignedZeroInfNanPreserveFloat32);
  Requirements wide;
  wide.shaderSignedZeroInfNanPreserveFloat64 = true;
  EXPECT_TRUE(Merge(wide, needs).shaderSignedZeroInfNanPreserveFloat64);

  const VkPhysicalDevice device = ValidatedContext().Device().physicalDevice;
  VkPhysicalDeviceFloatControlsProperties controls = {};
  controls.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &controls;
  vkGetPhysicalDeviceProperties2(device, &properties);
  EXPECT_EQ(Missing(needs, VK_API_VERSION_1_2).empty(),
            controls.shaderSignedZeroInfNanPreserveFloat32 == VK_TRUE);
  EXPECT_EQ(Missing(wide, VK_API_VERSION_1_2).empty(),
            controls.shaderSignedZeroInfNanPreserveFloat64 == VK_TRUE);
  // An instance of Vulkan 1.0 cannot ask.
  EXPECT_NE(Missing(needs, VK_API_VERSION_1_0).find("shaderSignedZeroInfNanPreserveFloat32"),
            std::string::npos);
}

/// Nothing that a device on a CPU says of itself tells which instructions the CPU has.
TEST_F(RequirementsTest, ExactRoundingIsNotWhatCpusHave) {
  Requirements needs;
  needs.exactRounding = true;
  EXPECT_TRUE(Merge(needs, Requirements()).exactRounding);
  EXPECT_TRUE(Merge(Requirements(), needs).exactRounding);
  VkPhysicalDeviceProperties properties = {};
  vkGetPhysicalDeviceProperties(ValidatedContext().Device().physicalDevice, &properties);
  if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU)
    ExpectMentions(Missing(needs), {"rounding", "software device", "exact_rounding"});
  else
    EXPECT_EQ(Missing(needs), "");
}

} // namespace
} // namespace vkmorph::test
