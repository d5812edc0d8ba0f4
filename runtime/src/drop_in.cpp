// One drop-in call: uploads, the recorded commands, read-backs.
#include "vkmorph/drop_in.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "object_parts.h"
#include "vkmorph/error.h"

namespace vkmorph {

namespace {

// Timestamps of a call: at its start, and at the end of uploads, kernels and read-backs.
constexpr uint32_t kTimestamps = 4;

const unsigned char *Bytes(const void *pointer) {
  return static_cast<const unsigned char *>(pointer);
}

} // namespace

void VulkanObject::Parts::Reserve(Buffer &buffer, VkDeviceSize bytes, const std::string &what,
                                  VkBufferUsageFlags usage, MemoryUse use) {
  const VkDeviceSize most = limits.maxStorageBufferRange;
  const VkDeviceSize doubled = std::min(2 * buffer.bytes, most);
  const VkDeviceSize rounded = std::min((bytes / 256 + 1) * 256, most); // never empty
  Forget(buffer.buffer);
  DestroyBuffer(device, allocator, buffer);
  try {
    buffer = Make(what, std::max(rounded, doubled), usage, use);
  } catch (const Error &error) {
    if (error.Result() != VK_ERROR_OUT_OF_DEVICE_MEMORY || doubled <= rounded)
      throw;
    buffer = Make(what, rounded, usage, use); // no room to spare
  }
}

DropInCall::DropInCall(VulkanObject &object, const char *controlFunction, Aliasing aliasing)
    : m_lock(object.m_mutex), m_object(object.Initialised(controlFunction)),
      m_state(FindState(m_object, controlFunction)), m_aliasing(aliasing) {
  if (m_object.recording)
    throw Error(m_object.className + "::" + controlFunction + " is called while the commands of " +
                m_object.recording->m_state.name +
                " are recorded: call it before or after that, or record its commands");
  m_state.start = std::chrono::steady_clock::now();
  m_state.times = {};
  m_state.argumentCount = 0;
  m_state.areObjectsChecked = false;
  m_state.memberUploads.clear();
  m_state.memberDownloads.clear();
  m_state.vectorUploads.clear();
  m_state.vectorDownloads.clear();
  m_state.countedVectors.clear();
  m_state.usedVectors.clear();
  m_state.textureUploads.clear();
  m_state.key.clear();
  m_state.isInPieces = false;
  m_state.isDone = false;
  AddKey(&m_object.resident, sizeof(m_object.resident));
}

DropInCall::State &DropInCall::FindState(VulkanObject::Parts &object, const char *controlFunction) {
  const auto found = object.calls.find(controlFunction);
  if (found != object.calls.end())
    return *found->second;
  return *object.calls.emplace(controlFunction, std::make_unique<State>(controlFunction))
              .first->second;
}

VkBuffer DropInCall::AddArgument(const char *name, const void *source, void *target,
                                 size_t elementBytes, uint64_t count, bool mayBeNull,
                                 const ArgumentPacking &packing) {
  const auto fail = [&](const std::string &why) {
    throw Error(m_object.className + "::" + m_state.name + ": '" + name + "' " + why);
  };
  const bool none = mayBeNull && !source && !target;
  if (none)
    count = 0;
  if (count > m_object.limits.maxStorageBufferRange / elementBytes)
    fail("has " + std::to_string(count) + " elements of " + std::to_string(elementBytes) +
         " bytes; the device's maxStorageBufferRange is " +
         std::to_string(m_object.limits.maxStorageBufferRange) +
         " bytes: process the array in parts");
  if (count != 0 && !source && !target)
    fail("is null, but has " + std::to_string(count) + " elements");

  const size_t hostBytes =
      size_t(packing.elementBytes ? packing.elementBytes * count : elementBytes * count);
  const unsigned char *begin = Bytes(source ? source : target);
  for (size_t i = 0; i < m_state.argumentCount; i++) {
    const StateArgument &earlier = m_state.arguments[i];
    const unsigned char *earlierBegin = Bytes(earlier.source ? earlier.source : earlier.target);
    const bool apart =
        begin + hostBytes <= earlierBegin || earlierBegin + earlier.hostBytes <= begin;
    if (apart || hostBytes == 0 || earlier.hostBytes == 0 || (!target && !earlier.target))
      continue;
    if (m_aliasing == Aliasing::Distinct || begin != earlierBegin || hostBytes != earlier.hostBytes)
      fail(std::string("overlaps '") + earlier.name +
           "', and kernels write there: pass distinct arrays");
    // Each has a buffer with what the array holds; only one of the two is brought back.
  }

  if (m_state.argumentCount == m_state.arguments.size())
    m_state.arguments.emplace_back();
  StateArgument &argument = m_state.arguments[m_state.argumentCount++];
  argument.name = name;
  argument.source = source;
  argument.target = target;
  argument.bytes = elementBytes * count;
  argument.count = size_t(count);
  argument.hostBytes = hostBytes;
  argument.packing = packing;
  if (!none)
    return Stage(argument, name);
  const VkBuffer buffer = VK_NULL_HANDLE;
  AddKey(&buffer, sizeof(buffer));
  return buffer;
}

void DropInCall::CheckSize(const char *name, size_t size, uint64_t needed) const {
  if (size < needed)
    throw Error(m_object.className + "::" + m_state.name + ": '" + name + "' has " +
                std::to_string(size) + " elements, and kernels use " + std::to_string(needed) +
                ": give the vector that size before the call");
}

VkBuffer DropInCall::Stage(StateArgument &argument, const char *name) {
  const auto reserve = [&](Buffer &buffer, const char *purpose, VkBufferUsageFlags usage,
                           MemoryUse use) {
    if (buffer.buffer && buffer.bytes >= argument.bytes)
      return; // the usual case; makes no string
    m_object.Reserve(buffer, argument.bytes, m_state.name + ": " + name + purpose, usage, use);
    m_state.recorded = false; // another buffer may have the old one's handle
  };
  reserve(argument.device, "",
          m_object.bufferUsage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
              VK_BUFFER_USAGE_TRANSFER_DST_BIT,
          MemoryUse::Device);
  if (argument.source && !argument.device.Writable())
    reserve(argument.upload, " (upload)", VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::Upload);
  if (argument.target && !argument.device.Readable())
    reserve(argument.readBack, " (read-back)", VK_BUFFER_USAGE_TRANSFER_DST_BIT,
            MemoryUse::ReadBack);

  argument.Upload(m_object);
  const bool moves[] = {argument.source != nullptr, argument.target != nullptr};
  AddKey(&argument.device.buffer, sizeof(argument.device.buffer));
  AddKey(&argument.bytes, sizeof(argument.bytes));
  AddKey(moves, sizeof(moves));
  return argument.device.buffer;
}

void DropInCall::UploadMembers(std::initializer_list<ByteRange> ranges) {
  if (m_object.resident)
    return;
  if (!std::exchange(m_state.areObjectsChecked, true))
    m_object.CheckObjects(m_state.name);
  // Throws where a size does not fit, before anything counts as uploaded.
  if (!m_object.sizes.empty())
    for (const ByteRange &range : ranges)
      m_object.GatherMembers(range.offset, range.bytes);
  m_state.memberUploads.assign(ranges);
  for (const ByteRange &range : ranges)
    m_object.NotePresent(range);
  if (!m_object.classData.Writable() && ranges.size() != 0 && !m_state.membersUpload.buffer)
    m_state.membersUpload = m_object.Make("class data (upload)", m_object.classData.bytes,
                                          VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::Upload);
}

void DropInCall::DownloadMembers(std::initializer_list<ByteRange> ranges) {
  if (m_object.resident)
    return;
  m_state.memberDownloads.assign(ranges);
  if (ranges.size() != 0)
    FitMembersReadBack();
}

void DropInCall::FitMembersReadBack() {
  if (!m_object.classData.Readable() && !m_state.membersReadBack.buffer)
    m_state.membersReadBack = m_object.Make("class data (read-back)", m_object.classData.bytes,
                                            VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::ReadBack);
}

void DropInCall::AddKey(const void *bytes, size_t count) {
  m_state.key.insert(m_state.key.end(), Bytes(bytes), Bytes(bytes) + count);
}

void DropInCall::RecordAgain() { m_state.recorded = false; }

bool DropInCall::NeedsRecording() {
  if (!m_state.recorded || m_state.key != m_state.recordedKey)
    return true;
  for (size_t i = 0; i < m_state.countedVectors.size(); i++)
    if (m_state.countedVectors[i]->room > m_state.answers[i])
      return true; // it may get more elements than the commands go by
  return false;
}

VkCommandBuffer DropInCall::BeginRecording(KernelStages stages) {
  const DeviceContext &device = m_object.device;
  m_state.recorded = false;
  if (!m_state.cmd)
    m_state.cmd = m_object.submitter.AllocateCommandBuffer();
  if (!m_state.queries && m_object.timestampBits != 0) {
    VkQueryPoolCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = kTimestamps;
    Check(vkCreateQueryPool(device.device, &info, device.allocationCallbacks, &m_state.queries),
          "vkCreateQueryPool", m_object.Named(m_state.name));
  }
  const VkCommandBuffer cmd = m_state.cmd;
  // What is recorded says how many elements the vectors may come to.
  for (VulkanObject::Parts::Vector &vector : m_object.vectors) {
    vector.most = m_object.resident ? kAnyNumber : vector.uploaded;
    vector.largest = 0;
    vector.needed = 0;
    vector.toCome = 0;
    vector.isCleared = false;
    vector.isLearned = true;
    vector.answered = SIZE_MAX;
  }
  m_object.makesRoom = !m_object.resident;
  m_object.recording = this;
  m_state.isSplit = false;
  m_state.hasCommands = false;
  m_state.boundSet = VK_NULL_HANDLE;
  // A recording that an exception broke off is thrown away here.
  Check(vkResetCommandBuffer(cmd, 0), "vkResetCommandBuffer", m_state.name);
  BeginCommandBuffer(cmd, 0, m_state.name);
  if (m_state.queries) {
    vkCmdResetQueryPool(cmd, m_state.queries, 0, kTimestamps);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, m_state.queries, 0);
  }

