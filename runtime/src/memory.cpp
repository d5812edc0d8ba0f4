// Buffers with their memory, and the default allocator.
#include "vkmorph/memory.h"

#include <string>
#include <vector>

#include "internal.h"
#include "vkmorph/error.h"

namespace vkmorph {

namespace {

class DefaultAllocator final : public IAllocator {
public:
  DefaultAllocator(const DeviceContext &device, VkMemoryAllocateFlags flags)
      : m_device(device), m_flags(flags) {
    vkGetPhysicalDeviceMemoryProperties(device.physicalDevice, &m_memory);
  }

  Allocation Allocate(const VkMemoryRequirements &needs, MemoryUse use, const char *name) override {
    VkResult result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
    for (const uint32_t type : Candidates(needs, use)) {
      VkMemoryAllocateInfo info = {};
      info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
      info.allocationSize = needs.size;
      info.memoryTypeIndex = type;
      VkMemoryAllocateFlagsInfo flagged = {};
      flagged.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
      flagged.flags = m_flags;
      if (m_flags != 0)
        info.pNext = &flagged;
      Allocation allocation;
      result = vkAllocateMemory(m_device.device, &info, m_device.allocationCallbacks,
                                &allocation.memory);
      if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY)
        continue; // another heap may have room
      if (result != VK_SUCCESS)
        break;
      const VkMemoryPropertyFlags flags = m_memory.memoryTypes[type].propertyFlags;
      if ((flags & kMappable) == kMappable) {
        result = vkMapMemory(m_device.device, allocation.memory, 0, VK_WHOLE_SIZE, 0,
                             &allocation.mapped);
        if (result != VK_SUCCESS) {
          vkFreeMemory(m_device.device, allocation.memory, m_device.allocationCallbacks);
          continue;
        }
        allocation.hostCached = (flags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT) != 0;
      }
      return allocation;
    }
    Check(result, "vkAllocateMemory",
          "'" + std::string(name) + "' (" + std::to_string(needs.size) + " bytes)");
    return {}; // Check has thrown: result is an error wherever the loop ends
  }

  void Free(const Allocation &allocation) noexcept override {
    vkFreeMemory(m_device.device, allocation.memory, m_device.allocationCallbacks);
  }

private:
  static constexpr VkMemoryPropertyFlags kMappable =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

  /// Memory types for a use, the best first.
  std::vector<uint32_t> Candidates(const VkMemoryRequirements &needs, MemoryUse use) const {
    constexpr VkMemoryPropertyFlags kDevice = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    std::vector<uint32_t> types;
    const auto add = [&](VkMemoryPropertyFlags with, VkMemoryPropertyFlags without,
                         VkDeviceSize heapShare) {
      for (uint32_t type = 0; type < m_memory.memoryTypeCount; type++) {
        const VkMemoryPropertyFlags flags = m_memory.memoryTypes[type].propertyFlags;
        const VkDeviceSize heap = m_memory.memoryHeaps[m_memory.memoryTypes[type].heapIndex].size;
        if ((needs.memoryTypeBits >> type & 1) != 0 && (flags & with) == with &&
            (flags & without) == 0 && heap / heapShare >= needs.size)
          types.push_back(type);
      }
    };
    switch (use) {
    case MemoryUse::Device:
      // Device memory that the host sees may be a small window (256 MiB): only small parts of a
      // heap go there.
      add(kDevice | kMappable | kCached, 0, 8);
      add(kDevice | kMappable, 0, 8);
      add(kDevice, 0, 1);
      add(0, 0, 1);
      break;
    case MemoryUse::Upload:
      add(kMappable, kDevice | kCached, 1);
      add(kMappable, 0, 1);
      break;
    case MemoryUse::ReadBack:
      add(kMappable | kCached, kDevice, 1);
      add(kMappable | kCached, 0, 1);
      add(kMappable, 0, 1);
      break;
    }
    return types;
  }

  const DeviceContext m_device;
  const VkMemoryAllocateFlags m_flags;
  VkPhysicalDeviceMemoryProperties m_memory = {};
};

} // namespace

std::unique_ptr<IAllocator> MakeDefaultAllocator(const DeviceContext &device,
                                                 VkMemoryAllocateFlags flags) {
  return std::make_unique<DefaultAllocator>(device, flags);
}

Buffer CreateBuffer(const DeviceContext &device, IAllocator &allocator, VkDeviceSize bytes,
                    VkBufferUsageFlags usage, MemoryUse use, const std::string &name) {
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = bytes;
  info.usage = usage;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  const std::string resource = "'" + name + "' (" + std::to_string(bytes) + " bytes)";
  Buffer buffer;
  buffer.bytes = bytes;
  Check(vkCreateBuffer(device.device, &info, device.allocationCallbacks, &buffer.buffer),
        "vkCreateBuffer", resource);
  try {
    VkMemoryRequirements needs = {};
    vkGetBufferMemoryRequirements(device.device, buffer.buffer, &needs);
    buffer.allocation = allocator.Allocate(needs, use, name.c_str());
    if (!buffer.allocation.memory)
      throw Error("IAllocator::Allocate returned no memory for " + resource +
                  ": it has to throw Error where there is none");
    if (use != MemoryUse::Device && !buffer.allocation.mapped)
      throw Error("IAllocator::Allocate returned unmapped memory for " + resource +
                  ": memory for MemoryUse::Upload and ReadBack has to come back mapped");
    Check(vkBindBufferMemory(device.device, buffer.buffer, buffer.allocation.memory,
                             buffer.allocation.offset),
          "vkBindBufferMemory", resource);
  } catch (...) {
    DestroyBuffer(device, allocator, buffer);
    throw;
  }
  NameHandle(device, VK_OBJECT_TYPE_BUFFER, buffer.buffer, name);
  return buffer;
}

void DestroyBuffer(const DeviceContext &device, IAllocator &allocator, Buffer &buffer) noexcept {
  vkDestroyBuffer(device.device, buffer.buffer, device.allocationCallbacks);
  if (buffer.allocation.memory)
    allocator.Free(buffer.allocation);
  buffer = {};
}

} // namespace vkmorph
