// Contexts: choice of the device, validation, pipeline cache.
#include "test_support.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace vkmorph::test {
namespace {

/// An environment variable for the length of a test.
class Variable {
public:
  Variable(const char *name, const char *value) : m_name(name) {
    if (const char *old = std::getenv(name)) {
      m_had = true;
      m_old = old;
    }
    setenv(name, value, 1);
  }
  ~Variable() { m_had ? setenv(m_name, m_old.c_str(), 1) : unsetenv(m_name); }

private:
  const char *m_name;
  bool m_had = false;
  std::string m_old;
};

class ContextTest : public ValidatedTest {};

TEST_F(ContextTest, HasAllHandles) {
  const DeviceContext &device = ValidatedContext();
  EXPECT_TRUE(device.instance && device.physicalDevice && device.device && device.queue);
  EXPECT_TRUE(device.pipelineCache && device.queueMutex && device.enabled);
  EXPECT_TRUE(ValidatedContext().Validation());
  EXPECT_EQ(ValidatedContext().DeviceName(), ValidatedContext().Properties().deviceName);
}

TEST_F(ContextTest, MovesWithItsHandles) {
  Context first = CreateContext();
  const VkDevice device = first.Device().device;
  const Context second = std::move(first);
  EXPECT_EQ(second.Device().device, device);
}

TEST_F(ContextTest, DeviceIsChosenByIndexAndByName) {
  const std::string name = ValidatedContext().DeviceName();
  ContextOptions options;
  options.device = name.substr(1, 4);
  EXPECT_EQ(CreateContext({}, options).DeviceName(), name);
  const Variable variable("VKMORPH_DEVICE", "0");
  EXPECT_FALSE(CreateContext().DeviceName().empty());
}

TEST_F(ContextTest, UnknownDeviceIsRefusedWithTheListOfPresentOnes) {
  ContextOptions options;
  options.device = "no such device";
  ExpectMentions(
      ErrorOf([&] { CreateContext({}, options); }),
      {"no such device", ValidatedContext().DeviceName(), "is not the device asked for"});
  options.device = "99";
  ExpectMentions(ErrorOf([&] { CreateContext({}, options); }), {"'99'"});
}

TEST_F(ContextTest, EnvironmentSwitchesValidationOn) {
  {
    const Variable variable("VKMORPH_VALIDATION", "1");
    EXPECT_TRUE(CreateContext().Validation());
  }
  const Variable variable("VKMORPH_VALIDATION", "0");
  EXPECT_FALSE(CreateContext().Validation());
}

// Not a ValidatedTest: it wants a message.
TEST(ValidationTest, MessagesAreCountedAndKept) {
  ContextOptions options;
  options.validation = true;
  const uint64_t before = TotalValidationMessages();
  {
    const Context context = CreateContext({}, options);
    VkBufferCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO; // and no size
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    VkBuffer buffer = VK_NULL_HANDLE;
    vkCreateBuffer(context.Device().device, &info, nullptr, &buffer);
    EXPECT_FALSE(context.ValidationMessages().empty());
    EXPECT_GT(TotalValidationMessages(), before);
    vkDestroyBuffer(context.Device().device, buffer, nullptr);
  }
}

TEST(ValidationTest, LeaksAreNoticedWhenTheDeviceGoes) {
  ContextOptions options;
  options.validation = true;
  const uint64_t before = TotalValidationMessages();
  VkFence fence = VK_NULL_HANDLE;
  {
    const Context context = CreateContext({}, options);
    VkFenceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    Check(vkCreateFence(context.Device().device, &info, nullptr, &fence), "vkCreateFence",
          "a test");
  }
  EXPECT_GT(TotalValidationMessages(), before);
}

TEST(ValidationTest, MissingBarrierIsNoticed) {
  ContextOptions options;
  options.validation = true;
  const uint64_t before = TotalValidationMessages();
  const Context context = CreateContext({}, options);
  CallerBuffer a(context, 256);
  CallerBuffer b(context, 256);
  CallerCommands(context, [&](VkCommandBuffer cmd) {
    const VkBufferCopy region = {0, 0, 256};
    vkCmdCopyBuffer(cmd, a.buffer, b.buffer, 1, &region);
    vkCmdCopyBuffer(cmd, b.buffer, a.buffer, 1, &region);
  });
  EXPECT_GT(TotalValidationMessages(), before);
}

TEST_F(ContextTest, PipelineCacheIsWrittenAndReadBack) {
  const std::string file = ::testing::TempDir() + "vkmorph_pipeline_cache_test";
  std::remove(file.c_str());
  ContextOptions options;
  options.validation = true;
  options.pipelineCacheFile = file;
  {
    const Context context = CreateContext({}, options);
  }
  EXPECT_TRUE(std::ifstream(file).good());
  {
    const Context context = CreateContext({}, options);
  }
  // What is no cache at all does not get in the way.
  std::ofstream(file, std::ios::trunc) << "not a pipeline cache, but longer than the header of one";
  {
    const Context context = CreateContext({}, options);
  }
  std::remove(file.c_str());
}

TEST(ErrorTest, ChecksNameCallResourceAndRemedy) {
  Check(VK_SUCCESS, "vkCall", "nothing");
  const std::string text =
      ErrorOf([] { Check(VK_ERROR_OUT_OF_DEVICE_MEMORY, "vkAllocateMemory", "'data' (9 bytes)"); });
  ExpectMentions(text, {"vkAllocateMemory", "'data' (9 bytes)", "VK_ERROR_OUT_OF_DEVICE_MEMORY",
                        "smaller parts"});
  try {
    Check(VK_ERROR_DEVICE_LOST, "vkQueueSubmit", "a call");
    FAIL();
  } catch (const Error &error) {
    EXPECT_EQ(error.Result(), VK_ERROR_DEVICE_LOST);
  }
}

} // namespace
} // namespace vkmorph::test
