// The main function of the runtime's tests, and what they share.
#include "test_support.h"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace vkmorph::test {

static std::unique_ptr<Context> sharedContext;

Requirements TestRequirements() {
  Requirements needs;
  needs.shaderBufferFloat32AtomicAdd = true;
  return needs;
}

const Context &ValidatedContext() {
  if (!sharedContext) {
    ContextOptions options;
    options.validation = true;
    sharedContext = std::make_unique<Context>(TestRequirements(), options);
  }
  return *sharedContext;
}

void CloseContext() { sharedContext.reset(); }

static uint32_t HostVisibleType(const DeviceContext &device, uint32_t typeBits) {
  VkPhysicalDeviceMemoryProperties memory = {};
  vkGetPhysicalDeviceMemoryProperties(device.physicalDevice, &memory);
  constexpr VkMemoryPropertyFlags kWanted =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  for (uint32_t type = 0; type < memory.memoryTypeCount; type++)
    if ((typeBits >> type & 1) != 0 &&
        (memory.memoryTypes[type].propertyFlags & kWanted) == kWanted)
      return type;
  throw Error("no host-visible memory");
}

static VkDeviceMemory AllocateMemory(const DeviceContext &device,
                                     const VkMemoryRequirements &needs) {
  VkMemoryAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.allocationSize = needs.size;
  info.memoryTypeIndex = HostVisibleType(device, needs.memoryTypeBits);
  VkDeviceMemory memory = VK_NULL_HANDLE;
  Check(vkAllocateMemory(device.device, &info, nullptr, &memory), "vkAllocateMemory", "a test");
  return memory;
}

Allocation WatchedAllocator::Allocate(const VkMemoryRequirements &needs, MemoryUse use,
                                      const char *name) {
  if (failNext) {
    failNext = false;
    throw Error(std::string("no memory for ") + name, VK_ERROR_OUT_OF_DEVICE_MEMORY);
  }
  largest = std::max(largest, needs.size);
  Allocation allocation;
  allocation.memory = AllocateMemory(m_device, needs);
  allocations++;
  live++;
  if (use == MemoryUse::Device && m_hideDevice)
    return allocation;
  Check(vkMapMemory(m_device.device, allocation.memory, 0, VK_WHOLE_SIZE, 0, &allocation.mapped),
        "vkMapMemory", name);
  allocation.hostCached = true;
  return allocation;
}

void WatchedAllocator::Free(const Allocation &allocation) noexcept {
  vkFreeMemory(m_device.device, allocation.memory, nullptr);
  live--;
}

CallerBuffer::CallerBuffer(const DeviceContext &device, VkDeviceSize bytes) : m_device(device) {
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  Check(vkCreateBuffer(device.device, &info, nullptr, &buffer), "vkCreateBuffer", "a test");
  VkMemoryRequirements needs = {};
  vkGetBufferMemoryRequirements(device.device, buffer, &needs);
  m_memory = AllocateMemory(device, needs);
  Check(vkBindBufferMemory(device.device, buffer, m_memory, 0), "vkBindBufferMemory", "a test");
}

CallerBuffer::~CallerBuffer() {
  vkDestroyBuffer(m_device.device, buffer, nullptr);
  vkFreeMemory(m_device.device, m_memory, nullptr);
}

CallerCommands::CallerCommands(const DeviceContext &device) : m_device(device) {
  VkCommandPoolCreateInfo poolInfo = {};
  poolInfo.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  poolInfo.queueFamilyIndex = device.queueFamily;
  Check(vkCreateCommandPool(device.device, &poolInfo, nullptr, &m_pool), "vkCreateCommandPool",
        "a test");
}

CallerCommands::CallerCommands(const DeviceContext &device,
                               const std::function<void(VkCommandBuffer)> &record)
    : CallerCommands(device) { // from here on the destructor runs if `record` throws
  VkCommandBufferAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = m_pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  Check(vkAllocateCommandBuffers(device.device, &info, &m_cmd), "vkAllocateCommandBuffers",
        "a test");
  VkCommandBufferBeginInfo begin = {};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
  Check(vkBeginCommandBuffer(m_cmd, &begin), "vkBeginCommandBuffer", "a test");
  record(m_cmd);
  Check(vkEndCommandBuffer(m_cmd), "vkEndCommandBuffer", "a test");
}

CallerCommands::~CallerCommands() { vkDestroyCommandPool(m_device.device, m_pool, nullptr); }

void CallerCommands::Run(int times) {
  VkSubmitInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &m_cmd;
  for (int i = 0; i < times; i++)
    Check(vkQueueSubmit(m_device.queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit", "a test");
  Check(vkQueueWaitIdle(m_device.queue), "vkQueueWaitIdle", "a test");
}

std::string ErrorOf(const std::function<void()> &action) {
  try {
    action();
  } catch (const Error &error) {
    return error.what();
  }
  ADD_FAILURE() << "no Error was thrown";
  return {};
}

void ExpectMentions(const std::string &text, const std::vector<std::string> &parts) {
  for (const std::string &part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in: " << text;
}

} // namespace vkmorph::test

int main(int argc, char **argv) {
  ::testing::InitGoogleTest(&argc, argv);
  int status = RUN_ALL_TESTS();
  // What was leaked is reported when the device goes.
  const uint64_t before = vkmorph::TotalValidationMessages();
  vkmorph::test::CloseContext();
  if (vkmorph::TotalValidationMessages() != before) {
    std::fprintf(stderr, "the validation layer reported leaks\n");
    status = 1;
  }
  return status;
}
