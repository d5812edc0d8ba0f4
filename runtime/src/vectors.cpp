// The buffers of std::vector members: they grow with the vectors, and descriptor sets with them.
#include "vkmorph/vectors.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "object_parts.h"
#include "vkmorph/error.h"
#include "vkmorph/loops.h"

namespace vkmorph {

namespace {

constexpr VkBufferUsageFlags kVectorUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                            VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                            VK_BUFFER_USAGE_TRANSFER_DST_BIT;

/// So many bytes for what a vector may come to are not much memory.
constexpr size_t kGenerousBytes = size_t(64) << 20;

/// Kernels over so many bytes take longer than a wait for the size that the vector has.
constexpr size_t kBytesWorthAWait = size_t(4) << 20;

} // namespace

VulkanObject::Parts::Vector &VulkanObject::Parts::FindVector(const char *name) {
  for (Vector &vector : vectors)
    if (std::strcmp(vector.name, name) == 0)
      return vector;
  throw Error(className + " has no vector '" + name + "' that kernels touch");
}

size_t VulkanObject::Parts::GenerousRoom(const Vector &vector) const {
  const size_t largest = size_t(std::min<uint64_t>(vector.largest, MostRoom(vector)));
  return std::min(largest,
                  std::max(kGenerousBytes / vector.info.elementBytes, 2 * vector.uploaded));
}

/// Kernels count elements in 32 bits, and add the number of all threads to that.
size_t VulkanObject::Parts::MostRoom(const Vector &vector) const {
  return std::min<size_t>(limits.maxStorageBufferRange / vector.info.elementBytes,
                          UINT32_MAX - kMaxThreads);
}

size_t VulkanObject::Parts::RoomOf(const Vector &vector) const {
  return std::min(size_t(vector.device.bytes / vector.info.elementBytes), MostRoom(vector));
}

void VulkanObject::Parts::Grow(Vector &vector, VkDeviceSize bytes) {
  Buffer former = Exchange(vector, bytes);
  DestroyBuffer(device, allocator, former);
}

Buffer VulkanObject::Parts::Exchange(Vector &vector, VkDeviceSize bytes) {
  Buffer grown = Make(std::string("vector ") + vector.name, bytes, kVectorUsage, MemoryUse::Device);
  if (vector.device.buffer)
    sets.Replace(vector.device.buffer, grown.buffer);
  ForgetRecordings();
  return std::exchange(vector.device, grown);
}

VkDeviceSize VulkanObject::Parts::BytesForRoom(const Vector &vector) const {
  const VkDeviceSize bytes = VkDeviceSize(vector.room) * vector.info.elementBytes;
  const VkDeviceSize most = limits.maxStorageBufferRange;
  return std::max(bytes, std::min(2 * vector.device.bytes, most));
}

VectorElements VulkanObject::Parts::Fit(Vector &vector) {
  const VectorElements elements = ElementsOf(vector);
  const size_t most = limits.maxStorageBufferRange / vector.info.elementBytes;
  if (elements.size > most)
    throw Error(className + ": vector '" + vector.name + "' has " + std::to_string(elements.size) +
                " elements of " + std::to_string(vector.info.elementBytes) +
                " bytes; the device's maxStorageBufferRange is " +
                std::to_string(limits.maxStorageBufferRange) + " bytes: process it in parts");
  size_t capacity = elements.capacity;
  for (const Vector &other : vectors)
    if (ShareRoom(vector, other))
      capacity = std::max(capacity, ElementsOf(other).capacity);
  vector.room = std::min(capacity, MostRoom(vector));
  // An empty vector has a buffer too: a descriptor needs one.
  const size_t room = std::clamp(capacity, size_t(1), most);
  const VkDeviceSize bytes = VkDeviceSize(room) * vector.info.elementBytes;
  if (!vector.device.buffer || vector.device.bytes < bytes)
    Grow(vector, bytes);
  return elements;
}

void VulkanObject::Parts::ForgetRecordings() {
  for (auto &[name, call] : calls)
    call->recorded = false;
}

void VulkanObject::CreateVectors(void *object, VectorSpan vectors,
                                 std::initializer_list<const char *> names) {
  const Undo undo(m_parts);
  Parts &parts = Initialised("CreateVectors");
  parts.object = object;
  const char *const *name = names.begin();
  for (size_t i = 0; i < vectors.count; i++) {
    parts.vectors.push_back({vectors.first[i], name[i], {}, {}, {}, 0});
    parts.Fit(parts.vectors.back());
  }
}

void VulkanObject::ShareRoom(std::initializer_list<const char *> names) {
  const Undo undo(m_parts);
  Parts &parts = Initialised("ShareRoom");
  size_t group = 0;
  for (const Parts::Vector &vector : parts.vectors)
    group = std::max(group, vector.group);
  for (const char *name : names)
    parts.FindVector(name).group = group + 1;
  for (const char *name : names)
    parts.Fit(parts.FindVector(name));
}

VkBuffer VulkanObject::Vector(const char *name) const {
  Parts &parts = Initialised("Vector");
  const Parts::Temporary *temporary = parts.FindTemporary(name);
  return temporary ? temporary->device.buffer : parts.FindVector(name).device.buffer;
}

void VulkanObject::FillElements(VkCommandBuffer cmd, const char *name, uint64_t first,
                                uint64_t count, uint32_t word) const {
  Parts &parts = Initialised("FillVector");
  const Parts::Temporary *temporary = parts.FindTemporary(name);
  const Parts::Vector *vector = temporary ? nullptr : &parts.FindVector(name);
  const size_t elementBytes = temporary ? temporary->elementBytes : vector->info.elementBytes;
  const Buffer &buffer = temporary ? temporary->device : vector->device;
  const uint64_t room = buffer.bytes / elementBytes;
  // The commands are recorded again once it has got more room.
  if (parts.makesRoom && vector && vector->info.IsCounted())
    count = std::min(count, room - std::min(first, room));
  if (count == 0)
    return;
  if (first > room || count > room - first)
    throw Error(parts.className + ": a kernel fills " + std::to_string(count) + " elements of '" +
                name + "' from number " + std::to_string(first) + " on, which has room for " +
                std::to_string(room));
  vkCmdFillBuffer(cmd, buffer.buffer, first * elementBytes, count * elementBytes, word);
  if (parts.recording)
    parts.recording->NoteCommand();
}

//===-----------------------------------------------------------------------------------------===//
// Vectors of control functions
//===-----------------------------------------------------------------------------------------===//

/// Shaders use them, and fills.
static constexpr VkBufferUsageFlags kTemporaryUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

VulkanObject::Parts::Temporary *VulkanObject::Parts::FindTemporary(const char *name) {
  for (Temporary &temporary : temporaries)
    if (std::strcmp(temporary.name, name) == 0)
      return &temporary;
  return nullptr;
}

void VulkanObject::CreateTemporary(const char *name, size_t elementBytes) {
  const Undo undo(m_parts);
  Parts &parts = Initialised("CreateTemporary");
  const Buffer buffer =
      parts.Make(std::string("vector ") + name, elementBytes, kTemporaryUsage, MemoryUse::Device);
  parts.temporaries.push_back({name, elementBytes, buffer, {}});
}

void VulkanObject::FitTemporary(const char *name, uint64_t count, VkDescriptorSet *sets,
                                size_t setCount) {
  Parts &parts = Initialised("FitTemporary");
  Parts::Temporary *temporary = parts.FindTemporary(name);
  if (!temporary)
    throw Error(parts.className + " has no temporary vector '" + name + "'");
  const VkDeviceSize largest = parts.limits.maxStorageBufferRange;
  // Kernels count elements in 32 bits, and add the number of all threads to that.
  const uint64_t most =
      std::min<uint64_t>(largest / temporary->elementBytes, UINT32_MAX - kMaxThreads);
  if (count > most)
    throw Error(parts.className + ": vector '" + name + "' is to have " + std::to_string(count) +
                " elements of " + std::to_string(temporary->elementBytes) +
                " bytes; the device's maxStorageBufferRange is " + std::to_string(largest) +
                " bytes: process the data in parts");
  const VkDeviceSize bytes = count * temporary->elementBytes;
  if (temporary->device.bytes < bytes) {
    const Buffer grown = parts.Make(std::string("vector ") + name,
                                    std::max(bytes, std::min(2 * temporary->device.bytes, largest)),
                                    kTemporaryUsage, MemoryUse::Device);
    temporary->former.push_back(temporary->device);
    temporary->device = grown;
  }
  for (const Buffer &former : temporary->former)
    for (size_t i = 0; i < setCount; i++)
      sets[i] = parts.sets.Renewed(sets[i], former.buffer, temporary->device.buffer);
}

const void *VulkanObject::Parts::GetBytes(Vector &vector, const VectorElements &elements) {
  if (!vector.info.packing && vector.info.pool == kNoPool)
    return elements.data;
  vector.packed.resize(elements.size * vector.info.elementBytes);
  if (vector.info.pool != kNoPool) {
    PackPool(vector);
    return vector.packed.data();
  }
  CheckPacked(Pack(vector.info.packing, vector.packed.data()),
              std::string("vector '") + vector.name + "'", /*isArray=*/true);
  return vector.packed.data();
}

void VulkanObject::Parts::UpdateVector(Vector &vector, ICopyEngine &copy) {
  const size_t former = vector.room;
  const VectorElements elements = Fit(vector);
  if (vector.room != former)
    ForgetRecordings(); // which may go by it
  if (elements.size != 0)
    copy.UpdateBuffer(vector.device.buffer, 0, GetBytes(vector, elements),
                      elements.size * vector.info.elementBytes);
  vector.isOnDevice = true;
  vector.uploaded = elements.size;
  vector.most = elements.size;
  vector.lost = 0;
}

template <class Read>
void VulkanObject::Parts::ReadCounted(Vector &vector, const unsigned char *block, Read read) {
  const auto number = [&](size_t offset) {
    uint32_t value = 0;
    std::memcpy(&value, block + offset, sizeof(value));
    return value;
  };
  const size_t size = number(vector.info.sizeOffset);
  vector.info.assign(object, size != 0 ? read(size * vector.info.elementBytes) : nullptr, size);
  if (vector.info.lostOffset != kNoOffset)
    vector.lost = number(vector.info.lostOffset);
  vector.uploaded = size;
}

void VulkanObject::Parts::ReadVector(Vector &vector, ICopyEngine &copy) {
  if (vector.info.IsCounted()) {
    std::vector<unsigned char> bytes;
    ReadCounted(vector, image.data(), [&](size_t count) {
      bytes.resize(count);
      copy.ReadBuffer(vector.device.buffer, 0, bytes.data(), count);
      return bytes.data();
    });
    return;
  }
  const VectorElements elements = ElementsOf(vector);
  CheckSize(vector, elements, "ReadAll");
  if (vector.info.packing)
    ReadPacked(vector, {0, vector.Bytes()}, copy);
  else if (elements.size != 0)
    copy.ReadBuffer(vector.device.buffer, 0, elements.data,
                    elements.size * vector.info.elementBytes);
}

void VulkanObject::UseVectors(const char *function, std::initializer_list<const char *> names) {
  Parts &parts = Initialised(function);
  for (const char *name : names) {
    Parts::Vector &vector = parts.FindVector(name);
    if (!vector.isOnDevice)
      throw Error(parts.className + "::" + function + ": vector '" + name +
                  "' is not on the device yet, and the commands need it: call UpdateAll first, and "
                  "again whenever the host has changed members");
    if (!vector.info.IsCounted())
      parts.CheckSize(vector, parts.ElementsOf(vector), function);
    else if (!parts.makesRoom) // commands may be submitted again, and find what they left
      vector.most = kAnyNumber;
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
    const bool overlaps = first < begin + bytes && begin < first + argument.hostBytes;
    if (overlaps && (argument.target || written))
      throw Error(m_object.className + "::" + m_state.name + ": '" + argument.name +
                  "' overlaps vector '" + vector +
                  "' of the object, and kernels write there: pass another array");
  }
}

void DropInCall::UploadVectors(std::initializer_list<const char *> names) {
  if (!std::exchange(m_state.areObjectsChecked, true))
    m_object.CheckObjects(m_state.name);
  for (const char *name : names) {
    VulkanObject::Parts::Vector &vector = m_object.FindVector(name);
    const VectorElements elements = m_object.ElementsOf(vector);
    const size_t bytes = elements.size * vector.info.elementBytes;
    if (vector.info.pool != kNoPool)
      CheckPoolApart(name, vector.info.pool);
    else
      CheckApart(name, elements.data, bytes, vector.info.written);
    if (m_object.resident) {
      // What has never been there is the commands' to tell.
      if (!vector.info.IsCounted() && vector.isOnDevice)
        m_object.CheckSize(vector, elements, m_state.name);
    } else {
      m_object.Fit(vector);
      m_object.Upload(vector);
      m_state.usedVectors.push_back(&vector);
      if (!vector.device.Writable() && bytes != 0)
        m_state.vectorUploads.push_back(&vector);
    }
    vector.most = m_object.resident ? kAnyNumber : vector.uploaded;
    // Of one that kernels append to, a new buffer makes all commands be recorded again.
    if (!vector.info.IsCounted())
      AddKey(&vector.device.buffer, sizeof(vector.device.buffer));
    AddKey(&vector.uploaded, sizeof(vector.uploaded));
  }
}

void VulkanObject::Parts::Upload(Vector &vector) {
  const VectorElements elements = ElementsOf(vector);
  const size_t bytes = elements.size * vector.info.elementBytes;
  void *target = vector.device.Writable();
  if (!target && bytes != 0) {
    FitStaging(vector.upload, bytes, MemoryUse::Upload, vector.name);
    target = vector.upload.Writable();
  }
  if (bytes != 0)
    std::memcpy(target, GetBytes(vector, elements), bytes);
  vector.uploaded = elements.size;
  vector.isOnDevice = true;
}

void DropInCall::DownloadVectors(std::initializer_list<const char *> names) {
  if (m_object.resident)
    return;
  for (const char *name : names) {
    VulkanObject::Parts::Vector &vector = m_object.FindVector(name);
    if (m_state.Counts(vector)) {
      m_state.countedVectors.push_back(&vector);
      continue;
    }
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
  for (const VulkanObject::Parts::Vector *vector : m_state.countedVectors)
    if (vector->device.Readable())
      readers = readers | kHostRead;
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
  for (const VulkanObject::Parts::Vector *vector : m_state.vectorDownloads) {
    const void *bytes =
        vector->device.Readable() ? vector->device.Readable() : vector->readBack.allocation.mapped;
    if (vector->info.packing)
      vector->info.packing.unpack(m_object.object, static_cast<const unsigned char *>(bytes));
    else
      std::memcpy(vector->info.elements(m_object.object).data, bytes, size_t(vector->Bytes()));
  }
}

//===-----------------------------------------------------------------------------------------===//
// Vectors that kernels append to
//===-----------------------------------------------------------------------------------------===//

static uint64_t Product(std::initializer_list<uint64_t> counts, uint64_t times) {
  uint64_t product = times;
  for (uint64_t count : counts) {
    if (count == kAnyNumber)
      return kAnyNumber;
    // Twice 32 bits fit; beyond that nothing has room anyway.
    product = std::min<uint64_t>(product, UINT32_MAX) * std::min<uint64_t>(count, UINT32_MAX);
  }
  return product;
}

void VulkanObject::WillAppend(const char *name, std::initializer_list<uint64_t> counts,
                              uint64_t times) {
  Parts::Vector &vector = Initialised("WillAppend").FindVector(name);
  const uint64_t count = Product(counts, times);
  if (m_parts->recording && m_parts->recording->MakesRoomNow())
    return m_parts->recording->WillAppend(name, count);
  const bool isKnown = vector.most != kAnyNumber && count != kAnyNumber;
  vector.most = isKnown ? vector.most + count : kAnyNumber;
  if (isKnown)
    vector.largest = std::max(vector.largest, vector.most);
}

void VulkanObject::WillClear(const char *name) {
  Initialised("WillClear").FindVector(name).Clear();
}

void VulkanObject::WillReserve(const char *name, uint64_t count) {
  Parts::Vector &vector = Initialised("WillReserve").FindVector(name);
  if (count >= UINT32_MAX)
    return;
  vector.largest = std::max(vector.largest, count);
  if (m_parts->recording && m_parts->recording->MakesRoomNow())
    m_parts->recording->MakeRoomNow(name, count);
}

void VulkanObject::WillResize(const char *name, uint64_t count) {
  Parts &parts = Initialised("WillResize");
  Parts::Vector &vector = parts.FindVector(name);
  const bool makesRoom = parts.makesRoom || (parts.recording && parts.recording->MakesRoomNow());
  const size_t room = makesRoom ? parts.MostRoom(vector) : vector.room;
  if (count > room) {
    const std::string what = parts.className + ": vector '" + name + "' may get " +
                             std::to_string(count) + " elements, and has room for " +
                             std::to_string(room);
    if (makesRoom)
      throw Error(what + ": process the data in parts");
    throw RoomError(what + " on the device: reserve more before UpdateAll");
  }
  vector.most = count;
  vector.needed = std::max(vector.needed, count);
  if (parts.recording && parts.recording->MakesRoomNow())
    parts.recording->MakeRoomNow(name, count);
}

/// Of one that the device gives its size, that which it has when earlier commands have run.
uint64_t VulkanObject::Parts::CountOf(const Vector &vector) const {
  return vector.info.IsCounted() ? vector.most : ElementsOf(vector).size;
}

void VulkanObject::WillExchange(const char *first, const char *second) {
  Parts &parts = Initialised("WillExchange");
  const uint64_t here = parts.CountOf(parts.FindVector(first));
  const uint64_t there = parts.CountOf(parts.FindVector(second));
  if (here != there && here != kAnyNumber && there != kAnyNumber)
    throw Error(parts.className + ": vectors '" + first + "' and '" + second +
                "' are exchanged, but have " + std::to_string(here) + " and " +
                std::to_string(there) + " elements: give them one size");
}

void VulkanObject::WillExchangeSizes(const char *first, const char *second) {
  Parts &parts = Initialised("WillExchangeSizes");
  Parts::Vector &a = parts.FindVector(first), &b = parts.FindVector(second);
  const bool makesRoom = parts.makesRoom || (parts.recording && parts.recording->MakesRoomNow());
  if (!makesRoom && a.room != b.room)
    throw RoomError(parts.className + ": vectors '" + first + "' and '" + second +
                    "' are exchanged, but have room for " + std::to_string(a.room) + " and " +
                    std::to_string(b.room) + " elements on the device: call UpdateAll again");
  std::swap(a.most, b.most);
  std::swap(a.toCome, b.toCome);
  std::swap(a.isCleared, b.isCleared);
  std::swap(a.isLearned, b.isLearned);
  a.largest = b.largest = std::max(a.largest, b.largest);
  a.needed = b.needed = std::max(a.needed, b.needed);
}

/// What is appended beyond the room is lost: no vector has more elements than there is room for.
uint32_t VulkanObject::MostElements(const char *name) const {
  const Parts &parts = Initialised("MostElements");
  Parts::Vector &vector = Initialised("MostElements").FindVector(name);
  if (parts.recording && parts.recording->MakesRoomNow())
    parts.recording->LearnSize(name);
  size_t room = vector.room;
  if (parts.makesRoom)
    room = std::max({room, size_t(vector.needed), parts.GenerousRoom(vector)});
  if (vector.most <= room)
    return uint32_t(vector.most);
  // A drop-in call that makes more room records its commands again.
  vector.answered = std::min(vector.answered, room);
  return uint32_t(room);
}

uint32_t VulkanObject::LostElements(const char *name) const {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  const Parts &parts = Initialised("LostElements");
  parts.CheckNamed("LostElements", name);
  for (const Parts::Vector &vector : parts.vectors)
    if (std::strcmp(vector.name, name) == 0 && vector.info.lostOffset != kNoOffset)
      return vector.lost;
  throw Error("LostElements: '" + std::string(name) + "' is no vector that kernels of " +
              parts.className + " append to");
}

bool DropInCall::State::Counts(const VulkanObject::Parts::Vector &vector) const {
  if (!vector.info.IsCounted())
    return false;
  for (const ByteRange &range : memberDownloads)
    if (vector.info.sizeOffset - range.offset < range.bytes)
      return true;
  return false;
}

/// Vectors that are exchanged have the same room, and what they may come to is the same.
void DropInCall::LevelRooms() {
  for (VulkanObject::Parts::Vector *vector : m_state.countedVectors)
    for (const VulkanObject::Parts::Vector *other : m_state.countedVectors) {
      if (!m_object.ShareRoom(*vector, *other))
        continue;
      vector->room = std::max(vector->room, other->room);
      vector->needed = std::max(vector->needed, other->needed);
      vector->largest = std::max(vector->largest, other->largest);
      vector->answered = std::min(vector->answered, other->answered);
    }
}

/// After the commands have been recorded: whether they have to be recorded again, since a vector
/// has got another buffer. A vector has room for what it may come to at most, as far as that is not
/// much memory; else for more than before, see MakeMoreRoom.
bool DropInCall::MakeRoom() {
  bool moved = false;
  LevelRooms();
  m_state.largest.clear();
  m_state.answers.clear();
  for (VulkanObject::Parts::Vector *vector : m_state.countedVectors) {
    const size_t largest = size_t(std::min<uint64_t>(vector->largest, m_object.MostRoom(*vector)));
    // As much as was needed before.
    const size_t known = m_state.rooms.empty() ? 0 : m_state.rooms[m_state.largest.size()];
    vector->room = std::max({vector->room, size_t(vector->needed), m_object.GenerousRoom(*vector),
                             std::min(largest, known)});
    m_state.largest.push_back(largest);
    m_state.answers.push_back(vector->answered);
  }
  LevelRooms();
  m_state.rooms.clear();
  for (VulkanObject::Parts::Vector *vector : m_state.countedVectors) {
    m_state.rooms.push_back(vector->room);
    moved |= m_object.GrowToRoom(*vector) || vector->room > vector->answered;
  }
  return moved;
}

bool DropInCall::MakesRoomNow() const { return m_state.isInPieces && !m_object.resident; }

/// Where the call runs in pieces: how many elements a vector may have, and room for them.
void DropInCall::WillAppend(const char *name, uint64_t count) {
  VulkanObject::Parts::Vector &vector = m_object.FindVector(name);
  const auto add = [count](uint64_t &number) {
    number = number == kAnyNumber || count == kAnyNumber ? kAnyNumber : number + count;
  };
  add(vector.most);
  add(vector.toCome);
  vector.isLearned = false;
  if (count != kAnyNumber)
    MakeRoomNow(name, vector.most);
}

/// A vector gets room for what is about to be recorded. It keeps the elements that it has on the
/// device.
void DropInCall::MakeRoomNow(const char *name, uint64_t count) {
  VulkanObject::Parts::Vector &vector = m_object.FindVector(name);
  if (count <= vector.room)
    return;
  if (count == vector.most) {
    LearnSize(name);
    count = vector.most;
  }
  const auto room = size_t(std::min<uint64_t>(count, m_object.MostRoom(vector)));
  if (count == kAnyNumber || room <= vector.room)
    return;
  RunPiece(); // with the buffer that it has
  const VkCommandBuffer cmd = m_state.cmd;
  std::vector<Buffer> formers;
  size_t least = SIZE_MAX;
  for (VulkanObject::Parts::Vector *other : m_state.countedVectors) {
    if (!m_object.ShareRoom(vector, *other))
      continue;
    other->room = room;
    if (m_object.RoomOf(*other) < room) {
      formers.push_back(m_object.Exchange(*other, m_object.BytesForRoom(*other)));
      const VkBufferCopy region = {0, 0, formers.back().bytes};
      vkCmdCopyBuffer(cmd, formers.back().buffer, other->device.buffer, 1, &region);
    }
    least = std::min(least, m_object.RoomOf(*other));
  }
  const auto number = uint32_t(least);
  for (VulkanObject::Parts::Vector *other : m_state.countedVectors) {
    if (!m_object.ShareRoom(vector, *other))
      continue;
    other->room = least;
    if (other->info.capacityOffset != kNoOffset)
      vkCmdUpdateBuffer(cmd, m_object.classData.buffer, other->info.capacityOffset, sizeof(number),
                        &number);
  }
  Barrier(cmd, kTransferWrite, m_state.stages.before);
  RunPiece();
  for (Buffer &former : formers)
    DestroyBuffer(m_object.device, m_object.allocator, former);
  BindAgain(); // for commands that follow
}

/// What a vector may come to at most can be far from what it has, as where a function appends in
/// rounds. Where that would be much memory, what has been recorded runs, and the device says.
void DropInCall::LearnSize(const char *name) {
  const VulkanObject::Parts::Vector &vector = m_object.FindVector(name);
  const bool isMuch = vector.most > kBytesWorthAWait / vector.info.elementBytes;
  if (!isMuch || vector.isCleared || vector.isLearned || m_state.isDone)
    return;
  Fetch({});
  RunPiece();
  TakeSizes();
  BindAgain();
}

/// Of all vectors whose sizes have come back: what they may have behind the commands that have been
/// recorded.
void DropInCall::TakeSizes() {
  for (VulkanObject::Parts::Vector *vector : m_state.countedVectors) {
    if (vector->isCleared)
      continue;
    uint32_t size = 0;
    std::memcpy(&size, m_state.ClassData(m_object) + vector->info.sizeOffset, sizeof(size));
    // It may still have to be given the size that the host has told it.
    const uint64_t most = std::max<uint64_t>(size, vector->needed);
    vector->most = vector->toCome == kAnyNumber ? kAnyNumber : most + vector->toCome;
    vector->isLearned = true;
  }
}

/// All commands that were to come have been recorded.
void DropInCall::NoteRecorded() {
  for (VulkanObject::Parts::Vector *vector : m_state.countedVectors) {
    vector->isLearned &= vector->toCome == 0;
    vector->toCome = 0;
    vector->isCleared = false;
  }
}

/// The host's vectors get the sizes that have come back; their elements come when the call ends.
void DropInCall::ReadSizes(const unsigned char *block, std::initializer_list<ByteRange> ranges) {
  for (VulkanObject::Parts::Vector &vector : m_object.vectors) {
    if (!vector.info.IsCounted())
      continue;
    for (const ByteRange &range : ranges) {
      if (vector.info.sizeOffset - range.offset >= range.bytes)
        continue;
      uint32_t size = 0;
      std::memcpy(&size, block + vector.info.sizeOffset, sizeof(size));
      vector.most = size;
      // One that has that size already keeps its elements until then.
      if (vector.info.elements(m_object.object).size == size)
        continue;
      m_state.zeros.resize(std::max(m_state.zeros.size(), size * vector.info.elementBytes));
      vector.info.assign(m_object.object, size != 0 ? m_state.zeros.data() : nullptr, size);
    }
  }
}

bool VulkanObject::Parts::GrowToRoom(Vector &vector) {
  const VkDeviceSize bytes = VkDeviceSize(vector.room) * vector.info.elementBytes;
  if (vector.device.bytes >= bytes)
    return false;
  Grow(vector, BytesForRoom(vector));
  Upload(vector);
  return true;
}

const unsigned char *DropInCall::State::ClassData(const VulkanObject::Parts &object) const {
  return static_cast<const unsigned char *>(object.classData.Readable()
                                                ? object.classData.Readable()
                                                : membersReadBack.allocation.mapped);
}

/// After the commands have run: whether they have to run again, since elements that may be there
/// found no room. Nothing has been brought back yet, so that the host still has all that went in.
bool DropInCall::MakeMoreRoom() {
  bool isFull = false;
  for (size_t i = 0; i < m_state.countedVectors.size(); i++) {
    VulkanObject::Parts::Vector &vector = *m_state.countedVectors[i];
    uint32_t lost = 0;
    if (vector.info.lostOffset != kNoOffset)
      std::memcpy(&lost, m_state.ClassData(m_object) + vector.info.lostOffset, sizeof(lost));
    if (lost == 0 || vector.room >= m_state.largest[i])
      continue;
    isFull = true;
    vector.room = std::min(std::max(2 * vector.room, vector.room + lost), m_state.largest[i]);
  }
  if (!isFull)
    return false;
  LevelRooms();
  for (size_t i = 0; i < m_state.countedVectors.size(); i++) {
    m_state.rooms[i] = m_state.countedVectors[i]->room;
    m_object.GrowToRoom(*m_state.countedVectors[i]);
  }
  for (size_t i = 0; i < m_state.argumentCount; i++)
    m_state.arguments[i].Upload(m_object);
  for (VulkanObject::Parts::Vector *vector : m_state.usedVectors)
    m_object.Upload(*vector);
  return true;
}

/// The kernels are done, and with them the sizes are known.
void DropInCall::ReadCountedVectors(KernelStages stages) {
  const unsigned char *block = m_state.ClassData(m_object);
  for (VulkanObject::Parts::Vector *vector : m_state.countedVectors)
    m_object.ReadCounted(*vector, block, [&](size_t bytes) -> const void * {
      if (vector->device.Readable())
        return vector->device.Readable();
      m_object.FitStaging(vector->readBack, bytes, MemoryUse::ReadBack, vector->name);
      if (!m_state.fetch)
        m_state.fetch = m_object.submitter.AllocateCommandBuffer();
      Check(vkResetCommandBuffer(m_state.fetch, 0), "vkResetCommandBuffer", m_state.name);
      BeginCommandBuffer(m_state.fetch, 0, m_state.name);
      Barrier(m_state.fetch, stages.after, kTransferRead);
      const VkBufferCopy region = {0, 0, bytes};
      vkCmdCopyBuffer(m_state.fetch, vector->device.buffer, vector->readBack.buffer, 1, &region);
      Barrier(m_state.fetch, kTransferWrite, kHostRead);
      EndCommandBuffer(m_state.fetch, m_state.name);
      m_object.submitter.SubmitAndWait(m_state.fetch);
      return vector->readBack.allocation.mapped;
    });
}

} // namespace vkmorph
