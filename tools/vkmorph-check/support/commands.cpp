// The Vulkan functions that a checked program calls instead of the loader's.
#include "commands.h"

#include "creations.h"
#include "interposed.h"
#include "loader.h"
#include "recording.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <unordered_map>

#include <dlfcn.h>

namespace vkmorph::check {

void *findInLoader(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) {
    std::fprintf(stderr, "vkmorph-check: the Vulkan loader has no %s\n", name);
    std::abort();
  }
  return found;
}

namespace {

struct Settings {
  Order order = Order::AsRecorded;
  uint64_t seed = 0;
  std::optional<uint32_t> droppedBarrier;
  uint64_t begun = 0; ///< command buffers since the order was set: each gets a seed of its own
};

struct Counters {
  std::atomic<uint32_t> barriers{0}, dispatches{0}, copies{0}, binds{0}, pushes{0},
      descriptorSets{0}, dropped{0}, mostBarriers{0}, notBeforeHost{0}, conflicts{0};
};

/// A command buffer that exists, and where it comes from.
struct KnownBuffer {
  VkDevice device;
  VkCommandPool pool;
  Recording recording;
};

/// All that this file keeps. Command buffers may be recorded by several threads, each by one.
struct Registry {
  std::mutex mutex; ///< of the settings and of the table, not of its entries
  Settings settings;
  std::unordered_map<VkCommandBuffer, std::unique_ptr<KnownBuffer>> buffers;
  Counters counters;

  KnownBuffer *find(VkCommandBuffer cmd) {
    const std::lock_guard<std::mutex> lock(mutex);
    const auto found = buffers.find(cmd);
    return found == buffers.end() ? nullptr : found->second.get();
  }
};

} // namespace

/// Never destroyed: objects of the program's own may still use Vulkan when it ends.
static Registry &registry() {
  static auto *const instance = new Registry;
  return *instance;
}

/// What `cmd` is being given if its commands are reordered; null if they are forwarded at once.
static Recording *reordered(VkCommandBuffer cmd) {
  KnownBuffer *buffer = registry().find(cmd);
  return buffer && buffer->recording.isReordered() ? &buffer->recording : nullptr;
}

CommandCounts takeCounts() {
  Counters &counters = registry().counters;
  CommandCounts counts;
  counts.barriers = counters.barriers.exchange(0);
  counts.dispatches = counters.dispatches.exchange(0);
  counts.copies = counters.copies.exchange(0);
  counts.binds = counters.binds.exchange(0);
  counts.pushes = counters.pushes.exchange(0);
  counts.descriptorSets = counters.descriptorSets.exchange(0);
  counts.dropped = counters.dropped.exchange(0);
  counts.mostBarriers = counters.mostBarriers.exchange(0);
  counts.notBeforeHost = counters.notBeforeHost.exchange(0);
  counts.conflicts = counters.conflicts.exchange(0);
  return counts;
}

void setOrder(Order order, uint64_t seed) {
  const std::lock_guard<std::mutex> lock(registry().mutex);
  registry().settings.order = order;
  registry().settings.seed = seed;
  registry().settings.begun = 0;
}

void setDroppedBarrier(std::optional<uint32_t> number) {
  const std::lock_guard<std::mutex> lock(registry().mutex);
  registry().settings.droppedBarrier = number;
}

/// Counts a barrier; says whether it is to be recorded.
static bool takeBarrier(VkCommandBuffer cmd, const std::vector<Dependency> &dependencies) {
  Counters &counters = registry().counters;
  ++counters.barriers;
  KnownBuffer *buffer = registry().find(cmd);
  uint32_t number = 0;
  if (!buffer)
    return true;
  const bool isKept = buffer->recording.takeBarrier(number);
  if (isKept)
    buffer->recording.noteBarrier(dependencies);
  else
    ++counters.dropped;
  uint32_t most = counters.mostBarriers.load();
  while (most < number && !counters.mostBarriers.compare_exchange_weak(most, number)) {
  }
  return isKept;
}

