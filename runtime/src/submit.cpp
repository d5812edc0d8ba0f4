// Command buffers that are submitted and waited for, and names for Vulkan handles.
#include <map>
#include <vector>

#include "internal.h"
#include "vkmorph/error.h"

namespace vkmorph {

/// The runtime's mutex of a queue, for contexts that bring none. There are few queues in a process,
/// so entries are kept.
static std::mutex *QueueMutex(VkQueue queue) {
  static std::mutex registryMutex;
  static std::map<VkQueue, std::unique_ptr<std::mutex>> registry;
  const std::lock_guard<std::mutex> lock(registryMutex);
  std::unique_ptr<std::mutex> &mutex = registry[queue];
  if (!mutex)
    mutex = std::make_unique<std::mutex>();
  return mutex.get();
}

void CheckComplete(const DeviceContext &device, const std::string &where) {
  if (!device.instance || !device.physicalDevice || !device.device || !device.queue)
    throw Error(where + ": DeviceContext lacks a handle: fill in instance, physicalDevice, device "
                        "and queue, or take the context that CreateContext makes");
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device.physicalDevice, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device.physicalDevice, &count, families.data());
  if (device.queueFamily >= count ||
      (families[device.queueFamily].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0)
    throw Error(where + ": the device has no queue family " + std::to_string(device.queueFamily) +
                " that computes: set DeviceContext::queueFamily to the family of its queue");
}

void CheckRecorded(VkCommandBuffer cmd, const std::string &where) {
  if (!cmd)
    throw Error(where + ": the command buffer is VK_NULL_HANDLE: pass one that is being recorded");
}

Submitter::Submitter(const DeviceContext &device, const std::string &name)
    : m_device(device), m_name(name),
      m_queueMutex(device.queueMutex ? device.queueMutex : QueueMutex(device.queue)) {
  VkCommandPoolCreateInfo poolInfo = {};
  poolInfo.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  poolInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  poolInfo.queueFamilyIndex = device.queueFamily;
  Check(vkCreateCommandPool(device.device, &poolInfo, device.allocationCallbacks, &m_pool),
        "vkCreateCommandPool", name);

  VkFenceCreateInfo fenceInfo = {};
  fenceInfo.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  const VkResult result =
      vkCreateFence(device.device, &fenceInfo, device.allocationCallbacks, &m_fence);
  if (result != VK_SUCCESS)
    vkDestroyCommandPool(device.device, m_pool, device.allocationCallbacks);
  Check(result, "vkCreateFence", name);
}

Submitter::~Submitter() {
  vkDestroyFence(m_device.device, m_fence, m_device.allocationCallbacks);
  vkDestroyCommandPool(m_device.device, m_pool, m_device.allocationCallbacks);
}

VkCommandBuffer Submitter::AllocateCommandBuffer() {
  VkCommandBufferAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = m_pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  VkCommandBuffer cmd = VK_NULL_HANDLE;
  Check(vkAllocateCommandBuffers(m_device.device, &info, &cmd), "vkAllocateCommandBuffers", m_name);
  return cmd;
}

void Submitter::SubmitAndWait(VkCommandBuffer cmd) {
  VkSubmitInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &cmd;
  {
    const std::lock_guard<std::mutex> lock(*m_queueMutex);
    Check(vkQueueSubmit(m_device.queue, 1, &info, m_fence), "vkQueueSubmit", m_name);
  }
  Check(vkWaitForFences(m_device.device, 1, &m_fence, VK_TRUE, UINT64_MAX), "vkWaitForFences",
        m_name);
  Check(vkResetFences(m_device.device, 1, &m_fence), "vkResetFences", m_name);
}

void Submitter::Run(const std::function<void(VkCommandBuffer)> &record) {
  if (!m_once)
    m_once = AllocateCommandBuffer();
  BeginCommandBuffer(m_once, VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT, m_name);
  record(m_once);
  EndCommandBuffer(m_once, m_name);
  SubmitAndWait(m_once);
}

void BeginCommandBuffer(VkCommandBuffer cmd, VkCommandBufferUsageFlags usage,
                        const std::string &name) {
  VkCommandBufferBeginInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  info.flags = usage;
  Check(vkBeginCommandBuffer(cmd, &info), "vkBeginCommandBuffer", name);
}

void EndCommandBuffer(VkCommandBuffer cmd, const std::string &name) {
  Check(vkEndCommandBuffer(cmd), "vkEndCommandBuffer", name);
}

void NameHandle(const DeviceContext &device, VkObjectType type, uint64_t handle,
                const std::string &name) {
  if (!device.debugUtils)
    return;
  const auto setName = reinterpret_cast<PFN_vkSetDebugUtilsObjectNameEXT>(
      vkGetDeviceProcAddr(device.device, "vkSetDebugUtilsObjectNameEXT"));
  if (!setName)
    return;
  VkDebugUtilsObjectNameInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT;
  info.objectType = type;
  info.objectHandle = handle;
  info.pObjectName = name.c_str();
  setName(device.device, &info); // a name that is refused is no fault of the program
}

} // namespace vkmorph
