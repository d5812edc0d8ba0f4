// The model of a generated class against its CPU original: both forms, all sizes, replay, several
// objects.
#include "test_support.h"

#include <cmath>
#include <random>
#include <thread>

#include "numbers_generated.h"

namespace vkmorph::test {
namespace {

const uint32_t kSizes[] = {0, 1, 63, 64, 255, 256, 257, 4095, 4096, 4097, 65535, 1000003,
                           // more than the planned workgroups take one stride for
                           4194305};

std::vector<int> RandomInts(uint32_t count, uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> distribution(-1000, 1000);
  std::vector<int> values(count);
  for (int &value : values)
    value = distribution(random);
  return values;
}

std::vector<float> RandomFloats(uint32_t count, uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> distribution(-1.0f, 1.0f);
  std::vector<float> values(count);
  for (float &value : values)
    value = distribution(random);
  return values;
}

struct IntResults {
  int summ;
  uint32_t positives;
  float average;
};

IntResults CpuInts(const std::vector<int> &data) {
  linalg::Numbers cpu;
  cpu.CalcArraySumm(data.data(), uint32_t(data.size()));
  return {cpu.Summ(), cpu.Positives(), cpu.Average()};
}

void ExpectInts(const linalg::Numbers &gpu, const std::vector<int> &data) {
  const IntResults cpu = CpuInts(data);
  EXPECT_EQ(gpu.Summ(), cpu.summ);
  EXPECT_EQ(gpu.Positives(), cpu.positives);
  // One division, which Vulkan allows 2.5 ULP.
  EXPECT_NEAR(gpu.Average(), cpu.average, 2.5 * std::ldexp(std::fabs(cpu.average), -23));
}

void ExpectFloats(const linalg::Numbers &gpu, const std::vector<float> &data) {
  double exact = 0.0;
  float largest = 0.0f;
  for (const float value : data)
    if (value > 0.0f) {
      exact += value;
      largest = std::max(largest, value);
    }
  // Each of n additions, in whatever order, adds at most half an ULP of the sum.
  EXPECT_NEAR(gpu.Summf(), exact, double(data.size()) * exact * std::ldexp(1.0, -24));
  EXPECT_EQ(gpu.Largestf(), largest);
}

static_assert(!std::is_copy_constructible_v<linalg::Numbers_Generated>);
static_assert(std::is_default_constructible_v<linalg::Numbers_Generated>);

class GoldenTest : public ValidatedTest {};

/// The handles of an engine that says nothing beyond what it must.
TEST_F(GoldenTest, RunsOnAnEnginesDevice) {
  const DeviceContext &context = ValidatedContext();
  DeviceContext engine;
  engine.instance = context.instance;
  engine.physicalDevice = context.physicalDevice;
  engine.device = context.device;
  engine.queue = context.queue;
  engine.queueFamily = context.queueFamily;
  linalg::Numbers_Generated object;
  object.InitVulkanObjects(engine);
  const std::vector<int> data = RandomInts(5000);
  object.CalcArraySumm(data.data(), 5000);
  ExpectInts(object, data);
}

TEST_F(GoldenTest, DropInThroughTheBaseReference) {
  linalg::Numbers_Generated object;
  object.InitVulkanObjects(ValidatedContext());
  linalg::Numbers &numbers = object;
  for (const uint32_t size : kSizes) {
    SCOPED_TRACE(size);
    const std::vector<int> ints = RandomInts(size, size);
    numbers.CalcArraySumm(ints.data(), size);
    ExpectInts(numbers, ints);
    const std::vector<float> floats = RandomFloats(size, size);
    numbers.CalcArraySummf(floats.data(), size);
    ExpectFloats(numbers, floats);
    ExpectInts(numbers, ints); // members of the other control function are untouched
  }
}

TEST_F(GoldenTest, AllNegativeAndAllPositive) {
  linalg::Numbers_Generated object;
  object.InitVulkanObjects(ValidatedContext());
  const std::vector<int> negative(70000, -3);
  object.CalcArraySumm(negative.data(), 70000);
  ExpectInts(object, negative);
  const std::vector<int> positive(70000, 3);
  object.CalcArraySumm(positive.data(), 70000);
  ExpectInts(object, positive);
}

TEST_F(GoldenTest, ReplayAllocatesNothing) {
  for (const bool hidden : {false, true}) {
    WatchedAllocator allocator(ValidatedContext(), hidden);
    DeviceContext device = ValidatedContext();
    device.allocator = &allocator;
    linalg::Numbers_Generated object;
    object.InitVulkanObjects(device);
    std::vector<int> data = RandomInts(5000);
    object.CalcArraySumm(data.data(), 5000);
    const int allocations = allocator.allocations;
    for (uint32_t seed = 2; seed < 12; seed++) {
      data = RandomInts(5000, seed);
      object.CalcArraySumm(data.data(), 5000);
      ExpectInts(object, data);
    }
    data.resize(100);
    object.CalcArraySumm(data.data(), 100);
    ExpectInts(object, data);
    EXPECT_EQ(allocator.allocations, allocations);
    data = RandomInts(200000);
    object.CalcArraySumm(data.data(), 200000);
    ExpectInts(object, data);
    EXPECT_GT(allocator.allocations, allocations);
  }
}

TEST_F(GoldenTest, RecordedForm) {
  linalg::Numbers_Generated object;
  const Context &context = ValidatedContext();
  object.InitVulkanObjects(context);
  const std::vector<int> ints = RandomInts(100000);
  const std::vector<float> floats = RandomFloats(100000);
  const VkDeviceSize floatsAt = 400128; // any alignment that devices ask for
  CallerBuffer buffer(context, floatsAt + 400000);
  buffer.Write(ints);
  buffer.Write(floats, floatsAt);

  CopyEngine copy(context);
  object.UpdateAll(copy);
  object.SetInOutFor_CalcArraySumm(buffer.buffer, 0, 400000);
  object.SetInOutFor_CalcArraySummf(buffer.buffer, floatsAt);
  CallerCommands commands(context, [&](VkCommandBuffer cmd) {
    object.CalcArraySummCmd(cmd, 100000);
    object.CalcArraySummfCmd(cmd, 100000);
    object.CalcArraySummCmd(cmd, 100000);
  });
  commands.Run(3);
  EXPECT_EQ(object.Summ(), 0); // nothing is copied before ReadAll
  object.ReadAll(copy);
  ExpectInts(object, ints);
  ExpectFloats(object, floats);
}

TEST_F(GoldenTest, RecordedSetsOutliveTheNextOnes) {
  linalg::Numbers_Generated object;
  const Context &context = ValidatedContext();
  object.InitVulkanObjects(context);
  CopyEngine copy(context);
  object.UpdateAll(copy);
  const std::vector<int> first = RandomInts(1000, 1);
  const std::vector<int> second = RandomInts(1000, 2);
  CallerBuffer firstBuffer(context, 4000);
  CallerBuffer secondBuffer(context, 4000);
  firstBuffer.Write(first);
  secondBuffer.Write(second);

  object.SetInOutFor_CalcArraySumm(firstBuffer.buffer);
  CallerCommands onFirst(context, [&](VkCommandBuffer cmd) { object.CalcArraySummCmd(cmd, 1000); });
  object.SetInOutFor_CalcArraySumm(secondBuffer.buffer);
  CallerCommands onSecond(context,
                          [&](VkCommandBuffer cmd) { object.CalcArraySummCmd(cmd, 1000); });
  onFirst.Run();
  object.ReadAll(copy);
  ExpectInts(object, first);
  onSecond.Run();
  object.ReadAll(copy);
  ExpectInts(object, second);
  onFirst.Run();
  object.CalcArraySumm(second.data(), 1000); // a drop-in call between
  onFirst.Run();
  object.ReadAll(copy);
  ExpectInts(object, first);
  object.ForgetBuffer(firstBuffer.buffer);
  object.ForgetBuffer(secondBuffer.buffer);
}

TEST_F(GoldenTest, TwoObjectsInterleaved) {
  linalg::Numbers_Generated a;
  linalg::Numbers_Generated b;
  a.InitVulkanObjects(ValidatedContext());
  b.InitVulkanObjects(ValidatedContext());
  for (uint32_t round = 0; round < 5; round++) {
    const std::vector<int> forA = RandomInts(10000, round);
    const std::vector<int> forB = RandomInts(777, 100 + round);
    a.CalcArraySumm(forA.data(), 10000);
    b.CalcArraySumm(forB.data(), 777);
    ExpectInts(a, forA);
    ExpectInts(b, forB);
  }
}

TEST_F(GoldenTest, ObjectsInSeveralThreads) {
  std::vector<std::thread> threads;
  for (uint32_t thread = 0; thread < 4; thread++)
    threads.emplace_back([thread] {
      linalg::Numbers_Generated object;
      object.InitVulkanObjects(ValidatedContext());
      for (uint32_t round = 0; round < 10; round++) {
        const std::vector<int> data = RandomInts(3000 + 1000 * thread, round);
        object.CalcArraySumm(data.data(), uint32_t(data.size()));
        ExpectInts(object, data);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(GoldenTest, ResidentMembers) {
  linalg::Numbers_Generated object;
  object.InitVulkanObjects(ValidatedContext());
  CopyEngine copy(ValidatedContext());
  object.SetResident(true);
  object.UpdateAll(copy);
  const std::vector<int> data = RandomInts(1000);
  object.CalcArraySumm(data.data(), 1000);
  EXPECT_EQ(object.Positives(), 0u);
  object.ReadAll(copy);
  ExpectInts(object, data);
}

/// A user's own kernel in the place of a generated one.
class WithOwnKernel : public linalg::Numbers_Generated {
public:
  int calls = 0;

protected:
  void ArraySummCmd(VkCommandBuffer cmd, uint32_t) override {
    calls++;
    vkCmdFillBuffer(cmd, m_classData, 0, 4, 42); // m_summ
  }
  KernelStages ArraySummStages() const override { return {kTransferWrite, kTransferWrite}; }
};

TEST_F(GoldenTest, KernelsCanBeReplaced) {
  WithOwnKernel object;
  object.InitVulkanObjects(ValidatedContext());
  const std::vector<int> data = RandomInts(100);
  object.CalcArraySumm(data.data(), 100);
  EXPECT_EQ(object.calls, 1);
  EXPECT_EQ(object.Summ(), 42);
}

TEST_F(GoldenTest, SaysWhatItNeedsAndWhatItsBuffersAreUsedFor) {
  EXPECT_TRUE(linalg::Numbers_Generated::RequiredFeatures().shaderBufferFloat32AtomicAdd);
  EXPECT_STREQ(linalg::Numbers_Generated::kBufferUses[0].parameter, "a_data");
  EXPECT_EQ(linalg::Numbers_Generated::kBufferUses[0].first.access,
            VkAccessFlags(VK_ACCESS_SHADER_READ_BIT));
  Requirements none;
  ContextOptions options;
  options.validation = true;
  const Context context = CreateContext(none, options);
  linalg::Numbers_Generated object;
  ExpectMentions(ErrorOf([&] { object.InitVulkanObjects(context); }),
                 {"linalg::Numbers_Generated", "shaderBufferFloat32AtomicAdd"});
}

TEST_F(GoldenTest, TimesByTimestamps) {
  linalg::Numbers_Generated object;
  object.InitVulkanObjects(ValidatedContext());
  const std::vector<int> data = RandomInts(1000000);
  object.CalcArraySumm(data.data(), 1000000);
  EXPECT_GT(object.GetExecutionTimes("CalcArraySumm").host, 0.0);
  EXPECT_THROW(object.GetExecutionTimes("CalcArraySummf"), Error);
  EXPECT_THROW(object.LostElements("m_list"), Error);
}

} // namespace
} // namespace vkmorph::test
