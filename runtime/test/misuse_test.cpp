// Wrong use of objects: an Error that says what to do, or something that works.
#include "test_support.h"

#include <atomic>
#include <memory>
#include <optional>
#include <thread>

#include "add_scaled.h"
#include "numbers_generated.h"

namespace vkmorph::test {
namespace {

using linalg::Numbers_Generated;

class MisuseTest : public ValidatedTest {
protected:
  /// Records what is given with the object bound to two buffers.
  void Record(AddScaled_Generated &object, uint32_t count) {
    CallerCommands(ValidatedContext(), [&](VkCommandBuffer cmd) { object.AddCmd(cmd, count); });
  }
  void Bind(AddScaled_Generated &object) {
    object.SetInOutFor_Add({m_data.buffer}, {m_result.buffer}, Aliasing::Distinct);
  }

  CallerBuffer m_data{ValidatedContext(), 4096};
  CallerBuffer m_result{ValidatedContext(), 4096};
  CopyEngine m_copy{ValidatedContext()};
};

//===-----------------------------------------------------------------------------------------===//
// The order of calls
//===-----------------------------------------------------------------------------------------===//

TEST_F(MisuseTest, NothingBeforeInit) {
  Numbers_Generated object;
  const auto refused = [](const std::function<void()> &action, const char *function) {
    ExpectMentions(ErrorOf(action), {"linalg::Numbers_Generated::", function,
                                     "InitVulkanObjects has to be called first"});
  };
  const int data[] = {1};
  refused([&] { object.CalcArraySumm(data, 1); }, "CalcArraySumm");
  refused([&] { object.CalcArraySummCmd(VK_NULL_HANDLE, 1); }, "CalcArraySumm");
  refused([&] { object.SetInOutFor_CalcArraySumm(m_data.buffer); }, "SetInOutFor_CalcArraySumm");
  refused([&] { object.UpdateAll(m_copy); }, "UpdateAll");
  refused([&] { object.ReadAll(m_copy); }, "ReadAll");
  refused([&] { object.UpdateMember(m_copy, "m_summ"); }, "UpdateMember");
  refused([&] { object.ReadMember(m_copy, "m_summ"); }, "ReadMember");
  refused([&] { object.LostElements("m_summ"); }, "LostElements");
  refused([&] { object.SetResident(true); }, "SetResident");
  refused([&] { object.GetExecutionTimes("CalcArraySumm"); }, "GetExecutionTimes");
  object.ForgetBuffer(m_data.buffer); // there is nothing to forget
}

TEST_F(MisuseTest, CommandsNeedWhatTheyReadOnTheDevice) {
  AddScaled_Generated object(2);
  object.InitVulkanObjects(ValidatedContext());
  Bind(object);
  const std::vector<std::string> message = {"AddScaled_Generated::AddCmd", "'m_factor'",
                                            "not on the device yet", "UpdateAll"};
  ExpectMentions(ErrorOf([&] { Record(object, 4); }), message);
  object.m_vulkan.UpdateMember(m_copy, "m_factor");
  ExpectMentions(ErrorOf([&] { Record(object, 4); }), {"'m_last'", "UpdateAll"});
  object.m_vulkan.UpdateMember(m_copy, "m_last");
  Record(object, 4);
  object.InitVulkanObjects(ValidatedContext()); // a new device side has nothing
  Bind(object);
  ExpectMentions(ErrorOf([&] { Record(object, 4); }), message);
  object.m_vulkan.UpdateAll(m_copy);
  Record(object, 4);
}

TEST_F(MisuseTest, ADropInCallBringsWhatItsCommandsNeed) {
  AddScaled_Generated object(2);
  object.InitVulkanObjects(ValidatedContext());
  const int data[] = {1, 2};
  int result[] = {0, 0};
  object.Add(data, result, 2);
  Bind(object);
  Record(object, 4);
}

TEST_F(MisuseTest, ResidentMembersHaveToBeThere) {
  AddScaled_Generated object(2);
  object.InitVulkanObjects(ValidatedContext());
  object.m_vulkan.SetResident(true);
  const int data[] = {1, 2};
  int result[] = {0, 0};
  ExpectMentions(ErrorOf([&] { object.Add(data, result, 2); }), {"'m_factor'", "UpdateAll"});
  EXPECT_EQ(result[0], 0);
  object.m_vulkan.UpdateAll(m_copy);
  object.Add(data, result, 2); // the object goes on after an Error
  EXPECT_EQ(result[1], 4);
}

TEST_F(MisuseTest, WhatKernelsOverwriteNeedNotBeThere) {
  Numbers_Generated object;
  object.InitVulkanObjects(ValidatedContext());
  const std::vector<int> data = {1, -2, 3};
  m_data.Write(data);
  object.SetInOutFor_CalcArraySumm(m_data.buffer);
  CallerCommands(ValidatedContext(), [&](VkCommandBuffer cmd) {
    object.CalcArraySummCmd(cmd, 3);
  }).Run();
  object.ReadAll(m_copy);
  EXPECT_EQ(object.Summ(), 4);
}

TEST_F(MisuseTest, ReadAllLeavesAloneWhatWasNeverThere) {
  AddScaled_Generated object(2);
  object.InitVulkanObjects(ValidatedContext());
  object.m_vulkan.ReadAll(m_copy);
  EXPECT_EQ(object.Last(), 7u);
  ExpectMentions(ErrorOf([&] { object.m_vulkan.ReadMember(m_copy, "m_last"); }),
                 {"AddScaled_Generated::ReadMember", "'m_last'", "UpdateAll"});
}

TEST_F(MisuseTest, ResidentFlagAndTimesStartAfresh) {
  Numbers_Generated object;
  object.InitVulkanObjects(ValidatedContext());
  const int data[] = {1, 2, 3};
  object.SetResident(true);
  object.UpdateAll(m_copy);
  object.CalcArraySumm(data, 3);
  EXPECT_EQ(object.Summ(), 0);
  object.InitVulkanObjects(ValidatedContext());
  EXPECT_THROW(object.GetExecutionTimes("CalcArraySumm"), Error);
  object.CalcArraySumm(data, 3);
  EXPECT_EQ(object.Summ(), 6);
}

//===-----------------------------------------------------------------------------------------===//
// Handles and sizes
//===-----------------------------------------------------------------------------------------===//

TEST_F(MisuseTest, NullHandles) {
  Numbers_Generated object;
  object.InitVulkanObjects(ValidatedContext());
  ExpectMentions(ErrorOf([&] { object.SetInOutFor_CalcArraySumm(VK_NULL_HANDLE); }),
                 {"SetInOutFor_CalcArraySumm", "'a_data'", "VK_NULL_HANDLE"});
  object.SetInOutFor_CalcArraySumm(m_data.buffer);
  ExpectMentions(ErrorOf([&] { object.CalcArraySummCmd(VK_NULL_HANDLE, 1); }),
                 {"linalg::Numbers_Generated::CalcArraySumm", "command buffer", "VK_NULL_HANDLE"});
  ExpectMentions(ErrorOf([] { Barrier(VK_NULL_HANDLE, kComputeWrite, kComputeRead); }),
                 {"Barrier", "command buffer"});
  ExpectMentions(ErrorOf([] {
                   ExecutionBarrier(VK_NULL_HANDLE, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                    VK_PIPELINE_STAGE_TRANSFER_BIT);
                 }),
                 {"ExecutionBarrier", "command buffer"});
  object.ForgetBuffer(VK_NULL_HANDLE);
}

TEST_F(MisuseTest, NullPointersOfTheHost) {
  Numbers_Generated object;
  object.InitVulkanObjects(ValidatedContext());
  ExpectMentions(ErrorOf([&] { object.CalcArraySumm(nullptr, 3); }),
                 {"CalcArraySumm", "'a_data'", "null"});
  object.CalcArraySumm(nullptr, 0);
  ExpectMentions(ErrorOf([&] { object.UpdateMember(m_copy, nullptr); }), {"no name"});
  ExpectMentions(ErrorOf([&] { object.ReadMember(m_copy, nullptr); }), {"no name"});
  ExpectMentions(ErrorOf([&] { object.LostElements(nullptr); }), {"no name"});
  ExpectMentions(ErrorOf([&] { object.GetExecutionTimes(nullptr); }), {"no name"});
}

TEST_F(MisuseTest, BuffersThatAreTooSmall) {
  Numbers_Generated object;
  object.InitVulkanObjects(ValidatedContext());
  const auto record = [&](uint32_t count) {
    CallerCommands(ValidatedContext(),
                   [&](VkCommandBuffer cmd) { object.CalcArraySummCmd(cmd, count); });
  };
  object.SetInOutFor_CalcArraySumm(m_data.buffer, 0, 1024);
  record(256);
  ExpectMentions(ErrorOf([&] { record(257); }),
                 {"CalcArraySummCmd", "'a_data'", "257 elements of 4 bytes", "1024 bytes"});
  object.SetInOutFor_CalcArraySumm(m_data.buffer); // as much as the memory has
  record(1024);
  ExpectMentions(ErrorOf([&] { record(1 << 20); }), {"1048576 elements", "at most"});
  object.SetInOutFor_CalcArraySumm(m_data.buffer, 2048);
  record(512);
  ExpectMentions(ErrorOf([&] { record(100000); }), {"100000 elements", "at most"});
  record(0);
  // Sizes that no memory has.
  ExpectMentions(ErrorOf([&] { record(UINT32_MAX); }), {"4294967295 elements"});
}

TEST_F(MisuseTest, ForgottenBuffersHaveToBeSetAgain) {
  Numbers_Generated object;
  object.InitVulkanObjects(ValidatedContext());
  const auto record = [&] {
    CallerCommands(ValidatedContext(),
                   [&](VkCommandBuffer cmd) { object.CalcArraySummCmd(cmd, 4); });
  };
  object.SetInOutFor_CalcArraySumm(m_data.buffer);
  record();
  object.ForgetBuffer(m_data.buffer);
  object.SetInOutFor_CalcArraySummf(m_result.buffer); // may get the set of the other one
  ExpectMentions(ErrorOf(record), {"linalg::Numbers_Generated::SetInOutFor_CalcArraySumm",
                                   "before the commands are recorded"});
  object.SetInOutFor_CalcArraySumm(m_data.buffer);
  record();
}

TEST_F(MisuseTest, ContextsThatAreWrong) {
  Numbers_Generated object;
  DeviceContext device = ValidatedContext();
  device.queue = VK_NULL_HANDLE;
  ExpectMentions(ErrorOf([&] { object.InitVulkanObjects(device); }),
                 {"linalg::Numbers_Generated::InitVulkanObjects", "lacks a handle"});
  ExpectMentions(ErrorOf([&] { CopyEngine copy(device); }), {"CopyEngine", "lacks a handle"});
  device = ValidatedContext();
  device.queueFamily = 1000;
  ExpectMentions(ErrorOf([&] { object.InitVulkanObjects(device); }),
                 {"queue family 1000", "queueFamily"});
}

TEST_F(MisuseTest, CopiesOfWhatIsNotThere) {
  std::vector<int> host(2000);
  ExpectMentions(ErrorOf([&] { m_copy.UpdateBuffer(VK_NULL_HANDLE, 0, host.data(), 4); }),
                 {"CopyEngine::UpdateBuffer", "VK_NULL_HANDLE"});
  ExpectMentions(ErrorOf([&] { m_copy.UpdateBuffer(m_data.buffer, 0, nullptr, 4); }),
                 {"UpdateBuffer", "null"});
  ExpectMentions(ErrorOf([&] { m_copy.ReadBuffer(m_data.buffer, 0, host.data(), 8000); }),
                 {"ReadBuffer", "8000 bytes", "only 4096"});
  ExpectMentions(ErrorOf([&] { m_copy.ReadBuffer(m_data.buffer, 8192, host.data(), 4); }),
                 {"ReadBuffer", "offset 8192"});
  ExpectMentions(ErrorOf([&] { m_copy.ZeroBuffer(VK_NULL_HANDLE, 0, 4); }), {"ZeroBuffer"});
  m_copy.UpdateBuffer(VK_NULL_HANDLE, 0, nullptr, 0);
}

//===-----------------------------------------------------------------------------------------===//
// Lives
//===-----------------------------------------------------------------------------------------===//

TEST_F(MisuseTest, ObjectsOutliveTheirContext) {
  ContextOptions options;
  options.validation = true;
  auto context = std::make_unique<Context>(TestRequirements(), options);
  Numbers_Generated object;
  object.InitVulkanObjects(*context);
  auto copy = std::make_unique<CopyEngine>(*context);
  context.reset();
  const int data[] = {1, 2, 3};
  object.CalcArraySumm(data, 3);
  EXPECT_EQ(object.Summ(), 6);
  object.UpdateAll(*copy);
  object.ReadAll(*copy);
}

TEST_F(MisuseTest, AContextMayBeReplaced) {
  ContextOptions options;
  options.validation = true;
  Context context = CreateContext(TestRequirements(), options);
  std::optional<Numbers_Generated> object(std::in_place);
  object->InitVulkanObjects(context);
  const DeviceContext device = context; // keeps the first one as well
  context = CreateContext(TestRequirements(), options);
  const int data[] = {1, 2, 3};
  object->CalcArraySumm(data, 3);
  EXPECT_EQ(object->Summ(), 6);
  object->InitVulkanObjects(context);
  object->CalcArraySumm(data, 2);
  EXPECT_EQ(object->Summ(), 3);
  object.reset();
  Numbers_Generated other;
  other.InitVulkanObjects(device);
}

TEST_F(MisuseTest, AContextThatHasBeenMovedFrom) {
  ContextOptions options;
  options.validation = true;
  Context context = CreateContext(TestRequirements(), options);
  const Context other = std::move(context);
  Numbers_Generated object;
  ExpectMentions(ErrorOf([&] { object.InitVulkanObjects(context); }), {"Context", "moved"});
  ExpectMentions(ErrorOf([&] { context.DeviceName(); }), {"Context", "moved"});
  ExpectMentions(ErrorOf([&] { context.ValidationMessages(); }), {"Context", "moved"});
  object.InitVulkanObjects(other);
}

// What a temporary context gives may be kept.
static_assert(std::is_same_v<decltype(CreateContext().Device()), DeviceContext>);
static_assert(std::is_same_v<decltype(CreateContext().DeviceName()), std::string>);
static_assert(std::is_same_v<decltype(CreateContext().Properties()), VkPhysicalDeviceProperties>);

TEST_F(MisuseTest, ReferencesToATemporaryContext) {
  ContextOptions options;
  options.validation = true;
  const DeviceContext &device = CreateContext(TestRequirements(), options);
  Numbers_Generated object;
  object.InitVulkanObjects(device);
  const int data[] = {1, 2, 3};
  object.CalcArraySumm(data, 3);
  EXPECT_EQ(object.Summ(), 6);
  object.InitVulkanObjects(CreateContext(TestRequirements(), options));
  object.CalcArraySumm(data, 2);
  EXPECT_EQ(object.Summ(), 3);
}

TEST_F(MisuseTest, CopyEnginesOfOtherDevices) {
  ContextOptions options;
  options.validation = true;
  const Context other = CreateContext(TestRequirements(), options);
  CopyEngine copy(other);
  Numbers_Generated object;
  object.InitVulkanObjects(ValidatedContext());
  const auto refused = [](const std::function<void()> &action, const char *function) {
    ExpectMentions(ErrorOf(action),
                   {"linalg::Numbers_Generated::", function, "copy engine", "another device"});
  };
  refused([&] { object.UpdateAll(copy); }, "UpdateAll");
  refused([&] { object.ReadAll(copy); }, "ReadAll");
  refused([&] { object.UpdateMember(copy, "m_summ"); }, "UpdateMember");
  refused([&] { object.ReadMember(copy, "m_summ"); }, "ReadMember");
  object.UpdateAll(m_copy);
}

/// The handles of a context as an engine gives them, which nothing keeps alive.
DeviceContext WithoutOwner(const Context &context) {
  DeviceContext device = context;
  device.owner.reset();
  return device;
}

TEST_F(MisuseTest, ReleasedDevices) {
  ContextOptions options;
  options.validation = true;
  auto context = std::make_unique<Context>(TestRequirements(), options);
  Numbers_Generated object, other;
  object.InitVulkanObjects(WithoutOwner(*context));
  other.InitVulkanObjects(WithoutOwner(*context));
  CopyEngine copy(WithoutOwner(*context));
  Numbers_Generated onAnother;
  onAnother.InitVulkanObjects(ValidatedContext());
  ReleaseDevice(context->Device().device);
  context.reset();
  const int data[] = {1, 2, 3};
  ExpectMentions(ErrorOf([&] { object.CalcArraySumm(data, 3); }),
                 {"linalg::Numbers_Generated::CalcArraySumm", "released", "InitVulkanObjects"});
  ExpectMentions(ErrorOf([&] { object.UpdateAll(m_copy); }), {"UpdateAll", "released"});
  ExpectMentions(ErrorOf([&] { onAnother.UpdateAll(copy); }), {"CopyEngine", "released"});
  ExpectMentions(ErrorOf([&] { copy.UpdateBuffer(m_data.buffer, 0, data, 4); }),
                 {"CopyEngine::UpdateBuffer", "released"});
  onAnother.CalcArraySumm(data, 3);
  EXPECT_EQ(onAnother.Summ(), 6);
  object.InitVulkanObjects(ValidatedContext());
  object.CalcArraySumm(data, 2);
  EXPECT_EQ(object.Summ(), 3);
}

TEST_F(MisuseTest, ADeviceIsReleasedWhileThreadsUseIt) {
  ContextOptions options;
  options.validation = true;
  const Context context = CreateContext(TestRequirements(), options);
  Numbers_Generated objects[3];
  for (Numbers_Generated &object : objects)
    object.InitVulkanObjects(WithoutOwner(context));
  std::vector<std::thread> threads;
  std::atomic<int> calls = 0, ended = 0;
  for (Numbers_Generated &object : objects)
    threads.emplace_back([&] {
      const int data[] = {1, 2, 3};
      ExpectMentions(ErrorOf([&] {
                       for (; true; calls++)
                         object.CalcArraySumm(data, 3);
                     }),
                     {"linalg::Numbers_Generated", "released"});
      ended++;
    });
  while (calls < 10)
    std::this_thread::yield();
  ReleaseDevice(context.Device().device);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(ended, 3);
}

static_assert(!std::is_copy_constructible_v<Numbers_Generated>);
static_assert(!std::is_move_constructible_v<Numbers_Generated>);
static_assert(!std::is_copy_assignable_v<Numbers_Generated>);

/// An allocator that has nothing.
class EmptyAllocator final : public IAllocator {
public:
  Allocation Allocate(const VkMemoryRequirements &, MemoryUse, const char *) override { return {}; }
  void Free(const Allocation &) noexcept override {}
};

TEST_F(MisuseTest, AnInitThatThrowsLeavesNothingBehind) {
  EmptyAllocator empty;
  DeviceContext device = ValidatedContext();
  device.allocator = &empty;
  Numbers_Generated object;
  object.InitVulkanObjects(ValidatedContext());
  object.SetInOutFor_CalcArraySumm(m_data.buffer);
  ExpectMentions(ErrorOf([&] { object.InitVulkanObjects(device); }),
                 {"IAllocator::Allocate", "class data"});
  const int data[] = {1, 2, 3};
  ExpectMentions(ErrorOf([&] { object.CalcArraySumm(data, 3); }), {"InitVulkanObjects"});
  ExpectMentions(ErrorOf([&] {
                   CallerCommands(ValidatedContext(),
                                  [&](VkCommandBuffer cmd) { object.CalcArraySummCmd(cmd, 3); });
                 }),
                 {"InitVulkanObjects"});
  object.InitVulkanObjects(ValidatedContext());
  object.CalcArraySumm(data, 3);
  EXPECT_EQ(object.Summ(), 6);
}

//===-----------------------------------------------------------------------------------------===//
// Calls within calls, and several threads
//===-----------------------------------------------------------------------------------------===//

/// A kernel of the user's that does what it may not.
class Restless : public Numbers_Generated {
public:
  std::function<void()> kernel;

protected:
  void ArraySummCmd(VkCommandBuffer cmd, uint32_t a_dataSize) override {
    if (kernel)
      kernel();
    Numbers_Generated::ArraySummCmd(cmd, a_dataSize);
  }
};

TEST_F(MisuseTest, CallsOutOfKernels) {
  Restless object;
  object.InitVulkanObjects(ValidatedContext());
  const int ints[] = {1, 2, 3};
  const float floats[] = {1.0f, 2.0f};
  object.kernel = [&] { object.CalcArraySummf(floats, 2); };
  ExpectMentions(ErrorOf([&] { object.CalcArraySumm(ints, 3); }),
                 {"CalcArraySummf", "while the commands of CalcArraySumm are recorded"});
  object.kernel = [&] { object.InitVulkanObjects(ValidatedContext()); };
  ExpectMentions(ErrorOf([&] { object.CalcArraySumm(ints, 3); }),
                 {"InitVulkanObjects", "while commands are recorded"});
  object.kernel = [] { ReleaseDevice(ValidatedContext().Device().device); };
  ExpectMentions(ErrorOf([&] { object.CalcArraySumm(ints, 3); }),
                 {"ReleaseDevice", "while commands are recorded"});
  object.kernel = [] { throw std::runtime_error("a kernel's own"); };
  EXPECT_THROW(object.CalcArraySumm(ints, 3), std::runtime_error);
  object.kernel = nullptr;
  object.CalcArraySumm(ints, 3);
  EXPECT_EQ(object.Summ(), 6);
  object.CalcArraySummf(floats, 2);
  EXPECT_EQ(object.Summf(), 3.0f);
}

TEST_F(MisuseTest, OneObjectInSeveralThreads) {
  AddScaled_Generated object(2);
  object.InitVulkanObjects(ValidatedContext());
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int thread = 0; thread < 4; thread++)
    threads.emplace_back([&, thread] {
      const std::vector<int> data(size_t(100 + thread), thread);
      for (int round = 0; round < 20; round++) {
        std::vector<int> result(data.size(), 1);
        object.Add(data.data(), result.data(), uint32_t(data.size()));
        wrong[size_t(thread)] += result != std::vector<int>(data.size(), 1 + 2 * thread);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

} // namespace
} // namespace vkmorph::test
