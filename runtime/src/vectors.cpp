// The buffers of std::vector members: they grow with the vectors, and descriptor sets with them.
#include "vkmorph/vectors.h"

#include <algorithm>
#include <cstring>

#include "object_parts.h"
#include "vkmorph/error.h"

namespace vkmorph {

namespace {

constexpr VkBufferUsageFlags kVectorUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                            VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                            VK_BUFFER_USAGE_TRANSFER_DST_BIT;

} // namespace

VulkanObject::Parts::Vector &VulkanObject::Parts::FindVector(const char *name) {
  for (Vector &vector : vectors)
    if (std::strcmp(vector.name, name) == 0)
      return vector;
  throw Error(className + " has no vector '" + name + "' that kernels touch");
}

VectorElements VulkanObject::Parts::Fit(Vector &vector) {
  const VectorElements elements = vector.info.elements(object);
  const size_t most = limits.maxStorageBufferRange / vector.info.elementBytes;
  if (elements.size > most)
    throw Error(className + ": vector '" + vector.name + "' has " + std::to_string(elements.size) +
                " elements of " + std::to_string(vector.info.elementBytes) +
                " bytes; the device's maxStorageBufferRange is " +
                std::to_string(limits.maxStorageBufferRange) + " bytes: process it in parts");
  // An empty vector has a buffer too: a descriptor needs one.
  const size_t room = std::clamp(elements.capacity, size_t(1), most);
  const VkDeviceSize bytes = VkDeviceSize(room) * vector.info.elementBytes;
  if (vector.device.buffer && vector.device.bytes >= bytes)
    return elements;
  Buffer grown = Make(std::string("vector ") + vector.name, bytes, kVectorUsage, MemoryUse::Device);
  if (vector.device.buffer)
    sets.Replace(vector.device.buffer, grown.buffer);
  DestroyBuffer(device, allocator, vector.device);
  vector.device = grown;
  ForgetRecordings();
  return elements;
}

void VulkanObject::Parts::ForgetRecordings() {
  for (auto &[name, call] : calls)
    call->recorded = false;
}

void VulkanObject::CreateVectors(void *object, VectorSpan vectors,
                                 std::initializer_list<const char *> names) {
  Parts &parts = Initialised("CreateVectors");
  parts.object = object;
  const char *const *name = names.begin();
  for (size_t i = 0; i < vectors.count; i++) {
    parts.vectors.push_back({vectors.first[i], name[i], {}, {}, {}, 0});
    parts.Fit(parts.vectors.back());
  }
}

VkBuffer VulkanObject::Vector(const char *name) const {
  return Initialised("Vector").FindVector(name).device.buffer;
}

void VulkanObject::Parts::UpdateVectors(ICopyEngine &copy) {
  for (Vector &vector : vectors) {
    const VectorElements elements = Fit(vector);
    if (elements.size != 0)
      copy.UpdateBuffer(vector.device.buffer, 0, elements.data,
                        elements.size * vector.info.elementBytes);
    vector.uploaded = elements.size;
  }
}

void VulkanObject::Parts::ReadVectors(ICopyEngine &copy) {
  for (Vector &vector : vectors) {
    if (!vector.info.written)
      continue;
    const VectorElements elements = vector.info.elements(object);
    CheckSize(vector, elements, "ReadAll");
    if (elements.size != 0)
      copy.ReadBuffer(vector.device.buffer, 0, elements.data,
                      elements.size * vector.info.elementBytes);
  }
}

/// The device has the elements of the last upload.
void VulkanObject::Parts::CheckSize(const Vector &vector, const VectorElements &elements,
                                    const std::string &function) const {
  if (elements.size != vector.uploaded)
    throw Error(className + "::" + function + ": vector '" + vector.name + "' has " +
                std::to_string(elements.size) + " elements, but " +
                std::to_string(vector.uploaded) +
                " on the device: call UpdateAll after its size has changed");
}

/// Two buffers would stand for one array.
void DropInCall::CheckApart(const char *vector, const void *data, size_t bytes,
                            bool written) const {
  const auto *begin = static_cast<const unsigned char *>(data);
  for (size_t i = 0; i < m_state.argumentCount; i++) {
    const StateArgument &argument = m_state.arguments[i];
    const auto *first =
        static_cast<const unsigned char *>(argument.source ? argument.source : argument.target);
    const bool overlaps = first < begin + bytes && begin < first + argument.bytes;
    if (overlaps && (argument.target || written))
      throw Error(m_object.className + "::" + m_state.name + ": '" + argument.name +
                  "' overlaps vector '" + vector +
                  "' of the object, and kernels write there: pass another array");
  }
}

void DropInCall::UploadVectors(std::initializer_list<const char *> names) {
  for (const char *name : names) {
    VulkanObject::Parts::Vector &vector = m_object.FindVector(name);
    const VectorElements elements = vector.info.elements(m_object.object);
    const size_t bytes = elements.size * vector.info.elementBytes;
    CheckApart(name, elements.data, bytes, vector.info.written);
    if (m_object.resident) {
      m_object.CheckSize(vector, elements, m_state.name);
    } else {
      m_object.Fit(vector);
      void *target = vector.device.Writable();
      if (!target && bytes != 0) {
        m_object.FitStaging(vector.upload, bytes, MemoryUse::Upload, name);
        m_state.vectorUploads.push_back(&vector);
        target = vector.upload.Writable();
      }
      if (bytes != 0)
        std::memcpy(target, elements.data, bytes);
      vector.uploaded = elements.size;
    }
    AddKey(&vector.device.buffer, sizeof(vector.device.buffer));
    AddKey(&vector.uploaded, sizeof(vector.uploaded));
  }
}

void DropInCall::DownloadVectors(std::initializer_list<const char *> names) {
  if (m_object.resident)
    return;
  for (const char *name : names) {
    VulkanObject::Parts::Vector &vector = m_object.FindVector(name);
    if (vector.uploaded == 0)
      continue;
    if (!vector.device.Readable())
      m_object.FitStaging(vector.readBack, vector.Bytes(), MemoryUse::ReadBack, name);
    m_state.vectorDownloads.push_back(&vector);
  }
}

void VulkanObject::Parts::FitStaging(Buffer &buffer, VkDeviceSize bytes, MemoryUse use,
                                     const char *name) {
  if (buffer.buffer && buffer.bytes >= bytes)
    return;
  const bool isUpload = use == MemoryUse::Upload;
  Reserve(buffer, bytes, std::string("vector ") + name + (isUpload ? " (upload)" : " (read-back)"),
          isUpload ? VK_BUFFER_USAGE_TRANSFER_SRC_BIT : VK_BUFFER_USAGE_TRANSFER_DST_BIT, use);
  ForgetRecordings(); // all calls go through it
}

bool DropInCall::CopyVectors(VkCommandBuffer cmd) {
  for (const VulkanObject::Parts::Vector *vector : m_state.vectorUploads) {
    const VkBufferCopy region = {0, 0, vector->Bytes()};
    vkCmdCopyBuffer(cmd, vector->upload.buffer, vector->device.buffer, 1, &region);
  }
  return !m_state.vectorUploads.empty();
}

StageAccess DropInCall::VectorReaders() const {
  StageAccess readers;
  for (const VulkanObject::Parts::Vector *vector : m_state.vectorDownloads)
    readers = readers | (vector->device.Readable() ? kHostRead : kTransferRead);
  return readers;
}

void DropInCall::CopyVectorsBack(VkCommandBuffer cmd) {
  for (const VulkanObject::Parts::Vector *vector : m_state.vectorDownloads) {
    if (vector->device.Readable())
      continue;
    const VkBufferCopy region = {0, 0, vector->Bytes()};
    vkCmdCopyBuffer(cmd, vector->device.buffer, vector->readBack.buffer, 1, &region);
  }
}

void DropInCall::ReadVectors() {
  for (const VulkanObject::Parts::Vector *vector : m_state.vectorDownloads)
    std::memcpy(vector->info.elements(m_object.object).data,
                vector->device.Readable() ? vector->device.Readable()
                                          : vector->readBack.allocation.mapped,
                size_t(vector->Bytes()));
}

} // namespace vkmorph