/// What stays at its place and nothing passes.
static void orderAround(VkCommandBuffer cmd) {
  if (Recording *recording = reordered(cmd))
    recording->flush(cmd);
}

/// Forwards `record` or, where commands are reordered, keeps it for later.
template <class Record>
static void recordCommand(VkCommandBuffer cmd, VkPipelineStageFlags2 stages,
                          std::vector<Access> accesses, const Record &record) {
  if (KnownBuffer *buffer = registry().find(cmd))
    buffer->recording.noteCommand(stages, std::move(accesses));
  if (Recording *recording = reordered(cmd))
    recording->addCommand(stages, record);
  else
    record(cmd);
}

/// The bytes of values, as a key.
template <class... Values> static std::string keyOf(const Values &...values) {
  std::string key;
  (key.append(reinterpret_cast<const char *>(&values), sizeof(values)), ...);
  return key;
}

/// The same for a command that runs with the state of a bind point; `key` tells it from others that
/// run with the same state.
template <class Record>
static void recordDispatch(VkCommandBuffer cmd, VkPipelineStageFlags2 stages,
                           const std::string &key, const Record &record,
                           const std::vector<Access> &arguments = {},
                           VkPipelineBindPoint point = VK_PIPELINE_BIND_POINT_COMPUTE) {
  ++registry().counters.dispatches;
  if (KnownBuffer *buffer = registry().find(cmd))
    buffer->recording.noteDispatch(point, stages, arguments);
  Recording *recording = reordered(cmd);
  if (!recording)
    return record(cmd);
  recording->addCommand(
      stages,
      [state = recording->state(point), record](VkCommandBuffer target) {
        state.record(target);
        record(target);
      },
      key + recording->state(point).key());
}

template <class Record> static void recordMarker(VkCommandBuffer cmd, const Record &record) {
  if (Recording *recording = reordered(cmd))
    recording->addMarker(record);
  else
    record(cmd);
}

/// Whether a barrier does more than to order commands.
template <class BufferBarrier>
static bool movesOwnership(uint32_t count, const BufferBarrier *barriers) {
  for (uint32_t i = 0; i < count; ++i)
    if (barriers[i].srcQueueFamilyIndex != barriers[i].dstQueueFamilyIndex)
      return true;
  return false;
}

template <class T> static std::vector<T> copyOf(uint32_t count, const T *values) {
  return std::vector<T>(values, values + count);
}

/// A function of an extension, which the loader does not export.
template <class Function> static Function findExtension(VkCommandBuffer cmd, const char *name) {
  KnownBuffer *buffer = registry().find(cmd);
  return buffer
             ? reinterpret_cast<Function>(VKMORPH_LOADER(vkGetDeviceProcAddr)(buffer->device, name))
             : nullptr;
}

} // namespace vkmorph::check

using namespace vkmorph::check;

//===-- Command buffers -----------------------------------------------------------------------===//

INTERPOSED(VkResult)
vkAllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo *info,
                         VkCommandBuffer *buffers) {
  const VkResult result = VKMORPH_LOADER(vkAllocateCommandBuffers)(device, info, buffers);
  if (result == VK_SUCCESS)
    noteCreation("vkAllocateCommandBuffers");
  const std::lock_guard<std::mutex> lock(registry().mutex);
  for (uint32_t i = 0; result == VK_SUCCESS && i < info->commandBufferCount; ++i) {
    auto buffer = std::make_unique<KnownBuffer>();
    buffer->device = device;
    buffer->pool = info->commandPool;
    registry().buffers[buffers[i]] = std::move(buffer);
  }
  return result;
}

