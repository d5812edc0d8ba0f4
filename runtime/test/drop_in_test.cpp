// Drop-in calls: what moves, what is recorded, what is allocated.
#include "test_support.h"

#include <new>
#include <numeric>
#include <stdexcept>

#include "add_scaled.h"

namespace vkmorph::test {
namespace {

/// Both kinds of device memory: reached by the host, and not.
class DropInTest : public ValidatedTest, public ::testing::WithParamInterface<bool> {
protected:
  void SetUp() override {
    ValidatedTest::SetUp();
    m_device = ValidatedContext();
    m_device.allocator = &m_allocator;
    m_object.InitVulkanObjects(m_device);
  }
  void TearDown() override {
    m_object.m_vulkan.~VulkanObject(); // what it owns goes before the messages are counted
    new (&m_object.m_vulkan) VulkanObject();
    ValidatedTest::TearDown();
  }

  WatchedAllocator m_allocator{ValidatedContext(), GetParam()};
  DeviceContext m_device;
  AddScaled_Generated m_object{2};
};

INSTANTIATE_TEST_SUITE_P(Memory, DropInTest, ::testing::Bool(), [](const auto &info) {
  return std::string(info.param ? "Staged" : "Mapped");
});

TEST_P(DropInTest, ArraysAndMembersComeBack) {
  std::vector<int> data(1000);
  std::iota(data.begin(), data.end(), -500);
  std::vector<int> result(1000, 7);
  m_object.Add(data.data(), result.data(), 1000);
  for (int i = 0; i < 1000; i++)
    ASSERT_EQ(result[i], 7 + 2 * (i - 500));
  EXPECT_EQ(m_object.Last(), 999u);
}

// Uploads, kernels and downloads are one command buffer.
TEST_P(DropInTest, ACallIsOneSubmission) {
  const std::vector<int> data(1000, 1);
  std::vector<int> result(1000, 7);
  for (int call = 0; call < 3; call++) {
    const int before = Submissions();
    m_object.Add(data.data(), result.data(), 1000);
    EXPECT_EQ(Submissions(), before + 1);
  }
}

TEST_P(DropInTest, EmptyArraysLeaveMembersAsTheyWere) {
  m_object.Add(nullptr, nullptr, 0);
  EXPECT_EQ(m_object.Last(), 7u);
}

TEST_P(DropInTest, MembersAreUploadedForEachCall) {
  const int data[] = {1};
  int result[] = {0};
  m_object.Add(data, result, 1);
  m_object.SetFactor(100);
  m_object.Add(data, result, 1);
  EXPECT_EQ(result[0], 102);
  EXPECT_EQ(m_object.recordings, 1);
}

TEST_P(DropInTest, ResidentMembersStayOnTheDevice) {
  const int data[] = {1, 1, 1};
  int result[] = {0, 0, 0};
  CopyEngine copy(m_device);
  m_object.m_vulkan.SetResident(true);
  m_object.m_vulkan.UpdateAll(copy);
  m_object.SetFactor(100); // not uploaded
  m_object.Add(data, result, 3);
  EXPECT_EQ(result[0], 2);
  EXPECT_EQ(m_object.Last(), 7u); // not read back
  m_object.m_vulkan.ReadAll(copy);
  EXPECT_EQ(m_object.Last(), 2u);
  m_object.m_vulkan.SetResident(false);
  m_object.Add(data, result, 3);
  EXPECT_EQ(result[0], 102);
}

TEST_P(DropInTest, ReplaysWhileNothingChanges) {
  std::vector<int> data(100, 1);
  std::vector<int> result(100, 0);
  std::vector<int> other(100, 0);
  m_object.Add(data.data(), result.data(), 100);
  const int allocations = m_allocator.allocations;
  for (int i = 0; i < 5; i++)
    m_object.Add(data.data(), other.data(), 100); // another array of the same size
  EXPECT_EQ(m_object.recordings, 1);
  EXPECT_EQ(other[99], 10);
  m_object.Add(data.data(), result.data(), 50);
  m_object.Add(data.data(), result.data(), 100);
  EXPECT_EQ(m_object.recordings, 3);
  EXPECT_EQ(m_allocator.allocations, allocations);
}

TEST_P(DropInTest, GrowsGeometrically) {
  std::vector<int> data(100000, 1);
  std::vector<int> result(100000, 0);
  int sum = 0;
  for (uint32_t count = 64; count <= 100000; count += 997, sum++)
    m_object.Add(data.data(), result.data(), count);
  EXPECT_EQ(result[0], 2 * sum);
  // Eleven doublings lead from 64 to 100000 elements; an argument has up to three buffers.
  EXPECT_LE(m_allocator.allocations, 3 + 12 * (GetParam() ? 5 : 2));
}

TEST_P(DropInTest, FailedGrowthIsTriedWithoutReserve) {
  std::vector<int> data(3000, 1);
  std::vector<int> result(3000, 0);
  m_object.Add(data.data(), result.data(), 2000);
  m_allocator.failNext = true;
  m_object.Add(data.data(), result.data(), 3000);
  EXPECT_EQ(result[2999], 2);
  EXPECT_EQ(result[0], 4);
}

TEST_P(DropInTest, FailedAllocationLeavesTheObjectUsable) {
  std::vector<int> data(3000, 1);
  std::vector<int> result(3000, 0);
  m_allocator.failNext = true;
  ExpectMentions(ErrorOf([&] { m_object.Add(data.data(), result.data(), 3000); }), {"Add: data"});
  m_object.Add(data.data(), result.data(), 3000);
  EXPECT_EQ(result[2999], 2);
}

TEST_P(DropInTest, NullAndOverlappingArraysAreRefused) {
  int values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  ExpectMentions(ErrorOf([&] { m_object.Add(nullptr, values, 4); }), {"'data'", "null"});
  ExpectMentions(ErrorOf([&] { m_object.Add(values, values, 4); }),
                 {"'result'", "overlaps 'data'"});
  ExpectMentions(ErrorOf([&] { m_object.Add(values, values + 2, 4, Aliasing::Identical); }),
                 {"overlaps"});
  m_object.Add(values, values + 4, 4);
  EXPECT_EQ(values[4], 7);
}

// What stands in for arrays that are not there is another part of memory in each set, and serves
// again when a set is forgotten.
TEST_P(DropInTest, SetsWithoutArraysHaveMemoryOfTheirOwn) {
  VulkanObject &vulkan = m_object.m_vulkan;
  CallerBuffer buffer(m_device, 65536);
  const auto bind = [&](VkDeviceSize number) {
    return vulkan.DescriptorSet(m_object.m_layout, {{}, {}, {buffer.buffer, 256 * number, 256}});
  };
  const int before = m_allocator.allocations;
  m_allocator.failNext = true;
  ExpectMentions(ErrorOf([&] { bind(0); }), {"no array"});
  for (int i = 0; i < 1000; i++) {
    bind(0);
    vulkan.ForgetBuffer(buffer.buffer);
  }
  EXPECT_EQ(m_allocator.allocations, before + 1);
  // Two in each: 64 parts of one buffer.
  for (VkDeviceSize number = 0; number < 32; number++)
    bind(number);
  EXPECT_EQ(m_allocator.allocations, before + 1);
  bind(32);
  EXPECT_EQ(m_allocator.allocations, before + 2);
}

TEST_P(DropInTest, NullArraysAreNotMovedWhereCommandsAsk) {
  const std::vector<int> data(10, 1);
  std::vector<int> result(10, 7);
  int recordings = 0;
  const auto run = [&](const int *given) {
    DropInCall call(m_object.m_vulkan, "Ask");
    const VkBuffer buffer = call.In("data", given, 10, /*mayBeNull=*/true);
    call.InOut("result", result.data(), 10);
    call.Run(kComputeKernel, [&](VkCommandBuffer) { recordings++; });
    return buffer;
  };
  EXPECT_EQ(run(nullptr), VkBuffer(VK_NULL_HANDLE));
  EXPECT_EQ(run(nullptr), VkBuffer(VK_NULL_HANDLE));
  EXPECT_EQ(recordings, 1);
  EXPECT_NE(run(data.data()), VkBuffer(VK_NULL_HANDLE)); // other commands
  EXPECT_EQ(recordings, 2);
  EXPECT_EQ(run(nullptr), VkBuffer(VK_NULL_HANDLE)); // and not those with what was there
  EXPECT_EQ(recordings, 3);
  EXPECT_EQ(result, std::vector<int>(10, 7));
  ExpectMentions(ErrorOf([&] {
                   DropInCall call(m_object.m_vulkan, "Ask");
                   call.In("data", static_cast<const int *>(nullptr), 10);
                 }),
                 {"'data' is null, but has 10 elements"});
}

// A vector of the caller's with fewer elements than kernels use, which no copy may read.
TEST_P(DropInTest, VectorsHaveWhatKernelsUse) {
  const std::vector<int> data(4, 1);
  std::vector<int> result(5, 7);
  DropInCall call(m_object.m_vulkan, "Add");
  EXPECT_NE(call.In("data", data, 4), VkBuffer(VK_NULL_HANDLE));
  ExpectMentions(ErrorOf([&] { call.InOut("result", result, 6u); }),
                 {"AddScaled_Generated::Add", "'result' has 5 elements", "use 6"});
}

TEST_P(DropInTest, IdenticalArraysAreAcceptedWhereThatIsSafe) {
  int values[4] = {1, 2, 3, 4};
  m_object.Add(values, values, 4, Aliasing::Identical);
  EXPECT_EQ(values[3], 12);
  const int data[4] = {1, 1, 1, 1};
  m_object.Add(data, values, 4, Aliasing::Identical); // distinct again: recorded again
  EXPECT_EQ(values[3], 14);
}

TEST_P(DropInTest, BeyondTheStorageBufferRangeIsRefused) {
  const uint64_t limit = ValidatedContext().Properties().limits.maxStorageBufferRange;
  if (limit / sizeof(int) + 1 > UINT32_MAX)
    GTEST_SKIP() << "no 32-bit count is beyond the range here";
  int value = 1; // the size is refused before anything is read
  ExpectMentions(ErrorOf([&] { m_object.Add(&value, &value, uint32_t(limit / sizeof(int)) + 1); }),
                 {"'data'", "maxStorageBufferRange", "in parts"});
}

TEST_P(DropInTest, ExceptionWhileRecordingIsSurvived) {
  const int data[] = {1};
  int result[] = {0};
  const auto broken = [&] {
    DropInCall call(m_object.m_vulkan, "Add");
    call.In("data", data, 1);
    call.InOut("result", result, 1);
    call.Run(kComputeKernel, [](VkCommandBuffer) { throw Error("broken off"); });
  };
  ExpectMentions(ErrorOf(broken), {"broken off"});
  ExpectMentions(ErrorOf(broken), {"broken off"});
  m_object.Add(data, result, 1);
  EXPECT_EQ(result[0], 2);
}

/// A call in pieces: adds until `last` asks for no more.
template <class Last>
int AddInPieces(AddScaled_Generated &object, std::vector<int> &result, Last last) {
  const std::vector<int> data(result.size(), 1);
  const auto count = uint32_t(result.size());
  DropInCall call(object.m_vulkan, "Add");
  const VkBuffer dataBuffer = call.In("data", data.data(), count);
  const VkBuffer resultBuffer = call.InOut("result", result.data(), count);
  call.UploadMembers({{0, 8}});
  call.DownloadMembers({{4, 4}});
  const Restore callersSets(object.m_sets);
  object.SetInOutFor_Add({dataBuffer}, {resultBuffer}, Aliasing::Distinct);
  return call.RunInPieces(kComputeKernel, [&](VkCommandBuffer cmd) -> int {
    int rounds = 0;
    while (!last(cmd, rounds)) {
      object.AddCmd(cmd, count);
      rounds++;
    }
    return rounds;
  });
}

// The host sees what commands before have computed, and each call does all that it does once more.
TEST_P(DropInTest, PiecesRunWhereTheHostLooks) {
  std::vector<int> result(100, 0);
  for (int calls = 1; calls < 3; calls++) {
    const int before = Submissions();
    const int rounds = AddInPieces(m_object, result, [&](VkCommandBuffer cmd, int round) {
      m_object.m_vulkan.ReadMembers(cmd, kComputeKernel, {{4, 4}});
      EXPECT_EQ(m_object.Last(), round == 0 && calls == 1 ? 7u : 99u);
      return round == 3;
    });
    EXPECT_EQ(rounds, 3);
    EXPECT_EQ(result[99], 6 * calls);
    // One for each round, and one for the results; none before there is a command.
    EXPECT_EQ(Submissions(), before + 4);
  }
}

// Behind the last command the results come at once.
TEST_P(DropInTest, TheLastPieceBringsTheResults) {
  std::vector<int> result(100, 0);
  const int before = Submissions();
  AddInPieces(m_object, result, [&](VkCommandBuffer, int round) {
    if (round == 2)
      m_object.m_vulkan.ReadResults({{4, 4}});
    return round == 2;
  });
  EXPECT_EQ(Submissions(), before + 1);
  EXPECT_EQ(result[0], 4);
  EXPECT_EQ(m_object.Last(), 99u);
  ExpectMentions(ErrorOf([&] { m_object.m_vulkan.ReadResults({{4, 4}}); }),
                 {"AddScaled_Generated", "nothing is recorded"});
}

TEST_P(DropInTest, ExceptionBetweenPiecesIsSurvived) {
  std::vector<int> result(100, 0);
  const auto broken = [&](VkCommandBuffer cmd, int round) -> bool {
    m_object.m_vulkan.ReadMembers(cmd, kComputeKernel, {{4, 4}});
    return round < 2 ? false : throw Error("broken off");
  };
  ExpectMentions(ErrorOf([&] { AddInPieces(m_object, result, broken); }), {"broken off"});
  const int data[] = {1};
  int one[] = {0};
  m_object.Add(data, one, 1);
  EXPECT_EQ(one[0], 2);
}

// The user's own: what has been recorded before it runs, and the next call is one like any other.
TEST_P(DropInTest, WhatStandsBeforeAUsersExceptionIsDone) {
  std::vector<int> result(100, 0);
  for (int calls = 1; calls < 3; calls++) {
    const int before = Submissions();
    EXPECT_THROW(AddInPieces(m_object, result,
                             [](VkCommandBuffer, int round) {
                               return round < 2 ? false : throw std::invalid_argument("two");
                             }),
                 std::invalid_argument);
    EXPECT_EQ(Submissions(), before + 1);
    EXPECT_EQ(result[99], 4 * calls);
    EXPECT_EQ(m_object.Last(), 99u);
  }
  AddInPieces(m_object, result, [](VkCommandBuffer, int round) { return round == 1; });
  EXPECT_EQ(result[0], 10);
}

TEST_P(DropInTest, CallersSetsAreKept) {
  CallerBuffer a(m_device, 1024);
  CallerBuffer b(m_device, 1024);
  m_object.SetInOutFor_Add({a.buffer}, {b.buffer}, Aliasing::Distinct);
  const VkDescriptorSet set = m_object.m_sets[0];
  const int data[] = {1};
  int result[] = {0};
  m_object.Add(data, result, 1);
  EXPECT_EQ(m_object.m_sets[0], set);
}

TEST_P(DropInTest, TimesAreThere) {
  std::vector<int> data(100000, 1);
  std::vector<int> result(100000, 0);
  m_object.Add(data.data(), result.data(), 100000);
  const ExecutionTimes times = m_object.m_vulkan.GetExecutionTimes("Add");
  EXPECT_GT(times.host, 0.0);
  if (times.gpu) {
    EXPECT_GT(times.kernels, 0.0);
    EXPECT_LE(times.upload + times.kernels + times.download, times.host * 1.5);
  }
}

TEST_P(DropInTest, CallThatReturnsBeforeItsKernelsTakesNoTime) {
  std::vector<int> data(100, 1);
  m_object.Add(data.data(), data.data(), 0);
  {
    const DropInCall call(m_object.m_vulkan, "Add");
  }
  EXPECT_EQ(m_object.m_vulkan.GetExecutionTimes("Add").host, 0.0);
}

// Without the validation layer, which allocates as it pleases.
TEST(Replay, TakesNothingFromTheHeap) {
  const Context context = CreateContext();
  if (context.Validation())
    GTEST_SKIP() << "the validation layer is switched on";
  AddScaled_Generated object(2);
  object.InitVulkanObjects(context);
  std::vector<int> data(100, 1);
  std::vector<int> result(100, 0);
  for (int i = 0; i < 3; i++)
    object.Add(data.data(), result.data(), 100);
  const int before = HeapAllocations();
  for (int i = 0; i < 10; i++)
    object.Add(data.data(), result.data(), 100);
  EXPECT_EQ(HeapAllocations(), before);
}

} // namespace
} // namespace vkmorph::test
