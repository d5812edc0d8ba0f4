// Ray generation shaders with the callable shaders of their table.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test_support.h"

namespace vkmorph::test {
namespace {

const uint32_t kChoose[] = {
#include "choose.inc"
};
const uint32_t kTwice[] = {
#include "twice.inc"
};
const uint32_t kSquare[] = {
#include "square.inc"
};

Requirements RayRequirements() {
  Requirements needs;
  needs.apiVersion = VK_API_VERSION_1_2;
  needs.rayTracingPipeline = true;
  return needs;
}

/// Rows 0 and 2 of the table are one shader.
class Chooser {
public:
  explicit Chooser(const DeviceContext &device) {
    m_vulkan.Init(device, "Chooser", RayRequirements());
    m_layout = m_vulkan.CreateLayout("Choose", 2, sizeof(uint32_t), kRayStages);
    m_pipeline =
        m_vulkan.CreateRayPipeline(m_layout, {"choose", kChoose, sizeof(kChoose)},
                                   {Twice(), {"square", kSquare, sizeof(kSquare)}, Twice()});
  }
  void Record(VkCommandBuffer cmd, VkBuffer numbers, VkBuffer results, uint32_t count,
              uint32_t width) {
    m_vulkan.BindSet(cmd, m_layout, m_vulkan.DescriptorSet(m_layout, {{numbers}, {results}}),
                     "Record");
    vkCmdPushConstants(cmd, m_layout.pipeline, m_layout.stages, 0, sizeof(count), &count);
    m_vulkan.TraceRays(cmd, m_pipeline, width);
  }

private:
  static ShaderCode Twice() { return {"twice", kTwice, sizeof(kTwice)}; }

  VulkanObject m_vulkan{"Chooser"};
  KernelLayout m_layout;
  VkPipeline m_pipeline = VK_NULL_HANDLE;
};

class Rays : public ::testing::Test {
protected:
  void SetUp() override {
    m_before = TotalValidationMessages();
    ContextOptions options;
    options.validation = true;
    try {
      m_context = std::make_unique<Context>(CreateContext(RayRequirements(), options));
    } catch (const Error &error) {
      GTEST_SKIP() << error.what();
    }
  }
  void TearDown() override {
    m_context.reset();
    EXPECT_EQ(TotalValidationMessages(), m_before);
  }
  std::unique_ptr<Context> m_context;

private:
  uint64_t m_before = 0;
};

TEST_F(Rays, EachThreadRunsTheShaderOfItsRow) {
  const DeviceContext device = m_context->Device();
  Chooser first(device), second(device); // which share the pipeline and its table
  std::vector<uint32_t> numbers(1000);
  for (uint32_t i = 0; i < numbers.size(); i++)
    numbers[i] = i * 7u + 1u;
  const auto bytes = VkDeviceSize(numbers.size() * sizeof(uint32_t));
  for (Chooser *chooser : {&first, &second})
    // With fewer threads than iterations, and with more.
    for (uint32_t width : {1000u, 1u, 64u, 3000u, 0u}) {
      CallerBuffer in(device, bytes), out(device, bytes);
      in.Write(numbers);
      CallerCommands commands(device, [&](VkCommandBuffer cmd) {
        chooser->Record(cmd, in.buffer, out.buffer, uint32_t(numbers.size()), width);
      });
      commands.Run();
      const std::vector<uint32_t> results = out.Read<uint32_t>(numbers.size());
      for (size_t i = 0; i < numbers.size(); i++)
        ASSERT_EQ(results[i], numbers[i] % 3u == 1u ? numbers[i] * numbers[i] : 2u * numbers[i])
            << "width " << width << ", i " << i;
    }
}

TEST_F(Rays, GridsThatTheIndexCannotCountAreErrors) {
  const DeviceContext device = m_context->Device();
  Chooser chooser(device);
  CallerBuffer buffer(device, 64);
  CallerCommands commands(device, [&](VkCommandBuffer cmd) {
    ExpectMentions(ErrorOf([&] { chooser.Record(cmd, buffer.buffer, buffer.buffer, 0, ~0u); }),
                   {"Chooser", "4294967295 iterations", "32-bit index"});
  });
}

TEST_F(Rays, OtherPipelinesAreErrors) {
  const DeviceContext device = m_context->Device();
  VulkanObject object("Other");
  object.Init(device, "Other", RayRequirements());
  CallerCommands commands(device, [&](VkCommandBuffer cmd) {
    ExpectMentions(ErrorOf([&] { object.TraceRays(cmd, VK_NULL_HANDLE, 1); }),
                   {"Other::TraceRays", "CreateRayPipeline"});
  });
}

TEST(RayRequirements, DevicesCreatedWithoutAreRefused) {
  Requirements others;
  others.apiVersion = VK_API_VERSION_1_2;
  const Context context = CreateContext(others);
  ExpectMentions(ErrorOf([&] { Chooser chooser(context.Device()); }), {"rayTracingPipeline"});
}

} // namespace
} // namespace vkmorph::test