  bool copies = false;
  for (size_t i = 0; i < m_state.argumentCount; i++) {
    const StateArgument &argument = m_state.arguments[i];
    if (!argument.source || argument.bytes == 0 || argument.device.Writable())
      continue;
    const VkBufferCopy region = {0, 0, argument.bytes};
    vkCmdCopyBuffer(cmd, argument.upload.buffer, argument.device.buffer, 1, &region);
    copies = true;
  }
  if (!m_object.classData.Writable())
    for (const ByteRange &range : m_state.memberUploads) {
      const VkBufferCopy region = {range.offset, range.offset, range.bytes};
      vkCmdCopyBuffer(cmd, m_state.membersUpload.buffer, m_object.classData.buffer, 1, &region);
      copies = true;
    }
  copies |= CopyVectors(cmd);
  FillTextures(cmd);
  if (copies)
    Barrier(cmd, kTransferWrite, stages.before); // uploaded arrays, members, vectors (RAW, WAW)
  if (m_state.queries)
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, m_state.queries, 1);
  return cmd;
}

DropInCall::~DropInCall() {
  m_object.makesRoom = false;
  m_object.recording = nullptr;
}

void VulkanObject::ReadMembers(VkCommandBuffer /*cmd*/, KernelStages stages,
                               std::initializer_list<ByteRange> ranges) {
  Parts &parts = Initialised("ReadMembers");
  if (!parts.recording)
    throw Error(parts.className + ": these commands go by what earlier ones compute: call the "
                                  "function with host arrays");
  parts.recording->ReadMembers(stages, ranges);
}

