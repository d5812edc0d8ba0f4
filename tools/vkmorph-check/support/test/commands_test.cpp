// The interposed Vulkan functions on a device: counts, orders, dropped barriers.
#include "commands.h"

#include "test_support.h"

#include <thread>

namespace vkmorph::check {
namespace {

using test::CallerBuffer;
using test::CallerCommands;
using Words = std::vector<uint32_t>;

const uint32_t kAddScaled[] = {
#include "add_scaled.inc"
};

constexpr VkDeviceSize kBytes = 4 * sizeof(uint32_t);

/// Each test starts and leaves without a change of the commands.
class CommandsTest : public test::ValidatedTest {
protected:
  CommandsTest() { takeCounts(); }
  ~CommandsTest() override {
    setOrder(Order::AsRecorded);
    setDroppedBarrier(std::nullopt);
  }

  const DeviceContext &device = test::ValidatedContext().Device();
};

void fill(VkCommandBuffer cmd, const CallerBuffer &buffer, uint32_t value) {
  vkCmdFillBuffer(cmd, buffer.buffer, 0, kBytes, value);
}

void copy(VkCommandBuffer cmd, const CallerBuffer &from, const CallerBuffer &to) {
  const VkBufferCopy region = {0, 0, kBytes};
  vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &region);
}

/// The whole of small buffers, by the host's own copies, which are not changed.
Words read(CallerBuffer &buffer) {
  setOrder(Order::AsRecorded);
  setDroppedBarrier(std::nullopt);
  return buffer.Read<uint32_t>(4);
}

/// Buffers that hold zeros, and commands on them: a = 1, c = a, d = 5.
struct CopyProgram {
  explicit CopyProgram(const DeviceContext &device)
      : device(device), a(device, kBytes), c(device, kBytes), d(device, kBytes) {
    for (CallerBuffer *buffer : {&a, &c, &d})
      buffer->Write(Words(4, 0));
  }

  void run() {
    CallerCommands commands(device, [&](VkCommandBuffer cmd) {
      fill(cmd, a, 1);
      Barrier(cmd, kTransferWrite, kTransferRead);
      copy(cmd, a, c);
      fill(cmd, d, 5);
    });
    commands.Run();
  }

