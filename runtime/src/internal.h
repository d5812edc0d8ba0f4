// What the runtime's own files share: buffers with their memory, queue access, object names.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include <vulkan/vulkan.h>

#include "vkmorph/device.h"
#include "vkmorph/memory.h"
#include "vkmorph/stages.h"

namespace vkmorph {

/// A buffer and its memory.
struct Buffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize bytes = 0;
  Allocation allocation;

  /// Where the host writes it directly; null: through a staging buffer.
  void *Writable() const { return allocation.mapped; }
  /// Where the host reads it directly; null: through a staging buffer.
  const void *Readable() const { return allocation.hostCached ? allocation.mapped : nullptr; }
};

/// An image, its memory and a view of it.
struct DeviceImage {
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
  VkExtent3D extent = {0, 0, 0}; ///< of the first level
  uint32_t levels = 1;
  Allocation allocation;
};

/// Of one layer.
struct ImageForm {
  uint32_t dimensions;
  VkFormat format;
  VkExtent3D extent;
  VkImageUsageFlags usage;
  uint32_t levels = 1;
};

/// Throws Error. `name` is for messages and for debuggers.
DeviceImage CreateDeviceImage(const DeviceContext &device, IAllocator &allocator,
                              const ImageForm &form, const std::string &name);
/// Frees what there is and leaves `image` empty.
void DestroyDeviceImage(const DeviceContext &device, IAllocator &allocator,
                        DeviceImage &image) noexcept;

/// Records that all levels of an image go from one layout to another between these accesses.
void RecordTransition(VkCommandBuffer cmd, VkImage image, StageAccess after, VkImageLayout from,
                      StageAccess before, VkImageLayout to);

/// The default allocator of one device: one vkAllocateMemory per request, with these flags.
std::unique_ptr<IAllocator> MakeDefaultAllocator(const DeviceContext &device,
                                                 VkMemoryAllocateFlags flags = 0);

/// Throws Error. `name` is for messages and for debuggers.
Buffer CreateBuffer(const DeviceContext &device, IAllocator &allocator, VkDeviceSize bytes,
                    VkBufferUsageFlags usage, MemoryUse use, const std::string &name);
/// Frees what there is and leaves `buffer` empty.
void DestroyBuffer(const DeviceContext &device, IAllocator &allocator, Buffer &buffer) noexcept;

/// Gives a handle a name that validation messages and debuggers show.
void NameHandle(const DeviceContext &device, VkObjectType type, uint64_t handle,
                const std::string &name);
template <class Handle>
void NameHandle(const DeviceContext &device, VkObjectType type, Handle handle,
                const std::string &name) {
  NameHandle(device, type, uint64_t(handle), name);
}

/// A command pool on the context's queue family, and a fence to wait with.
class Submitter {
public:
  Submitter(const DeviceContext &device, const std::string &name);
  ~Submitter();
  Submitter(const Submitter &) = delete;
  Submitter &operator=(const Submitter &) = delete;

  VkCommandBuffer AllocateCommandBuffer();
  /// Submits to the context's queue, guarded, and returns when the device is done.
  void SubmitAndWait(VkCommandBuffer cmd);
  /// Records a command buffer once, runs it, and waits.
  void Run(const std::function<void(VkCommandBuffer)> &record);

private:
  const DeviceContext m_device;
  const std::string m_name;
  std::mutex *m_queueMutex;
  VkCommandPool m_pool = VK_NULL_HANDLE;
  VkFence m_fence = VK_NULL_HANDLE;
  VkCommandBuffer m_once = VK_NULL_HANDLE; ///< for Run
};

/// Lets ReleaseDevice free what somebody has on a device, as long as the registration lives.
class Registration {
public:
  /// `release` frees it, the registration included; false where a call of another thread is at
  /// work, to be asked again.
  Registration(VkDevice device, std::function<bool()> release);
  ~Registration();
  Registration(const Registration &) = delete;
  Registration &operator=(const Registration &) = delete;
};

/// Throws Error that begins with `where` unless the handles are there that everything needs, and
/// the queue family is one of the device that computes.
void CheckComplete(const DeviceContext &device, const std::string &where);

/// Throws Error that begins with `where` if there is no command buffer.
void CheckRecorded(VkCommandBuffer cmd, const std::string &where);

/// Begins and ends recording; throws Error.
void BeginCommandBuffer(VkCommandBuffer cmd, VkCommandBufferUsageFlags usage,
                        const std::string &name);
void EndCommandBuffer(VkCommandBuffer cmd, const std::string &name);

} // namespace vkmorph
