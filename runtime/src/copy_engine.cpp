// The default copy engine: a staging buffer, one submission per piece.
#include "vkmorph/copy_engine.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "internal.h"
#include "vkmorph/error.h"
#include "vkmorph/stages.h"

namespace vkmorph {

namespace {

// Copies order themselves against everything else on the queue, whatever stage it runs in.
constexpr StageAccess kAllWrites = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT};
constexpr StageAccess kAllAccesses = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                      VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};

} // namespace

void ICopyEngine::ZeroBuffer(VkBuffer buffer, VkDeviceSize offset, size_t bytes) {
  const std::vector<unsigned char> zeros(std::min(bytes, size_t(1) << 20));
  for (size_t done = 0; done < bytes; done += zeros.size())
    UpdateBuffer(buffer, offset + done, zeros.data(), std::min(zeros.size(), bytes - done));
}

struct CopyEngine::Parts {
  Parts(const DeviceContext &context, size_t bytes, std::function<bool()> release)
      : device(context), ownAllocator(context.allocator ? nullptr : MakeDefaultAllocator(context)),
        allocator(context.allocator ? *context.allocator : *ownAllocator), stagingBytes(bytes),
        submitter(context, "CopyEngine"), registration(context.device, std::move(release)) {}
  ~Parts() {
    DestroyBuffer(device, allocator, upload);
    DestroyBuffer(device, allocator, readBack);
  }

  /// The staging buffer of one direction, made when it is first needed.
  Buffer &Staging(Buffer &buffer, VkBufferUsageFlags usage, MemoryUse use) {
    if (!buffer.buffer)
      buffer = CreateBuffer(device, allocator, stagingBytes, usage, use, "CopyEngine: staging");
    return buffer;
  }

  /// Throws Error where there is nothing to copy from or to.
  void CheckCopy(const char *function, VkBuffer buffer, VkDeviceSize offset, const void *host,
                 size_t bytes) const {
    const auto fail = [&](const std::string &why) {
      throw Error(std::string("CopyEngine::") + function + ": " + why);
    };
    if (!buffer)
      fail("the buffer is VK_NULL_HANDLE: pass one that is there");
    if (!host)
      fail("the host's pointer is null, but there are " + std::to_string(bytes) +
           " bytes to copy: pass memory of that size");
    VkMemoryRequirements memory = {};
    vkGetBufferMemoryRequirements(device.device, buffer, &memory);
    if (offset > memory.size || bytes > memory.size - offset)
      fail(std::to_string(bytes) + " bytes at offset " + std::to_string(offset) +
           " were asked for, but the buffer has only " + std::to_string(memory.size) +
           ": copy what is there");
  }

  const DeviceContext device;
  std::unique_ptr<IAllocator> ownAllocator;
  IAllocator &allocator;
  const size_t stagingBytes;
  Submitter submitter;
  Buffer upload;
  Buffer readBack;
  const Registration registration;
};

CopyEngine::CopyEngine(const DeviceContext &device, size_t stagingBytes) {
  CheckComplete(device, "CopyEngine");
  m_parts = std::make_unique<Parts>(device, std::max(stagingBytes, size_t(256)), [this] {
    const std::unique_lock<std::mutex> lock(m_mutex, std::try_to_lock);
    if (lock)
      m_parts.reset();
    return bool(lock);
  });
}

CopyEngine::~CopyEngine() {
  const std::lock_guard<std::mutex> lock(m_mutex);
  m_parts.reset();
}

CopyEngine::Parts &CopyEngine::Open(const char *function) const {
  if (!m_parts)
    throw Error(std::string("CopyEngine::") + function +
                ": the device has been released: make a copy engine for another one");
  return *m_parts;
}

VkDevice CopyEngine::Device() const {
  const std::lock_guard<std::mutex> lock(m_mutex);
  return Open("Device").device.device;
}

void CopyEngine::UpdateBuffer(VkBuffer buffer, VkDeviceSize offset, const void *source,
                              size_t bytes) {
  const std::lock_guard<std::mutex> lock(m_mutex);
  Parts &parts = Open("UpdateBuffer");
  if (bytes != 0)
    parts.CheckCopy("UpdateBuffer", buffer, offset, source, bytes);
  const auto *from = static_cast<const unsigned char *>(source);
  for (size_t done = 0; done < bytes; done += parts.stagingBytes) {
    const size_t piece = std::min(bytes - done, parts.stagingBytes);
    const Buffer &staging =
        parts.Staging(parts.upload, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::Upload);
    std::memcpy(staging.Writable(), from + done, piece);
    parts.submitter.Run([&](VkCommandBuffer cmd) {
      Barrier(cmd, kAllWrites, kTransferWrite);
      const VkBufferCopy region = {0, offset + done, piece};
      vkCmdCopyBuffer(cmd, staging.buffer, buffer, 1, &region);
      Barrier(cmd, kTransferWrite, kAllAccesses);
    });
  }
}

void CopyEngine::ReadBuffer(VkBuffer buffer, VkDeviceSize offset, void *target, size_t bytes) {
  const std::lock_guard<std::mutex> lock(m_mutex);
  Parts &parts = Open("ReadBuffer");
  if (bytes != 0)
    parts.CheckCopy("ReadBuffer", buffer, offset, target, bytes);
  auto *to = static_cast<unsigned char *>(target);
  for (size_t done = 0; done < bytes; done += parts.stagingBytes) {
    const size_t piece = std::min(bytes - done, parts.stagingBytes);
    const Buffer &staging =
        parts.Staging(parts.readBack, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::ReadBack);
    parts.submitter.Run([&](VkCommandBuffer cmd) {
      Barrier(cmd, kAllWrites, kTransferRead);
      const VkBufferCopy region = {offset + done, 0, piece};
      vkCmdCopyBuffer(cmd, buffer, staging.buffer, 1, &region);
      Barrier(cmd, kTransferWrite, kHostRead);
    });
    std::memcpy(to + done, staging.allocation.mapped, piece);
  }
}

void CopyEngine::ZeroBuffer(VkBuffer buffer, VkDeviceSize offset, size_t bytes) {
  if (bytes == 0)
    return;
  if (offset % 4 != 0 || bytes % 4 != 0) // vkCmdFillBuffer writes words
    return ICopyEngine::ZeroBuffer(buffer, offset, bytes);
  const std::lock_guard<std::mutex> lock(m_mutex);
  Parts &parts = Open("ZeroBuffer");
  parts.CheckCopy("ZeroBuffer", buffer, offset, /*host=*/&parts, bytes);
  parts.submitter.Run([&](VkCommandBuffer cmd) {
    Barrier(cmd, kAllWrites, kTransferWrite);
    vkCmdFillBuffer(cmd, buffer, offset, bytes, 0);
    Barrier(cmd, kTransferWrite, kAllAccesses);
  });
}

} // namespace vkmorph
