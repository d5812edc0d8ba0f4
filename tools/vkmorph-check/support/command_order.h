// Legal orders of commands between barriers.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <vulkan/vulkan.h>

namespace vkmorph::check {

/// One part of a barrier: what waits, and for what.
struct Dependency {
  VkPipelineStageFlags2 source;
  VkPipelineStageFlags2 destination;
};

/// A command or a barrier, as recorded.
struct Step {
  VkPipelineStageFlags2 stages = 0;     ///< where a command runs; 0 for barriers
  uint32_t twin = 0;                    ///< the same for commands that do the same; 0: for none
  std::vector<Dependency> dependencies; ///< of a barrier, independent of each other
};

/// Picks one of the commands that may come next, given as indices of steps in ascending order;
/// returns its place in the list.
using Pick = std::function<size_t(const std::vector<uint32_t> &)>;

/// The commands among `steps`, as indices, in an order in which each comes after those that it has
/// to wait for: A has to come before B where a chain of barriers between them leads from the stages
/// of A to those of B (Vulkan, "Execution and Memory Dependencies").
///
/// Of commands that do the same and may come next together, one is left: where none of them waits
/// for another, all may read before any writes, and then they write the same.
std::vector<uint32_t> orderCommands(const std::vector<Step> &steps, const Pick &pick);

/// Visits the pairs of commands, the earlier one first, of which no chain of barriers makes the
/// later one wait.
void visitUnordered(const std::vector<Step> &steps,
                    const std::function<void(uint32_t, uint32_t)> &visit);

/// How many of the commands no chain of barriers orders before `stages` of what comes after all.
uint32_t countUnordered(const std::vector<Step> &steps, VkPipelineStageFlags2 stages);

} // namespace vkmorph::check
