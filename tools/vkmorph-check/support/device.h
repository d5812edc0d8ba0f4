// The recorded form's surroundings: device buffers with guard zones, a command buffer of one's own.
#pragma once

#include "guarded.h"

#include <vkmorph/runtime.h>

namespace vkmorph::check {

/// A device buffer that holds an array between guard zones. It is bound from the array's begin to
/// the end of the guard zone behind it: devices that clamp accesses to what is bound would hide
/// writes behind the end otherwise.
class DeviceArray {
public:
  DeviceArray(const DeviceContext &device, VkBufferUsageFlags usage, size_t bytes);
  ~DeviceArray();
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;

  /// With the guard behind it; it ends with a whole word, as shaders that see words want it.
  BufferRange range() const { return {m_buffer, kGuardBytes, m_bytes / 4 * 4 + kGuardBytes}; }
  VkBuffer buffer() const { return m_buffer; }
  /// Copies the array with its guard zones; `array` has as many bytes.
  void upload(ICopyEngine &copy, const GuardedArray &array);
  void download(ICopyEngine &copy, GuardedArray &array);

private:
  const DeviceContext &m_device;
  size_t m_bytes;
  VkBuffer m_buffer = VK_NULL_HANDLE;
  VkDeviceMemory m_memory = VK_NULL_HANDLE;
};

/// One command buffer that is recorded, submitted and waited for.
class CommandBuffer {
public:
  explicit CommandBuffer(const DeviceContext &device);
  ~CommandBuffer();
  CommandBuffer(const CommandBuffer &) = delete;
  CommandBuffer &operator=(const CommandBuffer &) = delete;

  VkCommandBuffer begin();
  /// Ends, submits, waits until everything is done.
  void submit();

private:
  const DeviceContext &m_device;
  VkCommandPool m_pool = VK_NULL_HANDLE;
  VkCommandBuffer m_commands = VK_NULL_HANDLE;
};

} // namespace vkmorph::check