INTERPOSED(void)
vkFreeCommandBuffers(VkDevice device, VkCommandPool pool, uint32_t count,
                     const VkCommandBuffer *buffers) {
  {
    const std::lock_guard<std::mutex> lock(registry().mutex);
    for (uint32_t i = 0; i < count; ++i)
      registry().buffers.erase(buffers[i]);
  }
  VKMORPH_LOADER(vkFreeCommandBuffers)(device, pool, count, buffers);
}

INTERPOSED(void)
vkDestroyCommandPool(VkDevice device, VkCommandPool pool, const VkAllocationCallbacks *callbacks) {
  {
    const std::lock_guard<std::mutex> lock(registry().mutex);
    auto &buffers = registry().buffers;
    for (auto it = buffers.begin(); it != buffers.end();)
      it = it->second->pool == pool ? buffers.erase(it) : std::next(it);
  }
  VKMORPH_LOADER(vkDestroyCommandPool)(device, pool, callbacks);
}

// A reset, of the buffer or of its pool, needs nothing: the next begin starts afresh.
INTERPOSED(VkResult)
vkBeginCommandBuffer(VkCommandBuffer cmd, const VkCommandBufferBeginInfo *info) {
  if (KnownBuffer *buffer = registry().find(cmd)) {
    Settings settings;
    {
      const std::lock_guard<std::mutex> lock(registry().mutex);
      settings = registry().settings;
      ++registry().settings.begun;
    }
    buffer->recording.begin(settings.order, settings.seed + settings.begun,
                            settings.droppedBarrier);
  }
  return VKMORPH_LOADER(vkBeginCommandBuffer)(cmd, info);
}

INTERPOSED(VkResult) vkEndCommandBuffer(VkCommandBuffer cmd) {
  orderAround(cmd);
  if (const KnownBuffer *buffer = registry().find(cmd)) {
    registry().counters.notBeforeHost += buffer->recording.countNotBeforeHost();
    registry().counters.conflicts += buffer->recording.countConflicts();
  }
  return VKMORPH_LOADER(vkEndCommandBuffer)(cmd);
}

//===-- Barriers ------------------------------------------------------------------------------===//

INTERPOSED(void)
vkCmdPipelineBarrier(VkCommandBuffer cmd, VkPipelineStageFlags source,
                     VkPipelineStageFlags destination, VkDependencyFlags flags,
                     uint32_t memoryCount, const VkMemoryBarrier *memory, uint32_t bufferCount,
                     const VkBufferMemoryBarrier *buffers, uint32_t imageCount,
                     const VkImageMemoryBarrier *images) {
  const std::vector<Dependency> dependencies = {{source, destination}};
  if (!takeBarrier(cmd, dependencies))
    return;
  Recording *recording = reordered(cmd);
  if (recording && imageCount == 0 && !movesOwnership(bufferCount, buffers))
    return recording->addBarrier(dependencies);
  orderAround(cmd);
  VKMORPH_LOADER(vkCmdPipelineBarrier)
  (cmd, source, destination, flags, memoryCount, memory, bufferCount, buffers, imageCount, images);
}

#ifdef VK_VERSION_1_3
INTERPOSED(void) vkCmdPipelineBarrier2(VkCommandBuffer cmd, const VkDependencyInfo *info) {
  std::vector<Dependency> dependencies;
  const auto add = [&](uint32_t count, const auto *barriers) {
    for (uint32_t i = 0; i < count; ++i)
      dependencies.push_back({barriers[i].srcStageMask, barriers[i].dstStageMask});
  };
  add(info->memoryBarrierCount, info->pMemoryBarriers);
  add(info->bufferMemoryBarrierCount, info->pBufferMemoryBarriers);
  add(info->imageMemoryBarrierCount, info->pImageMemoryBarriers);
  if (!takeBarrier(cmd, dependencies))
    return;
  Recording *recording = reordered(cmd);
  if (recording && info->imageMemoryBarrierCount == 0 &&
      !movesOwnership(info->bufferMemoryBarrierCount, info->pBufferMemoryBarriers))
    return recording->addBarrier(std::move(dependencies));
  orderAround(cmd);
  VKMORPH_LOADER(vkCmdPipelineBarrier2)(cmd, info);
}
#endif

