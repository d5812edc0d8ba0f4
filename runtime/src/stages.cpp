// The two barriers that generated code records.
#include "vkmorph/stages.h"

#include "internal.h"

namespace vkmorph {

void Barrier(VkCommandBuffer cmd, StageAccess after, StageAccess before) {
  CheckRecorded(cmd, "Barrier");
  VkMemoryBarrier barrier = {};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = after.access;
  barrier.dstAccessMask = before.access;
  vkCmdPipelineBarrier(cmd, after.stages, before.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

void ExecutionBarrier(VkCommandBuffer cmd, VkPipelineStageFlags after,
                      VkPipelineStageFlags before) {
  CheckRecorded(cmd, "ExecutionBarrier");
  vkCmdPipelineBarrier(cmd, after, before, 0, 0, nullptr, 0, nullptr, 0, nullptr);
}

} // namespace vkmorph