void DropInCall::ReadMembers(KernelStages stages, std::initializer_list<ByteRange> ranges) {
  if (m_state.isInPieces) {
    // The host has what the last piece left.
    if (m_state.isDone || (!m_state.hasCommands && !m_object.resident))
      return;
  } else if (!m_state.isSplit && MakeRoom()) {
    throw MovedVectors(); // vectors get their sizes before the first part
  }
  m_state.stages = stages;
  Fetch(ranges);
  RunPiece();
  NoteRecorded();
  TakeSizes();
  if (ranges.size() == 0)
    return;
  const unsigned char *block = m_state.ClassData(m_object);
  for (const ByteRange &range : ranges)
    m_object.ScatterMembers(block, range.offset, range.bytes);
  ReadSizes(block, ranges);
}

/// Members come to the host when the commands so far run, and with them the sizes of vectors that
/// kernels append to.
void DropInCall::Fetch(std::initializer_list<ByteRange> ranges) {
  if (ranges.size() == 0 && m_state.countedVectors.empty())
    return;
  const VkCommandBuffer cmd = m_state.cmd;
  const bool isCopied = !m_object.classData.Readable();
  FitMembersReadBack();
  Barrier(cmd, m_state.stages.after, isCopied ? kTransferRead : kHostRead); // members (RAW)
  if (!isCopied)
    return;
  const auto copy = [&](size_t offset, size_t bytes) {
    const VkBufferCopy region = {offset, offset, bytes};
    vkCmdCopyBuffer(cmd, m_object.classData.buffer, m_state.membersReadBack.buffer, 1, &region);
  };
  const auto isIn = [&](size_t offset) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const ByteRange &range) { return offset - range.offset < range.bytes; });
  };
  for (const ByteRange &range : ranges)
    copy(range.offset, range.bytes);
  for (const VulkanObject::Parts::Vector *vector : m_state.countedVectors)
    if (!isIn(vector->info.sizeOffset))
      copy(vector->info.sizeOffset, sizeof(uint32_t));
  Barrier(cmd, kTransferWrite, kHostRead); // read-back buffer (RAW)
}

