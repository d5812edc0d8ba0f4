// Legal orders of commands between barriers.
#include "command_order.h"

#include <algorithm>
#include <cstddef>

namespace vkmorph::check {

using Stages = VkPipelineStageFlags2;

// Stages that stand for several, or for all before or after them, as bits of their own.
static Stages withoutGroups(Stages stages) {
  constexpr Stages kTransfers = VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_RESOLVE_BIT |
                                VK_PIPELINE_STAGE_2_BLIT_BIT | VK_PIPELINE_STAGE_2_CLEAR_BIT;
  if (stages & VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT)
    stages = (stages & ~VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT) | kTransfers;
  return stages;
}

// All stages on the device; the host's is no part of "all commands".
static constexpr Stages kAllCommands =
    ~Stages(VK_PIPELINE_STAGE_2_HOST_BIT | VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT |
            VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT | VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT |
            VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);

/// The first synchronisation scope: logically earlier stages are part of it.
static Stages expandSource(Stages stages) {
  Stages scope = withoutGroups(stages);
  if (stages & (VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT))
    scope |= kAllCommands;
  if (scope & VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT)
    scope |= VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT;
  return scope & (kAllCommands | VK_PIPELINE_STAGE_2_HOST_BIT);
}

/// The second synchronisation scope: logically later stages are part of it.
static Stages expandDestination(Stages stages) {
  Stages scope = withoutGroups(stages);
  if (stages & (VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT))
    scope |= kAllCommands;
  if (scope & VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT)
    scope |= VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
  return scope & (kAllCommands | VK_PIPELINE_STAGE_2_HOST_BIT);
}

/// Calls `visit` for each command that has to wait for the one at `from`.
template <class Visit>
static void visitWaiting(const std::vector<Step> &steps, uint32_t from, const Visit &visit) {
  const Stages own = withoutGroups(steps[from].stages);
  Stages waiting = 0; // the stages of later commands that wait for it
  for (size_t i = from + 1; i < steps.size(); ++i) {
    if (withoutGroups(steps[i].stages) & waiting)
      visit(uint32_t(i));
    const Stages before = own | waiting;
    for (const Dependency &dependency : steps[i].dependencies)
      if (expandSource(dependency.source) & before)
        waiting |= expandDestination(dependency.destination);
  }
}

std::vector<uint32_t> orderCommands(const std::vector<Step> &steps, const Pick &pick) {
  // For each command, how many that it waits for are not in the order yet. Who waits for whom is
  // found twice instead of kept: the pairs may be many.
  std::vector<uint32_t> missing(steps.size(), 0);
  std::vector<uint32_t> ready, order;
  for (size_t i = 0; i < steps.size(); ++i)
    if (steps[i].stages != 0)
      visitWaiting(steps, uint32_t(i), [&](uint32_t later) { ++missing[later]; });
  for (size_t i = 0; i < steps.size(); ++i)
    if (steps[i].stages != 0 && missing[i] == 0)
      ready.push_back(uint32_t(i));

  while (!ready.empty()) {
    const uint32_t chosen = ready[pick(ready)];
    order.push_back(chosen);
    const uint32_t twin = steps[chosen].twin;
    std::vector<uint32_t> done, rest;
    for (uint32_t command : ready)
      (command == chosen || (twin != 0 && steps[command].twin == twin) ? done : rest)
          .push_back(command);
    ready = std::move(rest);
    for (uint32_t command : done)
      visitWaiting(steps, command, [&](uint32_t later) {
        if (--missing[later] == 0)
          ready.insert(std::lower_bound(ready.begin(), ready.end(), later), later);
      });
  }
  return order;
}

void visitUnordered(const std::vector<Step> &steps,
                    const std::function<void(uint32_t, uint32_t)> &visit) {
  for (uint32_t first = 0; first < steps.size(); ++first) {
    if (steps[first].stages == 0)
      continue;
    uint32_t next = first + 1;
    const auto visitUpTo = [&](uint32_t end) {
      for (; next < end; ++next)
        if (steps[next].stages != 0)
          visit(first, next);
    };
    visitWaiting(steps, first, [&](uint32_t waiting) {
      visitUpTo(waiting);
      next = waiting + 1;
    });
    visitUpTo(uint32_t(steps.size()));
  }
}

uint32_t countUnordered(const std::vector<Step> &steps, VkPipelineStageFlags2 stages) {
  uint32_t count = 0;
  Stages leading = stages; // what the barriers seen so far lead from
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (step->stages != 0 && !(withoutGroups(step->stages) & leading))
      ++count;
    const Stages after = leading;
    for (const Dependency &dependency : step->dependencies)
      if (expandDestination(dependency.destination) & after)
        leading |= expandSource(dependency.source);
  }
  return count;
}

} // namespace vkmorph::check
