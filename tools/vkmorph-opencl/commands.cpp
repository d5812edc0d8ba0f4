//===- commands.cpp - Commands are recorded, and run in their order ---------------------------===//
//
// Each has ended before the next one begins, so that barriers and fences have nothing to wait for.
//
//===------------------------------------------------------------------------------------------===//

#include "tools/vkmorph-opencl/functions.h"

#include <chrono>
#include <cstring>

namespace vkmorph::opencl {

namespace {
struct Fence {
  bool isSignalled = false;
};
struct QueryPool {
  std::vector<uint64_t> values;
};
} // namespace

static CommandBuffer &recorder(VkCommandBuffer cmd) { return *fromHandle<CommandBuffer>(cmd); }

template <class Command> static void record(VkCommandBuffer cmd, Command command) {
  recorder(cmd).commands.emplace_back(std::move(command));
}

//===------------------------------------------------------------------------------------------===//
// Command buffers
//===------------------------------------------------------------------------------------------===//

static VkResult VKAPI_CALL createPool(VkDevice, const VkCommandPoolCreateInfo *, Callbacks,
                                      VkCommandPool *pool) {
  *pool = toHandle<VkCommandPool>(new Pool);
  return VK_SUCCESS;
}

static void VKAPI_CALL destroyPool(VkDevice, VkCommandPool pool, Callbacks) {
  delete fromHandle<Pool>(pool);
}

static VkResult VKAPI_CALL resetPool(VkDevice, VkCommandPool pool, VkCommandPoolResetFlags) {
  for (auto &buffer : fromHandle<Pool>(pool)->buffers)
    buffer->commands.clear();
  return VK_SUCCESS;
}

static VkResult VKAPI_CALL allocateCommandBuffers(VkDevice device,
                                                  const VkCommandBufferAllocateInfo *info,
                                                  VkCommandBuffer *buffers) {
  auto *pool = fromHandle<Pool>(info->commandPool);
  for (uint32_t i = 0; i < info->commandBufferCount; ++i) {
    auto made = std::make_unique<CommandBuffer>();
    made->device = getDevice(device);
    buffers[i] = toHandle<VkCommandBuffer>(made.get());
    pool->buffers.push_back(std::move(made));
  }
  return VK_SUCCESS;
}

static void VKAPI_CALL freeCommandBuffers(VkDevice, VkCommandPool pool, uint32_t count,
                                          const VkCommandBuffer *buffers) {
  auto &all = fromHandle<Pool>(pool)->buffers;
  for (uint32_t i = 0; i < count; ++i)
    for (auto one = all.begin(); one != all.end(); ++one)
      if (toHandle<VkCommandBuffer>(one->get()) == buffers[i]) {
        all.erase(one);
        break;
      }
}

static VkResult VKAPI_CALL beginCommands(VkCommandBuffer cmd, const VkCommandBufferBeginInfo *) {
  recorder(cmd).commands.clear();
  return VK_SUCCESS;
}

static VkResult VKAPI_CALL endCommands(VkCommandBuffer) { return VK_SUCCESS; }

static VkResult VKAPI_CALL resetCommands(VkCommandBuffer cmd, VkCommandBufferResetFlags) {
  recorder(cmd).commands.clear();
  return VK_SUCCESS;
}

//===------------------------------------------------------------------------------------------===//
// Commands
//===------------------------------------------------------------------------------------------===//

static void VKAPI_CALL cmdBindPipeline(VkCommandBuffer cmd, VkPipelineBindPoint,
                                       VkPipeline pipeline) {
  record(cmd, [=](State &state) { state.pipeline = fromHandle<Pipeline>(pipeline); });
}

static void VKAPI_CALL cmdBindSets(VkCommandBuffer cmd, VkPipelineBindPoint, VkPipelineLayout,
                                   uint32_t, uint32_t count, const VkDescriptorSet *sets, uint32_t,
                                   const uint32_t *) {
  if (count != 1)
    stop("more than one descriptor set");
  record(cmd, [set = fromHandle<Set>(sets[0])](State &state) { state.set = set; });
}

static void VKAPI_CALL cmdPushConstants(VkCommandBuffer cmd, VkPipelineLayout, VkShaderStageFlags,
                                        uint32_t offset, uint32_t size, const void *values) {
  const char *from = static_cast<const char *>(values);
  record(cmd, [offset, bytes = std::vector<char>(from, from + size)](State &state) {
    std::memcpy(state.pushConstants.data() + offset, bytes.data(), bytes.size());
  });
}

static void VKAPI_CALL cmdDispatch(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z) {
  Device *device = recorder(cmd).device;
  record(cmd, [=](State &state) { runDispatch(*device, state, {x, y, z}); });
}

static void VKAPI_CALL cmdDispatchIndirect(VkCommandBuffer cmd, VkBuffer buffer,
                                           VkDeviceSize offset) {
  Device *device = recorder(cmd).device;
  record(cmd, [=](State &state) {
    uint32_t groups[3];
    std::memcpy(groups, fromHandle<Buffer>(buffer)->data() + offset, sizeof(groups));
    runDispatch(*device, state, {groups[0], groups[1], groups[2]});
  });
}

static void VKAPI_CALL cmdCopyBuffer(VkCommandBuffer cmd, VkBuffer from, VkBuffer to,
                                     uint32_t count, const VkBufferCopy *regions) {
  for (uint32_t i = 0; i < count; ++i)
    record(cmd, [=, region = regions[i]](State &) {
      std::memmove(fromHandle<Buffer>(to)->data() + region.dstOffset,
                   fromHandle<Buffer>(from)->data() + region.srcOffset, size_t(region.size));
    });
}

static void VKAPI_CALL cmdFillBuffer(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset,
                                     VkDeviceSize size, uint32_t value) {
  record(cmd, [=](State &) {
    auto *filled = fromHandle<Buffer>(buffer);
    size_t bytes = size == VK_WHOLE_SIZE ? (filled->bytes - size_t(offset)) / 4 * 4 : size_t(size);
    for (size_t at = 0; at < bytes; at += sizeof(value))
      std::memcpy(filled->data() + offset + at, &value, sizeof(value));
  });
}

static void VKAPI_CALL cmdUpdateBuffer(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset,
                                       VkDeviceSize size, const void *values) {
  const char *from = static_cast<const char *>(values);
  record(cmd, [=, bytes = std::vector<char>(from, from + size)](State &) {
    std::memcpy(fromHandle<Buffer>(buffer)->data() + offset, bytes.data(), bytes.size());
  });
}

static void VKAPI_CALL cmdPipelineBarrier(VkCommandBuffer, VkPipelineStageFlags,
                                          VkPipelineStageFlags, VkDependencyFlags, uint32_t,
                                          const VkMemoryBarrier *, uint32_t,
                                          const VkBufferMemoryBarrier *, uint32_t,
                                          const VkImageMemoryBarrier *) {}

//===------------------------------------------------------------------------------------------===//
// Queries
//===------------------------------------------------------------------------------------------===//

static VkResult VKAPI_CALL createQueryPool(VkDevice, const VkQueryPoolCreateInfo *info, Callbacks,
                                           VkQueryPool *pool) {
  *pool = toHandle<VkQueryPool>(new QueryPool{std::vector<uint64_t>(info->queryCount)});
  return VK_SUCCESS;
}

static void VKAPI_CALL destroyQueryPool(VkDevice, VkQueryPool pool, Callbacks) {
  delete fromHandle<QueryPool>(pool);
}

static void VKAPI_CALL cmdResetQueryPool(VkCommandBuffer, VkQueryPool, uint32_t, uint32_t) {}

static void VKAPI_CALL cmdWriteTimestamp(VkCommandBuffer cmd, VkPipelineStageFlagBits,
                                         VkQueryPool pool, uint32_t query) {
  record(cmd, [=](State &) {
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    fromHandle<QueryPool>(pool)->values.at(query) =
        uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
  });
}

static VkResult VKAPI_CALL getQueryResults(VkDevice, VkQueryPool pool, uint32_t first,
                                           uint32_t count, size_t, void *data, VkDeviceSize stride,
                                           VkQueryResultFlags flags) {
  if ((flags & VK_QUERY_RESULT_64_BIT) == 0)
    stop("results of queries in 32 bits");
  for (uint32_t i = 0; i < count; ++i)
    std::memcpy(static_cast<char *>(data) + i * stride,
                &fromHandle<QueryPool>(pool)->values.at(first + i), sizeof(uint64_t));
  return VK_SUCCESS;
}

//===------------------------------------------------------------------------------------------===//
// The queue
//===------------------------------------------------------------------------------------------===//

static VkResult VKAPI_CALL createFence(VkDevice, const VkFenceCreateInfo *info, Callbacks,
                                       VkFence *fence) {
  *fence = toHandle<VkFence>(new Fence{(info->flags & VK_FENCE_CREATE_SIGNALED_BIT) != 0});
  return VK_SUCCESS;
}

static void VKAPI_CALL destroyFence(VkDevice, VkFence fence, Callbacks) {
  delete fromHandle<Fence>(fence);
}

static VkResult VKAPI_CALL resetFences(VkDevice, uint32_t count, const VkFence *fences) {
  for (uint32_t i = 0; i < count; ++i)
    fromHandle<Fence>(fences[i])->isSignalled = false;
  return VK_SUCCESS;
}

static VkResult VKAPI_CALL getFenceStatus(VkDevice, VkFence fence) {
  return fromHandle<Fence>(fence)->isSignalled ? VK_SUCCESS : VK_NOT_READY;
}

/// What was submitted has ended.
static VkResult VKAPI_CALL waitForFences(VkDevice, uint32_t count, const VkFence *fences, VkBool32,
                                         uint64_t) {
  for (uint32_t i = 0; i < count; ++i)
    if (!fromHandle<Fence>(fences[i])->isSignalled)
      return VK_TIMEOUT;
  return VK_SUCCESS;
}

static VkResult VKAPI_CALL queueSubmit(VkQueue, uint32_t count, const VkSubmitInfo *submits,
                                       VkFence fence) {
  for (uint32_t i = 0; i < count; ++i)
    for (uint32_t k = 0; k < submits[i].commandBufferCount; ++k) {
      State state;
      for (auto &command : recorder(submits[i].pCommandBuffers[k]).commands)
        command(state);
    }
  if (fence)
    fromHandle<Fence>(fence)->isSignalled = true;
  return VK_SUCCESS;
}

static VkResult VKAPI_CALL queueWaitIdle(VkQueue) { return VK_SUCCESS; }
static VkResult VKAPI_CALL deviceWaitIdle(VkDevice) { return VK_SUCCESS; }

PFN_vkVoidFunction findCommand(const std::string &name) {
#define ROW(function, own) {#function, reinterpret_cast<PFN_vkVoidFunction>(&(own))}
  static const std::map<std::string, PFN_vkVoidFunction> functions = {
      ROW(vkCreateCommandPool, createPool),
      ROW(vkDestroyCommandPool, destroyPool),
      ROW(vkResetCommandPool, resetPool),
      ROW(vkAllocateCommandBuffers, allocateCommandBuffers),
      ROW(vkFreeCommandBuffers, freeCommandBuffers),
      ROW(vkBeginCommandBuffer, beginCommands),
      ROW(vkEndCommandBuffer, endCommands),
      ROW(vkResetCommandBuffer, resetCommands),
      ROW(vkCmdBindPipeline, cmdBindPipeline),
      ROW(vkCmdBindDescriptorSets, cmdBindSets),
      ROW(vkCmdPushConstants, cmdPushConstants),
      ROW(vkCmdDispatch, cmdDispatch),
      ROW(vkCmdDispatchIndirect, cmdDispatchIndirect),
      ROW(vkCmdCopyBuffer, cmdCopyBuffer),
      ROW(vkCmdFillBuffer, cmdFillBuffer),
      ROW(vkCmdUpdateBuffer, cmdUpdateBuffer),
      ROW(vkCmdPipelineBarrier, cmdPipelineBarrier),
      ROW(vkCreateQueryPool, createQueryPool),
      ROW(vkDestroyQueryPool, destroyQueryPool),
      ROW(vkCmdResetQueryPool, cmdResetQueryPool),
      ROW(vkCmdWriteTimestamp, cmdWriteTimestamp),
      ROW(vkGetQueryPoolResults, getQueryResults),
      ROW(vkCreateFence, createFence),
      ROW(vkDestroyFence, destroyFence),
      ROW(vkResetFences, resetFences),
      ROW(vkGetFenceStatus, getFenceStatus),
      ROW(vkWaitForFences, waitForFences),
      ROW(vkQueueSubmit, queueSubmit),
      ROW(vkQueueWaitIdle, queueWaitIdle),
      ROW(vkDeviceWaitIdle, deviceWaitIdle),
  };
#undef ROW
  auto found = functions.find(name);
  return found == functions.end() ? nullptr : found->second;
}

} // namespace vkmorph::opencl