/// What has been recorded runs, and recording begins anew.
void DropInCall::RunPiece() {
  const VkCommandBuffer cmd = m_state.cmd;
  EndCommandBuffer(cmd, m_state.name);
  Submit();
  m_state.isSplit = true;
  m_state.hasCommands = false;
  Check(vkResetCommandBuffer(cmd, 0), "vkResetCommandBuffer", m_state.name);
  BeginCommandBuffer(cmd, 0, m_state.name);
}

VkCommandBuffer DropInCall::BeginPieces(KernelStages stages) {
  const VkCommandBuffer cmd = BeginRecording(stages);
  m_state.isInPieces = true;
  m_state.stages = stages;
  // Room is made when it is needed: what has run cannot be recorded again.
  m_object.makesRoom = false;
  for (VulkanObject::Parts::Vector *vector : m_state.countedVectors) {
    vector->room = m_object.RoomOf(*vector);
    for (const VulkanObject::Parts::Vector *other : m_state.countedVectors)
      if (m_object.ShareRoom(*vector, *other))
        vector->room = std::min(vector->room, m_object.RoomOf(*other));
  }
  return cmd;
}

void VulkanObject::ReadResults(std::initializer_list<ByteRange> ranges) {
  Parts &parts = Initialised("ReadResults");
  if (!parts.recording)
    throw Error(parts.className + ": results are read while nothing is recorded");
  parts.recording->ReadResults(ranges);
}

void DropInCall::ReadResults(std::initializer_list<ByteRange> ranges) {
  if (m_state.isDone)
    return;
  // Those that come back anyway come once.
  const auto comesBack = [&](const ByteRange &range) {
    return std::any_of(m_state.memberDownloads.begin(), m_state.memberDownloads.end(),
                       [&](const ByteRange &known) {
                         return range.offset >= known.offset &&
                                range.offset + range.bytes <= known.offset + known.bytes;
                       });
  };
  for (const ByteRange &range : ranges)
    if (!comesBack(range))
      m_state.memberDownloads.push_back(range);
  if (ranges.size() != 0)
    FitMembersReadBack();
  EndPieces();
  if (m_object.resident && ranges.size() != 0) // else they come with their elements
    ReadSizes(m_state.ClassData(m_object), ranges);
}

void DropInCall::EndPieces() {
  if (std::exchange(m_state.isDone, true))
    return;
  EndRecording(m_state.stages);
  Submit();
  TakeResults(m_state.stages);
}

void DropInCall::NoteCommand() { m_state.hasCommands = true; }

void DropInCall::NoteBound(const KernelLayout &layout, VkDescriptorSet set) {
  NoteCommand();
  NoteRecorded(); // of those with another set; what binds it records behind it
  m_state.boundLayout = layout;
  m_state.boundSet = set;
}

void DropInCall::BindAgain() {
  NoteCommand();
  if (m_state.boundSet)
    BindForStages(m_state.cmd, m_state.boundLayout, m_state.boundSet);
}