  const DeviceContext &device;
  CallerBuffer a, c, d;
};

TEST_F(CommandsTest, CountsWhatIsRecorded) {
  CopyProgram program(device);
  takeCounts();
  constexpr StageAccess kTransfer = kTransferRead | kTransferWrite;
  CallerCommands commands(device, [&](VkCommandBuffer cmd) {
    Barrier(cmd, kTransferWrite, kTransfer); // after the submission before
    fill(cmd, program.a, 1);
    Barrier(cmd, kTransferWrite, kTransfer);
    copy(cmd, program.a, program.c);
    vkCmdUpdateBuffer(cmd, program.d.buffer, 0, kBytes, Words(4, 6).data());
    Barrier(cmd, kTransferWrite, kTransfer);
    copy(cmd, program.d, program.a);
  });
  commands.Run(3);
  const CommandCounts counts = takeCounts();
  EXPECT_EQ(counts.barriers, 3u);
  EXPECT_EQ(counts.mostBarriers, 3u);
  EXPECT_EQ(counts.copies, 4u);
  EXPECT_EQ(counts.dispatches, 0u);
  EXPECT_EQ(counts.dropped, 0u);
  EXPECT_EQ(takeCounts().copies, 0u);
}

TEST_F(CommandsTest, CountsWhatTheHostDoesNotWaitFor) {
  for (const Order order : {Order::AsRecorded, Order::Reverse}) {
    CopyProgram program(device);
    takeCounts();
    setOrder(order);
    program.run();
    EXPECT_EQ(takeCounts().notBeforeHost, 3u);
    CallerCommands commands(device, [&](VkCommandBuffer cmd) {
      fill(cmd, program.a, 1);
      Barrier(cmd, kTransferWrite, kHostRead);
    });
    EXPECT_EQ(takeCounts().notBeforeHost, 0u);
  }
}

TEST_F(CommandsTest, CountsConflictsOfCopies) {
  CopyProgram program(device);
  for (const bool isDropped : {false, true}) {
    takeCounts();
    setOrder(Order::Reverse);
    if (isDropped)
      setDroppedBarrier(0);
    program.run();
    EXPECT_EQ(takeCounts().conflicts, isDropped ? 1u : 0u);
  }
  // Parts of one buffer that do not overlap.
  CallerCommands commands(device, [&](VkCommandBuffer cmd) {
    vkCmdFillBuffer(cmd, program.a.buffer, 0, 8, 1);
    vkCmdFillBuffer(cmd, program.a.buffer, 8, VK_WHOLE_SIZE, 2);
  });
  EXPECT_EQ(takeCounts().conflicts, 0u);
}

TEST_F(CommandsTest, BarriersKeepResultsInReverse) {
  CopyProgram program(device);
  setOrder(Order::Reverse);
  program.run();
  EXPECT_EQ(read(program.c), Words(4, 1));
  EXPECT_EQ(read(program.d), Words(4, 5));
}

TEST_F(CommandsTest, MissingBarrierShowsInReverse) {
  for (int i = 0; i < 3; i++) {
    CopyProgram program(device);
    takeCounts();
    setOrder(Order::Reverse);
    setDroppedBarrier(0);
    program.run();
    EXPECT_EQ(takeCounts().dropped, 1u);
    EXPECT_EQ(read(program.a), Words(4, 1));
    EXPECT_EQ(read(program.c), Words(4, 0));
    EXPECT_EQ(read(program.d), Words(4, 5));
  }
}

TEST_F(CommandsTest, DropsTheOneBarrierOfItsNumber) {
  CopyProgram program(device);
  takeCounts();
  setOrder(Order::Reverse);
  setDroppedBarrier(1); // there is no second one
  program.run();
  const CommandCounts counts = takeCounts();
  EXPECT_EQ(counts.dropped, 0u);
  EXPECT_EQ(counts.barriers, 1u);
  EXPECT_EQ(read(program.c), Words(4, 1));
}

/// What is written last wins: shows the order.
uint32_t lastOfFour(const DeviceContext &device, uint64_t seed) {
  CallerBuffer a(device, kBytes);
  setOrder(Order::Shuffled, seed);
  CallerCommands commands(device, [&](VkCommandBuffer cmd) {
    for (uint32_t value = 0; value < 4; value++)
      fill(cmd, a, value);
  });
  commands.Run();
  return read(a)[0];
}

TEST_F(CommandsTest, ShufflesBySeed) {
  std::set<uint32_t> seen;
  for (uint64_t seed = 0; seed < 40; seed++)
    seen.insert(lastOfFour(device, seed));
  EXPECT_EQ(seen, std::set<uint32_t>({0, 1, 2, 3}));
  EXPECT_EQ(lastOfFour(device, 7), lastOfFour(device, 7));
}

TEST_F(CommandsTest, NothingPassesOtherCommands) {
  CallerBuffer a(device, kBytes);
  VkEventCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO;
  VkEvent event = VK_NULL_HANDLE;
  Check(vkCreateEvent(device.device, &info, nullptr, &event), "vkCreateEvent", "a test");
  {
    setOrder(Order::Reverse);
    CallerCommands commands(device, [&](VkCommandBuffer cmd) {
      fill(cmd, a, 1);
      fill(cmd, a, 2);
      vkCmdSetEvent(cmd, event, VK_PIPELINE_STAGE_TRANSFER_BIT);
      fill(cmd, a, 3);
      fill(cmd, a, 4);
    });
    commands.Run();
  }
  vkDestroyEvent(device.device, event, nullptr);
  EXPECT_EQ(read(a), Words(4, 3));
}

TEST_F(CommandsTest, SettingsActOnWhatIsBegunLater) {
  CallerBuffer a(device, kBytes);
  CallerCommands commands(device, [&](VkCommandBuffer cmd) {
    setOrder(Order::Reverse);
    fill(cmd, a, 1);
    Barrier(cmd, kTransferWrite, kTransferWrite);
    setDroppedBarrier(1);
    fill(cmd, a, 2);
    Barrier(cmd, kTransferWrite, kTransferWrite);
    fill(cmd, a, 3);
  });
  commands.Run(2);
  EXPECT_EQ(read(a), Words(4, 3));
}

TEST_F(CommandsTest, TimestampsStayInOrder) {
  CopyProgram program(device);
  VkQueryPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = 3;
  VkQueryPool queries = VK_NULL_HANDLE;
  Check(vkCreateQueryPool(device.device, &info, nullptr, &queries), "vkCreateQueryPool", "a test");
  {
    setOrder(Order::Reverse);
    CallerCommands commands(device, [&](VkCommandBuffer cmd) {
      vkCmdResetQueryPool(cmd, queries, 0, 3);
      vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, queries, 0);
      fill(cmd, program.a, 1);
      vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries, 1);
      Barrier(cmd, kTransferWrite, kTransferRead);
      copy(cmd, program.a, program.c);
      fill(cmd, program.d, 5);
      vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries, 2);
    });
    commands.Run();
  }
  uint64_t ticks[3] = {};
  Check(vkGetQueryPoolResults(device.device, queries, 0, 3, sizeof(ticks), ticks, sizeof(ticks[0]),
                              VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
        "vkGetQueryPoolResults", "a test");
  vkDestroyQueryPool(device.device, queries, nullptr);
  EXPECT_LE(ticks[0], ticks[1]);
  EXPECT_LE(ticks[1], ticks[2]);
  EXPECT_EQ(read(program.c), Words(4, 1));
}

