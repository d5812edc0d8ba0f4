// Buffers in device memory, and the time of recorded commands.
#include "harness.h"

#include <algorithm>
#include <chrono>

namespace bench {

using vkmorph::Check;

Buffer::Buffer(const vkmorph::DeviceContext &device, size_t bytes) : m_device(device.device) {
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = std::max<size_t>(bytes, 4);
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  Check(vkCreateBuffer(m_device, &info, nullptr, &m_buffer), "vkCreateBuffer", "data");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(m_device, m_buffer, &needs);
  VkPhysicalDeviceMemoryProperties types;
  vkGetPhysicalDeviceMemoryProperties(device.physicalDevice, &types);
  uint32_t type = 0;
  while (!(needs.memoryTypeBits >> type & 1) ||
         !(types.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT))
    ++type; // Vulkan promises that there is one
  VkMemoryAllocateInfo allocation = {};
  allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocation.allocationSize = needs.size;
  allocation.memoryTypeIndex = type;
  Check(vkAllocateMemory(m_device, &allocation, nullptr, &m_memory), "vkAllocateMemory", "data");
  Check(vkBindBufferMemory(m_device, m_buffer, m_memory, 0), "vkBindBufferMemory", "data");
}

Buffer::~Buffer() {
  vkDestroyBuffer(m_device, m_buffer, nullptr);
  vkFreeMemory(m_device, m_memory, nullptr);
}

Timer::Timer(const vkmorph::DeviceContext &device, float timestampPeriod)
    : m_device(device), m_period(timestampPeriod) {
  VkCommandPoolCreateInfo poolInfo = {};
  poolInfo.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  poolInfo.queueFamilyIndex = device.queueFamily;
  Check(vkCreateCommandPool(device.device, &poolInfo, nullptr, &m_pool), "vkCreateCommandPool",
        "timer");
  VkQueryPoolCreateInfo queryInfo = {};
  queryInfo.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  queryInfo.queryType = VK_QUERY_TYPE_TIMESTAMP;
  queryInfo.queryCount = 2;
  Check(vkCreateQueryPool(device.device, &queryInfo, nullptr, &m_queries), "vkCreateQueryPool",
        "timer");
}

Timer::~Timer() {
  vkDestroyQueryPool(m_device.device, m_queries, nullptr);
  vkDestroyCommandPool(m_device.device, m_pool, nullptr);
}

Times Timer::Measure(int runs, const std::function<void(VkCommandBuffer)> &record) {
  VkCommandBufferAllocateInfo allocation = {};
  allocation.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocation.commandPool = m_pool;
  allocation.commandBufferCount = 1;
  VkCommandBuffer cmd = VK_NULL_HANDLE;
  Check(vkAllocateCommandBuffers(m_device.device, &allocation, &cmd), "vkAllocateCommandBuffers",
        "timer");
  VkCommandBufferBeginInfo begin = {};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  Check(vkBeginCommandBuffer(cmd, &begin), "vkBeginCommandBuffer", "timer");
  vkCmdResetQueryPool(cmd, m_queries, 0, 2);
  VkMemoryBarrier barrier = {};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                       0, 1, &barrier, 0, nullptr, 0, nullptr);
  vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, m_queries, 0);
  record(cmd);
  vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, m_queries, 1);
  Check(vkEndCommandBuffer(cmd), "vkEndCommandBuffer", "timer");

  // Devices need a while of work until their clocks are up.
  const auto begun = std::chrono::steady_clock::now();
  std::vector<double> times, waits;
  while (times.size() < size_t(runs)) {
    VkSubmitInfo submit = {};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &cmd;
    const auto submitted = std::chrono::steady_clock::now();
    Check(vkQueueSubmit(m_device.queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit", "timer");
    Check(vkQueueWaitIdle(m_device.queue), "vkQueueWaitIdle", "timer");
    const std::chrono::duration<double, std::milli> wait =
        std::chrono::steady_clock::now() - submitted;
    uint64_t ticks[2];
    Check(vkGetQueryPoolResults(m_device.device, m_queries, 0, 2, sizeof(ticks), ticks, 8,
                                VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
          "vkGetQueryPoolResults", "timer");
    if (std::chrono::steady_clock::now() - begun > std::chrono::milliseconds(1500)) {
      times.push_back(double(ticks[1] - ticks[0]) * m_period * 1e-6);
      waits.push_back(wait.count());
    }
  }
  vkFreeCommandBuffers(m_device.device, m_pool, 1, &cmd);
  const auto median = [](std::vector<double> &values) {
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
  };
  return {median(times), median(waits)};
}

} // namespace bench
