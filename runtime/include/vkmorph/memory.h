// Device memory behind a small interface, so that an engine can put its own allocator there.
#pragma once

#include <cstddef>

#include <vulkan/vulkan.h>

namespace vkmorph {

/// What a buffer is for; an allocator picks the memory type by it.
enum class MemoryUse {
  Device, ///< kernels work on it; the host writes it too where that memory can be mapped at no cost
  Upload, ///< the host writes it once, a copy reads it: host-visible and coherent
  ReadBack, ///< a copy writes it, the host reads it: host-visible and coherent, cached where there
            ///< is such
};

/// A piece of device memory.
struct Allocation {
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkDeviceSize offset = 0;
  void *mapped =
      nullptr; ///< where the host sees it (coherently) for its whole life; null: it does not
  bool hostCached = false; ///< reading through `mapped` is as fast as ordinary memory
  void *owner = nullptr;   ///< for the allocator's own use
};

/// The allocator that DeviceContext names; it has to outlive everything allocated from it, and to
/// be safe for calls from several threads if objects on the device are used in several threads.
class IAllocator {
public:
  virtual ~IAllocator() = default;
  /// Memory that fits `needs` and `use`; throws Error. `name` says what for. MemoryUse::Upload and
  /// ReadBack must come back mapped.
  virtual Allocation Allocate(const VkMemoryRequirements &needs, MemoryUse use,
                              const char *name) = 0;
  /// Gives back what Allocate returned.
  virtual void Free(const Allocation &allocation) noexcept = 0;
};

} // namespace vkmorph