//===-- State ---------------------------------------------------------------------------------===//

INTERPOSED(void)
vkCmdBindPipeline(VkCommandBuffer cmd, VkPipelineBindPoint point, VkPipeline pipeline) {
  ++registry().counters.binds;
  KnownBuffer *buffer = registry().find(cmd);
  if (buffer && Recording::isKnown(point))
    buffer->recording.notePipeline(point, pipeline);
  const auto record = [=](VkCommandBuffer target) {
    VKMORPH_LOADER(vkCmdBindPipeline)(target, point, pipeline);
  };
  Recording *recording = reordered(cmd);
  if (recording && Recording::isKnown(point))
    recording->state(point).set(
        {ComputeState::Setting::Pipeline, 0, 1, VK_NULL_HANDLE, 0, keyOf(pipeline), record});
  else
    record(cmd);
}

INTERPOSED(void)
vkCmdBindDescriptorSets(VkCommandBuffer cmd, VkPipelineBindPoint point, VkPipelineLayout layout,
                        uint32_t first, uint32_t count, const VkDescriptorSet *sets,
                        uint32_t offsetCount, const uint32_t *offsets) {
  ++registry().counters.descriptorSets;
  KnownBuffer *buffer = registry().find(cmd);
  for (uint32_t i = 0; buffer && Recording::isKnown(point) && i < count; ++i)
    buffer->recording.noteSet(point, first + i, sets[i]);
  Recording *recording = reordered(cmd);
  if (!recording || !Recording::isKnown(point))
    return VKMORPH_LOADER(vkCmdBindDescriptorSets)(cmd, point, layout, first, count, sets,
                                                   offsetCount, offsets);
  std::string values(reinterpret_cast<const char *>(sets), count * sizeof(*sets));
  if (offsetCount != 0)
    values.append(reinterpret_cast<const char *>(offsets), offsetCount * sizeof(*offsets));
  recording->state(point).set({ComputeState::Setting::Sets, first, count, layout, 0, values,
                               [=, ownSets = copyOf(count, sets),
                                ownOffsets = copyOf(offsetCount, offsets)](VkCommandBuffer target) {
                                 VKMORPH_LOADER(vkCmdBindDescriptorSets)
                                 (target, point, layout, first, count, ownSets.data(), offsetCount,
                                  ownOffsets.data());
                               }});
}

INTERPOSED(void)
vkCmdPushConstants(VkCommandBuffer cmd, VkPipelineLayout layout, VkShaderStageFlags stages,
                   uint32_t offset, uint32_t size, const void *values) {
  ++registry().counters.pushes;
  Recording *recording = reordered(cmd);
  if (!recording)
    return VKMORPH_LOADER(vkCmdPushConstants)(cmd, layout, stages, offset, size, values);
  const ComputeState::Setting setting = {
      ComputeState::Setting::Constants,
      offset,
      size,
      layout,
      stages,
      std::string(static_cast<const char *>(values), size),
      [=, own = copyOf(size, static_cast<const unsigned char *>(values))](VkCommandBuffer target) {
        VKMORPH_LOADER(vkCmdPushConstants)(target, layout, stages, offset, size, own.data());
      }};
  // They belong to no bind point.
  for (const auto point : {VK_PIPELINE_BIND_POINT_COMPUTE, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR})
    recording->state(point).set(setting);
}

//===-- Dispatches ----------------------------------------------------------------------------===//

INTERPOSED(void) vkCmdDispatch(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z) {
  recordDispatch(cmd, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, keyOf(0u, x, y, z),
                 [=](VkCommandBuffer target) { VKMORPH_LOADER(vkCmdDispatch)(target, x, y, z); });
}

