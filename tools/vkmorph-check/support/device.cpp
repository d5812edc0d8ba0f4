// Device buffers and the command buffer of the recorded form.
#include "device.h"

namespace vkmorph::check {

/// A memory type that the buffer may live in; in the device's own memory where there is a choice.
static uint32_t chooseMemoryType(const DeviceContext &device, uint32_t allowed) {
  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(device.physicalDevice, &memory);
  uint32_t any = VK_MAX_MEMORY_TYPES;
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if (!(allowed & (1u << i)))
      continue;
    if (memory.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)
      return i;
    any = any == VK_MAX_MEMORY_TYPES ? i : any;
  }
  return any;
}

DeviceArray::DeviceArray(const DeviceContext &device, VkBufferUsageFlags usage, size_t bytes)
    : m_device(device), m_bytes(bytes) {
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  // A descriptor's range ends at a multiple of 4.
  info.size = (bytes + 2 * kGuardBytes + 3) / 4 * 4;
  info.usage = usage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  Check(vkCreateBuffer(device.device, &info, nullptr, &m_buffer), "vkCreateBuffer",
        "a buffer of vkmorph-check");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device.device, m_buffer, &needs);
  VkMemoryAllocateInfo allocate = {};
  allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocate.allocationSize = needs.size;
  allocate.memoryTypeIndex = chooseMemoryType(device, needs.memoryTypeBits);
  Check(vkAllocateMemory(device.device, &allocate, nullptr, &m_memory), "vkAllocateMemory",
        "a buffer of vkmorph-check");
  Check(vkBindBufferMemory(device.device, m_buffer, m_memory, 0), "vkBindBufferMemory",
        "a buffer of vkmorph-check");
}

DeviceArray::~DeviceArray() {
  vkDestroyBuffer(m_device.device, m_buffer, nullptr);
  vkFreeMemory(m_device.device, m_memory, nullptr);
}

void DeviceArray::upload(ICopyEngine &copy, const GuardedArray &array) {
  copy.UpdateBuffer(m_buffer, 0, array.whole(), array.bytes() + 2 * kGuardBytes);
}

void DeviceArray::download(ICopyEngine &copy, GuardedArray &array) {
  copy.ReadBuffer(m_buffer, 0, array.whole(), array.bytes() + 2 * kGuardBytes);
}

CommandBuffer::CommandBuffer(const DeviceContext &device) : m_device(device) {
  VkCommandPoolCreateInfo pool = {};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.queueFamilyIndex = device.queueFamily;
  Check(vkCreateCommandPool(device.device, &pool, nullptr, &m_pool), "vkCreateCommandPool",
        "vkmorph-check");
  VkCommandBufferAllocateInfo allocate = {};
  allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocate.commandPool = m_pool;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  Check(vkAllocateCommandBuffers(device.device, &allocate, &m_commands), "vkAllocateCommandBuffers",
        "vkmorph-check");
}

CommandBuffer::~CommandBuffer() { vkDestroyCommandPool(m_device.device, m_pool, nullptr); }

VkCommandBuffer CommandBuffer::begin() {
  Check(vkResetCommandPool(m_device.device, m_pool, 0), "vkResetCommandPool", "vkmorph-check");
  VkCommandBufferBeginInfo begin = {};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  Check(vkBeginCommandBuffer(m_commands, &begin), "vkBeginCommandBuffer", "vkmorph-check");
  return m_commands;
}

void CommandBuffer::submit() {
  Check(vkEndCommandBuffer(m_commands), "vkEndCommandBuffer", "vkmorph-check");
  VkSubmitInfo submit = {};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &m_commands;
  Check(vkQueueSubmit(m_device.queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit",
        "vkmorph-check");
  Check(vkQueueWaitIdle(m_device.queue), "vkQueueWaitIdle", "vkmorph-check");
}

} // namespace vkmorph::check
