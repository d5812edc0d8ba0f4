// The interface through which members and vectors travel in the recorded form, and its default.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

#include <vulkan/vulkan.h>

#include "vkmorph/device.h"

namespace vkmorph {

/// Moves bytes between host memory and device buffers. An engine implements it on top of its own
/// transfers; UpdateAll and ReadAll of a generated class call it.
class ICopyEngine {
public:
  virtual ~ICopyEngine() = default;

  /// The device whose buffers it copies: UpdateAll and ReadAll of objects on another one throw
  /// Error. VK_NULL_HANDLE: it does not say.
  virtual VkDevice Device() const { return VK_NULL_HANDLE; }

  /// Writes `bytes` bytes from `source` into `buffer` at `offset`. `source` may change after the
  /// return; whatever is submitted to the context's queue later sees the new contents.
  virtual void UpdateBuffer(VkBuffer buffer, VkDeviceSize offset, const void *source,
                            size_t bytes) = 0;

  /// Reads `bytes` bytes at `offset` of `buffer` into `target`, after everything that was submitted
  /// to the context's queue before; complete at the return.
  virtual void ReadBuffer(VkBuffer buffer, VkDeviceSize offset, void *target, size_t bytes) = 0;

  /// Fills with zeros; the default writes them through UpdateBuffer.
  virtual void ZeroBuffer(VkBuffer buffer, VkDeviceSize offset, size_t bytes);
};

/// The default: copies through a staging buffer on the context's queue and waits for each.
/// Not for several threads at once; several engines are.
class CopyEngine final : public ICopyEngine {
public:
  /// `stagingBytes`: larger transfers go in pieces of this size. Copies the handles; does not own
  /// them.
  explicit CopyEngine(const DeviceContext &device, size_t stagingBytes = size_t(16) << 20);
  ~CopyEngine() override;

  VkDevice Device() const override;
  void UpdateBuffer(VkBuffer buffer, VkDeviceSize offset, const void *source,
                    size_t bytes) override;
  void ReadBuffer(VkBuffer buffer, VkDeviceSize offset, void *target, size_t bytes) override;
  void ZeroBuffer(VkBuffer buffer, VkDeviceSize offset, size_t bytes) override;

private:
  struct Parts;
  Parts &Open(const char *function) const;
  mutable std::mutex m_mutex; ///< held by calls, which ReleaseDevice waits for
  std::unique_ptr<Parts> m_parts;
};

} // namespace vkmorph