INTERPOSED(void)
vkCmdDispatchBase(VkCommandBuffer cmd, uint32_t baseX, uint32_t baseY, uint32_t baseZ, uint32_t x,
                  uint32_t y, uint32_t z) {
  recordDispatch(cmd, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                 keyOf(1u, baseX, baseY, baseZ, x, y, z), [=](VkCommandBuffer target) {
                   VKMORPH_LOADER(vkCmdDispatchBase)(target, baseX, baseY, baseZ, x, y, z);
                 });
}

INTERPOSED(void)
vkCmdDispatchIndirect(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset) {
  recordDispatch(cmd,
                 VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                 keyOf(2u, buffer, offset),
                 [=](VkCommandBuffer target) {
                   VKMORPH_LOADER(vkCmdDispatchIndirect)(target, buffer, offset);
                 },
                 {{buffer, offset, sizeof(VkDispatchIndirectCommand), false}});
}

INTERPOSED(void)
vkCmdTraceRaysKHR(VkCommandBuffer cmd, const VkStridedDeviceAddressRegionKHR *generation,
                  const VkStridedDeviceAddressRegionKHR *miss,
                  const VkStridedDeviceAddressRegionKHR *hit,
                  const VkStridedDeviceAddressRegionKHR *callable, uint32_t width, uint32_t height,
                  uint32_t depth) {
  const auto trace = findExtension<PFN_vkCmdTraceRaysKHR>(cmd, "vkCmdTraceRaysKHR");
  const std::vector<VkStridedDeviceAddressRegionKHR> regions = {*generation, *miss, *hit,
                                                                *callable};
  // Shader binding tables do not change.
  recordDispatch(
      cmd, VK_PIPELINE_STAGE_2_RAY_TRACING_SHADER_BIT_KHR,
      keyOf(3u, width, height, depth, generation->deviceAddress, callable->deviceAddress),
      [=](VkCommandBuffer target) {
        trace(target, &regions[0], &regions[1], &regions[2], &regions[3], width, height, depth);
      },
      {}, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR);
}

//===-- Copies --------------------------------------------------------------------------------===//

INTERPOSED(void)
vkCmdCopyBuffer(VkCommandBuffer cmd, VkBuffer from, VkBuffer to, uint32_t count,
                const VkBufferCopy *regions) {
  ++registry().counters.copies;
  std::vector<Access> accesses;
  for (uint32_t i = 0; i < count; ++i) {
    accesses.push_back({from, regions[i].srcOffset, regions[i].size, false});
    accesses.push_back({to, regions[i].dstOffset, regions[i].size, true});
  }
  recordCommand(cmd, VK_PIPELINE_STAGE_2_COPY_BIT, std::move(accesses),
                [=, own = copyOf(count, regions)](VkCommandBuffer target) {
                  VKMORPH_LOADER(vkCmdCopyBuffer)(target, from, to, count, own.data());
                });
}

INTERPOSED(void)
vkCmdFillBuffer(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset, VkDeviceSize size,
                uint32_t value) {
  ++registry().counters.copies;
  recordCommand(cmd, VK_PIPELINE_STAGE_2_CLEAR_BIT, {{buffer, offset, size, true}},
                [=](VkCommandBuffer target) {
                  VKMORPH_LOADER(vkCmdFillBuffer)(target, buffer, offset, size, value);
                });
}

INTERPOSED(void)
vkCmdUpdateBuffer(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset, VkDeviceSize size,
                  const void *values) {
  ++registry().counters.copies;
  // At most 65536 bytes.
  recordCommand(cmd, VK_PIPELINE_STAGE_2_CLEAR_BIT, {{buffer, offset, size, true}},
                [=, own = copyOf(uint32_t(size), static_cast<const unsigned char *>(values))](
                    VkCommandBuffer target) {
                  VKMORPH_LOADER(vkCmdUpdateBuffer)(target, buffer, offset, size, own.data());
                });
}

