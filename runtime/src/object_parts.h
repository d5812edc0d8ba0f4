// The inside of a VulkanObject and of its drop-in calls.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "descriptor_sets.h"
#include "internal.h"
#include "vkmorph/drop_in.h"

namespace vkmorph {

struct VulkanObject::Parts {
  Parts(const DeviceContext &context, const char *className, VkBufferUsageFlags usage);
  ~Parts();
  Parts(const Parts &) = delete;
  Parts &operator=(const Parts &) = delete;

  std::string Named(const std::string &what) const { return className + ": " + what; }
  /// Bytes of one of the object's own buffers; 0 for one of somebody else's.
  VkDeviceSize OwnBytes(VkBuffer buffer) const;
  Buffer Make(const std::string &what, VkDeviceSize bytes, VkBufferUsageFlags usage, MemoryUse use);
  /// Replaces a buffer that is too small; at least doubles it where memory allows.
  void Reserve(Buffer &buffer, VkDeviceSize bytes, const std::string &what,
               VkBufferUsageFlags usage, MemoryUse use);
  void Zero(const Buffer &buffer);

  /// A std::vector of the object. Staging exists where the host does not reach the device's memory,
  /// and is for all drop-in calls.
  struct Vector {
    VectorInfo info;
    const char *name;
    Buffer device;
    Buffer upload;
    Buffer readBack;
    size_t uploaded; ///< how many elements the device has

    VkDeviceSize Bytes() const { return VkDeviceSize(uploaded) * info.elementBytes; }
  };
  Vector &FindVector(const char *name);
  /// What the vector is, after its buffer has got room for its capacity.
  VectorElements Fit(Vector &vector);
  void FitStaging(Buffer &buffer, VkDeviceSize bytes, MemoryUse use, const char *name);
  void CheckSize(const Vector &vector, const VectorElements &elements,
                 const std::string &function) const;
  void UpdateVectors(ICopyEngine &copy);
  void ReadVectors(ICopyEngine &copy);
  /// Drop-in calls record their commands again.
  void ForgetRecordings();

  // Between the object's members and the host's image of the class data.
  void GatherMembers(size_t offset, size_t bytes);
  void ScatterMembers(const unsigned char *block, size_t offset, size_t bytes);

  const DeviceContext device;
  const std::string className;
  const VkBufferUsageFlags bufferUsage; ///< of buffers that stand for arguments
  VkPhysicalDeviceLimits limits = {};
  uint32_t timestampBits = 0;
  std::unique_ptr<IAllocator> ownAllocator;
  IAllocator &allocator;
  Submitter submitter;
  PFN_vkCmdBeginDebugUtilsLabelEXT beginLabel = nullptr;
  PFN_vkCmdEndDebugUtilsLabelEXT endLabel = nullptr;

  Buffer classData;
  void *object = nullptr;
  MemberSpan members;
  std::vector<unsigned char> image; ///< host's copy of the class data
  std::vector<Vector> vectors;
  std::vector<Buffer> zeroed;

  std::vector<VkDescriptorSetLayout> setLayouts;
  std::vector<VkPipelineLayout> pipelineLayouts;
  std::vector<VkPipeline> pipelines;
  DescriptorSetCache sets;

  bool resident = false;
  std::map<std::string, std::unique_ptr<DropInCall::State>, std::less<>> calls;
};

/// A pointer parameter of a drop-in call. The buffers grow; staging exists where the host does not
/// reach the device's memory.
struct DropInCall::StateArgument {
  Buffer device;
  Buffer upload;
  Buffer readBack;
  // Of the present call:
  const char *name = nullptr;
  const void *source = nullptr; ///< null: nothing to upload
  void *target = nullptr;       ///< null: nothing to read back
  VkDeviceSize bytes = 0;
};

/// What a control function keeps between its drop-in calls.
struct DropInCall::State {
  explicit State(const char *controlFunction) : name(controlFunction) {}

  std::string name;
  std::vector<StateArgument>
      arguments; ///< only the first `argumentCount` belong to the present call
  size_t argumentCount = 0;
  std::vector<ByteRange> memberUploads;
  std::vector<ByteRange> memberDownloads;
  std::vector<VulkanObject::Parts::Vector *> vectorUploads;   ///< those that go through staging
  std::vector<VulkanObject::Parts::Vector *> vectorDownloads; ///< those that hold elements
  Buffer membersUpload;
  Buffer membersReadBack;

  std::vector<unsigned char> key;         ///< what the commands of the present call depend on
  std::vector<unsigned char> recordedKey; ///< the same of the recorded ones
  bool recorded = false;
  VkCommandBuffer cmd = VK_NULL_HANDLE;
  VkQueryPool queries = VK_NULL_HANDLE;

  std::chrono::steady_clock::time_point start;
  ExecutionTimes times;
};

} // namespace vkmorph