void DropInCall::EndRecording(KernelStages stages) {
  const VkCommandBuffer cmd = m_state.cmd;
  if (m_state.queries)
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, m_state.queries, 2);

  // What the kernels wrote -> the host, directly or through copies (RAW).
  StageAccess readers = VectorReaders();
  for (size_t i = 0; i < m_state.argumentCount; i++)
    if (m_state.arguments[i].target && m_state.arguments[i].bytes != 0)
      readers = readers | (m_state.arguments[i].device.Readable() ? kHostRead : kTransferRead);
  if (!m_state.memberDownloads.empty())
    readers = readers | (m_object.classData.Readable() ? kHostRead : kTransferRead);
  if (readers.stages != 0)
    Barrier(cmd, stages.after, readers);

  for (size_t i = 0; i < m_state.argumentCount; i++) {
    const StateArgument &argument = m_state.arguments[i];
    if (!argument.target || argument.bytes == 0 || argument.device.Readable())
      continue;
    const VkBufferCopy region = {0, 0, argument.bytes};
    vkCmdCopyBuffer(cmd, argument.device.buffer, argument.readBack.buffer, 1, &region);
  }
  if (!m_object.classData.Readable())
    for (const ByteRange &range : m_state.memberDownloads) {
      const VkBufferCopy region = {range.offset, range.offset, range.bytes};
      vkCmdCopyBuffer(cmd, m_object.classData.buffer, m_state.membersReadBack.buffer, 1, &region);
    }
  CopyVectorsBack(cmd);
  if ((readers.stages & VK_PIPELINE_STAGE_TRANSFER_BIT) != 0)
    Barrier(cmd, kTransferWrite, kHostRead); // read-back buffers (RAW)
  if (m_state.queries)
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, m_state.queries, 3);
  EndCommandBuffer(cmd, m_state.name);
  m_state.recordedKey = m_state.key;
  // What depends on results is recorded each time.
  m_state.recorded = !m_state.isSplit && !m_state.isInPieces;
  m_object.makesRoom = false;
  m_object.recording = nullptr;
}

void DropInCall::Submit() {
  for (size_t i = 0; i < m_state.countedVectors.size() && !m_state.isInPieces; i++)
    m_state.countedVectors[i]->room = std::max(m_state.countedVectors[i]->room, m_state.rooms[i]);
  // Host writes before a submission are visible to it. Later parts of a call find the members
  // there.
  for (const ByteRange &range : m_state.memberUploads) {
    if (m_state.isSplit)
      break;
    m_object.GatherMembers(range.offset, range.bytes);
    void *block = m_object.classData.Writable() ? m_object.classData.Writable()
                                                : m_state.membersUpload.Writable();
    std::memcpy(static_cast<unsigned char *>(block) + range.offset,
                m_object.image.data() + range.offset, range.bytes);
  }
  m_object.submitter.SubmitAndWait(m_state.cmd);
}

void DropInCall::TakeResults(KernelStages stages) {
  for (size_t i = 0; i < m_state.argumentCount; i++) {
    const StateArgument &argument = m_state.arguments[i];
    if (!argument.target || argument.bytes == 0)
      continue;
    const void *result = argument.device.Readable() ? argument.device.Readable()
                                                    : argument.readBack.allocation.mapped;
    if (argument.packing.unpack)
      argument.packing.unpack(argument.target, argument.count, result);
    else
      std::memcpy(argument.target, result, size_t(argument.bytes));
  }
  for (const ByteRange &range : m_state.memberDownloads)
    m_object.ScatterMembers(Bytes(m_object.classData.Readable()
                                      ? m_object.classData.Readable()
                                      : m_state.membersReadBack.allocation.mapped),
                            range.offset, range.bytes);
  ReadVectors();
  TakeTimes();
  ReadCountedVectors(stages);
}

void DropInCall::TakeTimes() {
  ExecutionTimes times;
  if (m_state.queries) {
    uint64_t ticks[kTimestamps] = {};
    Check(vkGetQueryPoolResults(m_object.device.device, m_state.queries, 0, kTimestamps,
                                sizeof(ticks), ticks, sizeof(ticks[0]),
                                VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
          "vkGetQueryPoolResults", m_state.name);
    const uint32_t bits = m_object.timestampBits;
    const uint64_t mask = bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
    const auto milliseconds = [&](int from, int to) {
      return double((ticks[to] - ticks[from]) & mask) * m_object.limits.timestampPeriod * 1e-6;
    };
    times.upload = milliseconds(0, 1);
    times.kernels = milliseconds(1, 2);
    times.download = milliseconds(2, 3);
    times.gpu = true;
  }
  times.host =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - m_state.start)
          .count();
  m_state.times = times;
}

} // namespace vkmorph