//===-- Timestamps and labels -----------------------------------------------------------------===//

INTERPOSED(void)
vkCmdWriteTimestamp(VkCommandBuffer cmd, VkPipelineStageFlagBits stage, VkQueryPool pool,
                    uint32_t query) {
  recordMarker(cmd, [=](VkCommandBuffer target) {
    VKMORPH_LOADER(vkCmdWriteTimestamp)(target, stage, pool, query);
  });
}

#ifdef VK_VERSION_1_3
INTERPOSED(void)
vkCmdWriteTimestamp2(VkCommandBuffer cmd, VkPipelineStageFlags2 stage, VkQueryPool pool,
                     uint32_t query) {
  recordMarker(cmd, [=](VkCommandBuffer target) {
    VKMORPH_LOADER(vkCmdWriteTimestamp2)(target, stage, pool, query);
  });
}
#endif

// The loader exports none of an extension's functions; the program asks for them by name.
INTERPOSED(void)
vkCmdBeginDebugUtilsLabelEXT(VkCommandBuffer cmd, const VkDebugUtilsLabelEXT *label) {
  const auto begin =
      findExtension<PFN_vkCmdBeginDebugUtilsLabelEXT>(cmd, "vkCmdBeginDebugUtilsLabelEXT");
  if (!begin)
    return;
  VkDebugUtilsLabelEXT own = *label;
  own.pNext = nullptr;
  recordMarker(cmd, [=, name = std::string(label->pLabelName)](VkCommandBuffer target) {
    VkDebugUtilsLabelEXT named = own;
    named.pLabelName = name.c_str();
    begin(target, &named);
  });
}

INTERPOSED(void) vkCmdEndDebugUtilsLabelEXT(VkCommandBuffer cmd) {
  if (const auto end =
          findExtension<PFN_vkCmdEndDebugUtilsLabelEXT>(cmd, "vkCmdEndDebugUtilsLabelEXT"))
    recordMarker(cmd, [=](VkCommandBuffer target) { end(target); });
}

//===-- Commands that nothing passes ----------------------------------------------------------===//

#define ORDERING_POINT(function, parameters, ...)                                                  \
  INTERPOSED(void) function parameters {                                                           \
    orderAround(cmd);                                                                              \
    VKMORPH_LOADER(function)(cmd, __VA_ARGS__);                                                    \
  }

ORDERING_POINT(vkCmdExecuteCommands,
               (VkCommandBuffer cmd, uint32_t count, const VkCommandBuffer *secondary), count,
               secondary)
ORDERING_POINT(vkCmdResetQueryPool,
               (VkCommandBuffer cmd, VkQueryPool pool, uint32_t first, uint32_t count), pool, first,
               count)
ORDERING_POINT(vkCmdBeginQuery,
               (VkCommandBuffer cmd, VkQueryPool pool, uint32_t query, VkQueryControlFlags flags),
               pool, query, flags)
ORDERING_POINT(vkCmdEndQuery, (VkCommandBuffer cmd, VkQueryPool pool, uint32_t query), pool, query)
ORDERING_POINT(vkCmdCopyQueryPoolResults,
               (VkCommandBuffer cmd, VkQueryPool pool, uint32_t first, uint32_t count,
                VkBuffer buffer, VkDeviceSize offset, VkDeviceSize stride,
                VkQueryResultFlags flags),
               pool, first, count, buffer, offset, stride, flags)
ORDERING_POINT(vkCmdSetEvent, (VkCommandBuffer cmd, VkEvent event, VkPipelineStageFlags stages),
               event, stages)
ORDERING_POINT(vkCmdResetEvent, (VkCommandBuffer cmd, VkEvent event, VkPipelineStageFlags stages),
               event, stages)