/// Dispatches of result[i] += factor * data[i] (the runtime's test shader): b += 3 a, then
/// c += 10 b with the first two elements only; and, on its own, d += 3 a.
struct DispatchProgram {
  explicit DispatchProgram(const DeviceContext &device)
      : a(device, kBytes), b(device, kBytes), c(device, kBytes), d(device, kBytes),
        three(device, kBytes), ten(device, kBytes), other(device, kBytes) {
    a.Write(Words({1, 2, 3, 4}));
    for (CallerBuffer *buffer : {&b, &c, &d})
      buffer->Write(Words(4, 1));
    three.Write(Words({3, 0, 0, 0}));
    ten.Write(Words({10, 0, 0, 0}));
    other.Write(Words({3, 0, 0, 0}));
    object.Init(device, "DispatchProgram", Requirements());
    layout = object.CreateLayout("add", 3, sizeof(uint32_t));
    pipeline = object.CreatePipeline(layout, {"add_scaled", kAddScaled, sizeof(kAddScaled)});
  }

  void dispatch(VkCommandBuffer cmd, const CallerBuffer &data, const CallerBuffer &result,
                const CallerBuffer &members, uint32_t count) {
    object.BindSet(cmd, layout,
                   object.DescriptorSet(layout, {{data.buffer}, {result.buffer}, {members.buffer}}),
                   "test");
    vkCmdPushConstants(cmd, layout.pipeline, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(count), &count);
    vkCmdDispatch(cmd, 1, 1, 1);
  }

  void record(VkCommandBuffer cmd) {
    const Label label(object, cmd, "program");
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    dispatch(cmd, a, b, three, 4);
    {
      const Label inner(object, cmd, "second");
      Barrier(cmd, kComputeWrite, kComputeReadWrite);
      dispatch(cmd, b, c, ten, 2);
    }
    dispatch(cmd, a, d, other, 3);
  }

  CallerBuffer a, b, c, d, three, ten, other;
  VulkanObject object;
  KernelLayout layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
};

TEST_F(CommandsTest, DispatchesKeepTheirState) {
  for (const Order order : {Order::AsRecorded, Order::Reverse, Order::Shuffled}) {
    DispatchProgram program(device);
    takeCounts();
    setOrder(order, 3);
    CallerCommands commands(device, [&](VkCommandBuffer cmd) { program.record(cmd); });
    const CommandCounts counts = takeCounts();
    EXPECT_EQ(counts.dispatches, 3u);
    EXPECT_EQ(counts.barriers, 1u);
    EXPECT_EQ(counts.binds, 1u);
    EXPECT_EQ(counts.descriptorSets, 3u);
    EXPECT_EQ(counts.pushes, 3u);
    EXPECT_EQ(counts.conflicts, 0u); // 'a' is read by two
    commands.Run();
    EXPECT_EQ(read(program.b), Words({4, 7, 10, 13}));
    EXPECT_EQ(read(program.c), Words({41, 71, 1, 1}));
    EXPECT_EQ(read(program.d), Words({4, 7, 10, 1}));
  }
}

TEST_F(CommandsTest, DispatchesShowAMissingBarrier) {
  DispatchProgram program(device);
  setOrder(Order::Reverse);
  setDroppedBarrier(0);
  CallerCommands commands(device, [&](VkCommandBuffer cmd) { program.record(cmd); });
  commands.Run();
  EXPECT_EQ(read(program.b), Words({4, 7, 10, 13}));
  EXPECT_EQ(read(program.c), Words({11, 11, 1, 1}));
}

// Two times b += 3 a: in any order the same, but not at once.
TEST_F(CommandsTest, EqualDispatchesShowAMissingBarrier) {
  for (const bool isDropped : {false, true}) {
    DispatchProgram program(device);
    takeCounts();
    setOrder(Order::Reverse);
    if (isDropped)
      setDroppedBarrier(0);
    CallerCommands commands(device, [&](VkCommandBuffer cmd) {
      vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, program.pipeline);
      program.dispatch(cmd, program.a, program.b, program.three, 4);
      Barrier(cmd, kComputeWrite, kComputeReadWrite);
      program.dispatch(cmd, program.a, program.b, program.three, 4);
    });
    EXPECT_EQ(takeCounts().conflicts, isDropped ? 1u : 0u);
    commands.Run();
    EXPECT_EQ(read(program.b), isDropped ? Words({4, 7, 10, 13}) : Words({7, 13, 19, 25}));
  }
}

TEST_F(CommandsTest, ThreadsRecordTheirOwnBuffers) {
  setOrder(Order::Shuffled, 1);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&] {
      CallerBuffer a(device, kBytes);
      for (int k = 0; k < 50; k++)
        CallerCommands commands(device, [&](VkCommandBuffer cmd) {
          fill(cmd, a, 1);
          Barrier(cmd, kTransferWrite, kTransferWrite);
          fill(cmd, a, 2);
        });
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(takeCounts().copies, 400u);
}

TEST_F(CommandsTest, FunctionsByNameAreTheSame) {
  EXPECT_EQ(vkGetDeviceProcAddr(device.device, "vkCmdDispatch"),
            reinterpret_cast<PFN_vkVoidFunction>(&vkCmdDispatch));
  EXPECT_EQ(vkGetInstanceProcAddr(device.instance, "vkCmdFillBuffer"),
            reinterpret_cast<PFN_vkVoidFunction>(&vkCmdFillBuffer));
  EXPECT_EQ(vkGetDeviceProcAddr(device.device, "vkCmdNoSuchCommand"), nullptr);
}

} // namespace
} // namespace vkmorph::check
