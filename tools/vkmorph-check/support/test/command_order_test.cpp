// Legal orders of commands: which chains of barriers make a command wait.
#include "command_order.h"

#include <gtest/gtest.h>

namespace vkmorph::check {
namespace {

constexpr VkPipelineStageFlags2 kCompute = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
constexpr VkPipelineStageFlags2 kIndirect = VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT;
constexpr VkPipelineStageFlags2 kTransfer = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
constexpr VkPipelineStageFlags2 kCopy = VK_PIPELINE_STAGE_2_COPY_BIT;
constexpr VkPipelineStageFlags2 kClear = VK_PIPELINE_STAGE_2_CLEAR_BIT;
constexpr VkPipelineStageFlags2 kHost = VK_PIPELINE_STAGE_2_HOST_BIT;
constexpr VkPipelineStageFlags2 kAll = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
constexpr VkPipelineStageFlags2 kTop = VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT;
constexpr VkPipelineStageFlags2 kBottom = VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT;

Step command(VkPipelineStageFlags2 stages) { return {stages, 0, {}}; }
Step barrier(VkPipelineStageFlags2 source, VkPipelineStageFlags2 destination) {
  return {0, 0, {{source, destination}}};
}

using Commands = std::vector<uint32_t>;

Commands latestFirst(const std::vector<Step> &steps) {
  return orderCommands(steps, [](const Commands &ready) { return ready.size() - 1; });
}

/// Whether the last step has to wait for the first.
bool waits(const std::vector<Step> &steps) {
  const Commands order = latestFirst(steps);
  return order.front() == 0;
}

TEST(CommandOrder, WithoutCommands) {
  EXPECT_EQ(latestFirst({}), Commands());
  EXPECT_EQ(latestFirst({barrier(kCompute, kCompute)}), Commands());
}

TEST(CommandOrder, WithoutBarriersAnyOrder) {
  EXPECT_EQ(latestFirst({command(kCompute), command(kCopy), command(kCompute)}),
            Commands({2, 1, 0}));
}

TEST(CommandOrder, EarliestFirstIsAsRecorded) {
  const std::vector<Step> steps = {command(kCompute), command(kCopy), barrier(kCompute, kCompute),
                                   command(kCompute), command(kCopy)};
  EXPECT_EQ(orderCommands(steps, [](const Commands &) { return size_t(0); }),
            Commands({0, 1, 3, 4}));
}

TEST(CommandOrder, BarrierOrdersItsStages) {
  EXPECT_TRUE(waits({command(kCompute), barrier(kCompute, kCompute), command(kCompute)}));
  EXPECT_FALSE(waits({command(kCopy), barrier(kCompute, kCompute), command(kCompute)}));
  EXPECT_FALSE(waits({command(kCompute), barrier(kCompute, kCompute), command(kCopy)}));
  // What follows the barrier in one stage passes what precedes it in another.
  EXPECT_EQ(latestFirst({command(kCopy), command(kCompute), barrier(kCompute, kCompute),
                         command(kCompute), command(kCopy)}),
            Commands({4, 1, 3, 0}));
}

TEST(CommandOrder, StagesThatStandForSeveral) {
  EXPECT_TRUE(waits({command(kCopy), barrier(kTransfer, kCompute), command(kCompute)}));
  EXPECT_TRUE(waits({command(kCompute), barrier(kCompute, kTransfer), command(kClear)}));
  EXPECT_FALSE(waits({command(kCopy), barrier(kClear, kCompute), command(kCompute)}));
  EXPECT_TRUE(waits({command(kCopy), barrier(kAll, kAll), command(kCompute)}));
}

TEST(CommandOrder, EndsOfThePipe) {
  EXPECT_TRUE(waits({command(kCompute), barrier(kBottom, kTop), command(kCopy)}));
  EXPECT_FALSE(waits({command(kCompute), barrier(kTop, kCompute), command(kCompute)}));
  EXPECT_FALSE(waits({command(kCompute), barrier(kCompute, kBottom), command(kCompute)}));
}

TEST(CommandOrder, LogicallyEarlierAndLaterStages) {
  const Step indirect = command(kIndirect | kCompute);
  EXPECT_TRUE(waits({command(kCompute), barrier(kCompute, kIndirect), indirect}));
  // Compute comes after the reading of arguments: it waits with it.
  EXPECT_TRUE(waits({command(kCompute), barrier(kCompute, kIndirect), command(kCompute)}));
  EXPECT_TRUE(waits({indirect, barrier(kCompute, kCopy), command(kCopy)}));
}

TEST(CommandOrder, Chains) {
  EXPECT_TRUE(waits(
      {command(kCompute), barrier(kCompute, kCopy), barrier(kCopy, kClear), command(kClear)}));
  EXPECT_TRUE(waits(
      {command(kCompute), barrier(kCompute, kHost), barrier(kHost, kCompute), command(kCompute)}));
  EXPECT_FALSE(waits(
      {command(kCompute), barrier(kCompute, kCopy), barrier(kClear, kCompute), command(kCompute)}));
  // The wrong way round.
  EXPECT_FALSE(waits(
      {command(kCompute), barrier(kCopy, kClear), barrier(kCompute, kCopy), command(kClear)}));
}

TEST(CommandOrder, OneOfTwinsThatMayMeet) {
  const Step twin = {kCompute, 1, {}}, other = {kCompute, 2, {}};
  EXPECT_EQ(latestFirst({twin, twin}), Commands({1}));
  EXPECT_EQ(latestFirst({twin, other, twin}), Commands({2, 1}));
  EXPECT_EQ(latestFirst({twin, barrier(kCompute, kCompute), twin}), Commands({0, 2}));
  EXPECT_EQ(latestFirst({command(kCompute), command(kCompute)}), Commands({1, 0}));
  // What waits for either waits for the one that is left.
  EXPECT_EQ(latestFirst({twin, twin, barrier(kCompute, kCopy), command(kCopy)}), Commands({1, 3}));
  // One of them waits for a command that the other one passes.
  EXPECT_EQ(latestFirst({command(kCopy), twin, barrier(kCopy, kCompute), twin}),
            Commands({1, 0, 3}));
}

TEST(CommandOrder, TheHostIsNoCommand) {
  // The host waits, but no command waits for the host unless a barrier says so.
  EXPECT_FALSE(
      waits({command(kCompute), barrier(kAll, kHost), barrier(kClear, kCopy), command(kCopy)}));
  EXPECT_TRUE(waits(
      {command(kCompute), barrier(kAll, kHost), barrier(kHost | kClear, kAll), command(kCopy)}));
}

TEST(CommandOrder, PartsOfOneBarrierAreNoChain) {
  const Step both = {0, 0, {{kCompute, kCopy}, {kCopy, kClear}}};
  EXPECT_TRUE(waits({command(kCompute), both, command(kCopy)}));
  EXPECT_FALSE(waits({command(kCompute), both, command(kClear)}));
  EXPECT_TRUE(waits({command(kCompute), both, both, command(kClear)}));
}

TEST(CommandOrder, CountsWhatNothingOrdersBeforeTheEnd) {
  EXPECT_EQ(countUnordered({}, kHost), 0u);
  EXPECT_EQ(countUnordered({command(kCompute), command(kCopy)}, kHost), 2u);
  EXPECT_EQ(countUnordered({command(kCompute), command(kCopy), barrier(kCompute, kHost)}, kHost),
            1u);
  EXPECT_EQ(countUnordered({command(kCompute), barrier(kCompute, kHost), command(kCompute)}, kHost),
            1u);
  // Through another command's stage.
  EXPECT_EQ(countUnordered({command(kCopy), barrier(kTransfer, kCompute), command(kCompute),
                            barrier(kCompute, kHost)},
                           kHost),
            0u);
  EXPECT_EQ(countUnordered({command(kCopy), barrier(kAll, kAll)}, kHost), 1u);
}

TEST(CommandOrder, VisitsUnorderedPairs) {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  visitUnordered({command(kCompute), command(kCopy), barrier(kCompute, kCompute), command(kCompute),
                  command(kCopy)},
                 [&](uint32_t first, uint32_t second) { pairs.emplace_back(first, second); });
  const std::vector<std::pair<uint32_t, uint32_t>> expected = {
      {0, 1}, {0, 4}, {1, 3}, {1, 4}, {3, 4}};
  EXPECT_EQ(pairs, expected);
}

} // namespace
} // namespace vkmorph::check