ORDERING_POINT(vkCmdWaitEvents,
               (VkCommandBuffer cmd, uint32_t count, const VkEvent *events,
                VkPipelineStageFlags source, VkPipelineStageFlags destination, uint32_t memoryCount,
                const VkMemoryBarrier *memory, uint32_t bufferCount,
                const VkBufferMemoryBarrier *buffers, uint32_t imageCount,
                const VkImageMemoryBarrier *images),
               count, events, source, destination, memoryCount, memory, bufferCount, buffers,
               imageCount, images)
ORDERING_POINT(vkCmdCopyImage,
               (VkCommandBuffer cmd, VkImage from, VkImageLayout fromLayout, VkImage to,
                VkImageLayout toLayout, uint32_t count, const VkImageCopy *regions),
               from, fromLayout, to, toLayout, count, regions)
ORDERING_POINT(vkCmdBlitImage,
               (VkCommandBuffer cmd, VkImage from, VkImageLayout fromLayout, VkImage to,
                VkImageLayout toLayout, uint32_t count, const VkImageBlit *regions,
                VkFilter filter),
               from, fromLayout, to, toLayout, count, regions, filter)
ORDERING_POINT(vkCmdCopyBufferToImage,
               (VkCommandBuffer cmd, VkBuffer from, VkImage to, VkImageLayout layout,
                uint32_t count, const VkBufferImageCopy *regions),
               from, to, layout, count, regions)
ORDERING_POINT(vkCmdCopyImageToBuffer,
               (VkCommandBuffer cmd, VkImage from, VkImageLayout layout, VkBuffer to,
                uint32_t count, const VkBufferImageCopy *regions),
               from, layout, to, count, regions)
ORDERING_POINT(vkCmdClearColorImage,
               (VkCommandBuffer cmd, VkImage image, VkImageLayout layout,
                const VkClearColorValue *color, uint32_t count,
                const VkImageSubresourceRange *ranges),
               image, layout, color, count, ranges)
#ifdef VK_VERSION_1_3
ORDERING_POINT(vkCmdSetEvent2, (VkCommandBuffer cmd, VkEvent event, const VkDependencyInfo *info),
               event, info)
ORDERING_POINT(vkCmdResetEvent2, (VkCommandBuffer cmd, VkEvent event, VkPipelineStageFlags2 stages),
               event, stages)
ORDERING_POINT(vkCmdWaitEvents2,
               (VkCommandBuffer cmd, uint32_t count, const VkEvent *events,
                const VkDependencyInfo *infos),
               count, events, infos)
ORDERING_POINT(vkCmdCopyBuffer2, (VkCommandBuffer cmd, const VkCopyBufferInfo2 *info), info)
ORDERING_POINT(vkCmdCopyImage2, (VkCommandBuffer cmd, const VkCopyImageInfo2 *info), info)
ORDERING_POINT(vkCmdBlitImage2, (VkCommandBuffer cmd, const VkBlitImageInfo2 *info), info)
ORDERING_POINT(vkCmdCopyBufferToImage2, (VkCommandBuffer cmd, const VkCopyBufferToImageInfo2 *info),
               info)
ORDERING_POINT(vkCmdCopyImageToBuffer2, (VkCommandBuffer cmd, const VkCopyImageToBufferInfo2 *info),
               info)
#endif

//===-- Functions by name ---------------------------------------------------------------------===//

INTERPOSED(PFN_vkVoidFunction) vkGetDeviceProcAddr(VkDevice device, const char *name);
INTERPOSED(PFN_vkVoidFunction) vkGetInstanceProcAddr(VkInstance instance, const char *name);

namespace vkmorph::check {

struct NamedFunction {
  const char *name;
  PFN_vkVoidFunction function;
};

#define NAMED(function) {#function, reinterpret_cast<PFN_vkVoidFunction>(&function)}
static const NamedFunction kInterposed[] = {
    NAMED(vkGetDeviceProcAddr),
    NAMED(vkGetInstanceProcAddr),
    NAMED(vkAllocateMemory),
    NAMED(vkCreateBuffer),
    NAMED(vkCreateBufferView),
    NAMED(vkCreateImage),
    NAMED(vkCreateImageView),
    NAMED(vkCreateSampler),
    NAMED(vkCreateDescriptorSetLayout),
    NAMED(vkCreateDescriptorPool),
    NAMED(vkAllocateDescriptorSets),
    NAMED(vkCreatePipelineLayout),
    NAMED(vkCreatePipelineCache),
    NAMED(vkCreateCommandPool),
    NAMED(vkCreateFence),
    NAMED(vkCreateSemaphore),
    NAMED(vkCreateEvent),
    NAMED(vkCreateQueryPool),
    NAMED(vkCreateShaderModule),
    NAMED(vkCreateComputePipelines),
    NAMED(vkUpdateDescriptorSets),
    NAMED(vkAllocateCommandBuffers),
    NAMED(vkFreeCommandBuffers),
    NAMED(vkDestroyCommandPool),
    NAMED(vkBeginCommandBuffer),
    NAMED(vkEndCommandBuffer),
    NAMED(vkCmdPipelineBarrier),
    NAMED(vkCmdBindPipeline),
    NAMED(vkCmdBindDescriptorSets),
    NAMED(vkCmdPushConstants),
    NAMED(vkCmdDispatch),
    NAMED(vkCmdDispatchBase),
    NAMED(vkCmdDispatchIndirect),
    NAMED(vkCreateRayTracingPipelinesKHR),
    NAMED(vkCmdTraceRaysKHR),
    NAMED(vkCmdCopyBuffer),
    NAMED(vkCmdFillBuffer),
    NAMED(vkCmdUpdateBuffer),
    NAMED(vkCmdWriteTimestamp),
    NAMED(vkCmdBeginDebugUtilsLabelEXT),
    NAMED(vkCmdEndDebugUtilsLabelEXT),
    NAMED(vkCmdExecuteCommands),
    NAMED(vkCmdResetQueryPool),
    NAMED(vkCmdBeginQuery),
    NAMED(vkCmdEndQuery),
    NAMED(vkCmdCopyQueryPoolResults),
    NAMED(vkCmdSetEvent),
    NAMED(vkCmdResetEvent),
    NAMED(vkCmdWaitEvents),
    NAMED(vkCmdCopyImage),
    NAMED(vkCmdBlitImage),
    NAMED(vkCmdCopyBufferToImage),
    NAMED(vkCmdCopyImageToBuffer),
    NAMED(vkCmdClearColorImage),
#ifdef VK_VERSION_1_3
    NAMED(vkCmdPipelineBarrier2),
    NAMED(vkCmdWriteTimestamp2),
    NAMED(vkCmdSetEvent2),
    NAMED(vkCmdResetEvent2),
    NAMED(vkCmdWaitEvents2),
    NAMED(vkCmdCopyBuffer2),
    NAMED(vkCmdCopyImage2),
    NAMED(vkCmdBlitImage2),
    NAMED(vkCmdCopyBufferToImage2),
    NAMED(vkCmdCopyImageToBuffer2),
#endif
};

/// What this library has under a name in place of `real`; nothing where there is nothing real.
static PFN_vkVoidFunction interpose(const char *name, PFN_vkVoidFunction real) {
  for (const NamedFunction &candidate : kInterposed)
    if (real && std::strcmp(candidate.name, name) == 0)
      return candidate.function;
  return real;
}

} // namespace vkmorph::check

PFN_vkVoidFunction VKAPI_CALL vkGetDeviceProcAddr(VkDevice device, const char *name) {
  return interpose(name, VKMORPH_LOADER(vkGetDeviceProcAddr)(device, name));
}

PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance, const char *name) {
  return interpose(name, VKMORPH_LOADER(vkGetInstanceProcAddr)(instance, name));
}
