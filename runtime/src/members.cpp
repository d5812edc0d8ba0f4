// Members and vectors of the object: between its host's and its device's copies.
#include <algorithm>
#include <cstring>

#include "object_parts.h"
#include "vkmorph/copy_engine.h"
#include "vkmorph/error.h"

namespace vkmorph {

void VulkanObject::Parts::GatherMembers(size_t offset, size_t bytes) {
  for (const MemberInfo &member : members) {
    if (member.offset < offset || member.offset >= offset + bytes)
      continue;
    if (member.packing) {
      CheckPacked(Pack(member.packing, image.data() + member.offset),
                  MemberName(size_t(&member - members.first)), member.elementBytes != 0);
    } else if (member.count) {
      const uint32_t size = ToUint32(member.count(object), "the size of a vector");
      std::memcpy(image.data() + member.offset, &size, sizeof(size));
    } else {
      std::memcpy(image.data() + member.offset, member.address(object), member.bytes);
      for (const ClassDataSize &size : sizes) {
        if (size.offset < member.offset || size.offset >= member.offset + member.bytes)
          continue;
        uint64_t value = 0;
        std::memcpy(&value, image.data() + size.offset, sizeof(value));
        ToUint32(value, size.name);
      }
    }
  }
  for (const Vector &vector : vectors) {
    const auto put = [&](size_t where, uint32_t number) {
      if (where - offset < bytes) // not for kNoOffset
        std::memcpy(image.data() + where, &number, sizeof(number));
    };
    put(vector.info.capacityOffset, uint32_t(vector.room));
    put(vector.info.lostOffset, 0);
  }
}

void VulkanObject::Parts::ScatterMembers(const unsigned char *block, size_t offset, size_t bytes) {
  for (const MemberInfo &member : members) {
    if (!member.written || member.offset < offset || member.offset >= offset + bytes)
      continue;
    if (member.packing)
      member.packing.unpack(object, block + member.offset);
    else
      std::memcpy(member.address(object), block + member.offset, member.bytes);
  }
}

void VulkanObject::Parts::NotePresent(const ByteRange &range) {
  ForMembersIn(range, [&](size_t member) { isPresent[member] = true; });
}

void VulkanObject::UseMembers(const char *function, std::initializer_list<ByteRange> needed,
                              std::initializer_list<ByteRange> written) {
  Parts &parts = Initialised(function);
  for (const ByteRange &range : needed)
    parts.ForMembersIn(range, [&](size_t member) {
      if (!parts.isPresent[member])
        throw Error(parts.className + "::" + function + ": " + parts.MemberName(member) +
                    " is not on the device yet, and the commands need it: call UpdateAll first, "
                    "and again whenever the host has changed members");
    });
  for (const ByteRange &range : written)
    parts.NotePresent(range);
}

std::string VulkanObject::Parts::MemberName(size_t member) const {
  return member < memberNames.size() ? std::string("'") + memberNames[member] + "'"
                                     : "a member that kernels use";
}

void VulkanObject::Parts::CheckEngine(const char *function, const ICopyEngine &copy) const {
  const VkDevice other = copy.Device();
  if (other && other != device.device)
    throw Error(className + "::" + function +
                ": the copy engine is of another device than the object: make one with the context "
                "that InitVulkanObjects was given");
}

void VulkanObject::UpdateAll(ICopyEngine &copy) {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  Parts &parts = Initialised("UpdateAll");
  parts.CheckEngine("UpdateAll", copy);
  parts.CheckObjects("UpdateAll");
  for (Parts::Vector &vector : parts.vectors)
    parts.UpdateVector(vector, copy);
  parts.UpdateTextures();
  parts.GatherMembers(0, parts.image.size());
  if (!parts.image.empty())
    copy.UpdateBuffer(parts.classData.buffer, 0, parts.image.data(), parts.image.size());
  for (const Buffer &buffer : parts.zeroed)
    copy.ZeroBuffer(buffer.buffer, 0, size_t(buffer.bytes));
  parts.isPresent.assign(parts.members.count, true);
}

void VulkanObject::ReadAll(ICopyEngine &copy) {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  Parts &parts = Initialised("ReadAll");
  parts.CheckEngine("ReadAll", copy);
  if (!parts.image.empty()) {
    copy.ReadBuffer(parts.classData.buffer, 0, parts.image.data(), parts.image.size());
    for (size_t member = 0; member < parts.members.count; member++)
      if (parts.isPresent[member])
        parts.ScatterMembers(parts.image.data(), parts.members.first[member].offset, 1);
  }
  for (Parts::Vector &vector : parts.vectors)
    if (vector.info.written && vector.isOnDevice)
      parts.ReadVector(vector, copy);
}

//===-----------------------------------------------------------------------------------------===//
// One member
//===-----------------------------------------------------------------------------------------===//

namespace {

/// A part of a member, in bytes.
struct Part {
  size_t offset;
  size_t bytes;
};

} // namespace

/// The elements that were asked for, of so many of so many bytes each.
static Part FindPart(const std::string &what, size_t first, size_t count, size_t available,
                     size_t elementBytes) {
  if (first > available || (count != kAll && count > available - first))
    throw Error(what + " has " + std::to_string(available) + " elements, but " +
                (count == kAll ? "those" : std::to_string(count)) + " from number " +
                std::to_string(first) + " on were asked for");
  return {first * elementBytes, std::min(count, available - first) * elementBytes};
}

/// Of a member that is no array there is one element.
static Part FindPart(const std::string &what, size_t first, size_t count, const MemberInfo &info) {
  const size_t elementBytes = info.elementBytes != 0 ? info.elementBytes : info.bytes;
  return FindPart(what, first, count, info.bytes / elementBytes, elementBytes);
}

void VulkanObject::Parts::CheckNamed(const char *function, const char *name) const {
  if (!name)
    throw Error(className + "::" + function + " was given no name: pass the name of a member");
}

template <class MoveMember, class MoveVector>
void VulkanObject::Parts::ForMember(const std::string &function, const char *name,
                                    MoveMember moveMember, MoveVector moveVector) {
  bool isKnown = false;
  std::string known;
  const auto isIt = [&](const char *candidate) {
    const bool result = std::strcmp(candidate, name) == 0;
    isKnown |= result;
    if (known.find(std::string("'") + candidate + "'") == std::string::npos)
      known += std::string(known.empty() ? "'" : ", '") + candidate + "'";
    return result;
  };
  // Sizes are of vectors as they have become.
  for (Vector &vector : vectors)
    if (isIt(vector.name))
      moveVector(vector);
  for (size_t i = 0; i < memberNames.size(); i++)
    if (isIt(memberNames[i]))
      moveMember(members.first[i]);
  for (const Texture &texture : textures)
    std::for_each(texture.members.begin(), texture.members.end(), isIt);
  if (!isKnown)
    throw Error(className + "::" + function + ": kernels use no member '" + name + "'; they use " +
                (known.empty() ? "none" : known));
}

void VulkanObject::UpdateMember(ICopyEngine &copy, const char *member, size_t first, size_t count) {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  Parts &parts = Initialised("UpdateMember");
  parts.CheckNamed("UpdateMember", member);
  parts.CheckEngine("UpdateMember", copy);
  parts.CheckObjects("UpdateMember");
  const std::string what = parts.className + "::UpdateMember: '" + member + "'";
  const bool isWhole = first == 0 && count == kAll;
  const auto update = [&](size_t offset, Part part) {
    parts.GatherMembers(offset, 1);
    if (part.bytes != 0)
      copy.UpdateBuffer(parts.classData.buffer, offset + part.offset,
                        parts.image.data() + offset + part.offset, part.bytes);
  };
  const auto updateMember = [&](const MemberInfo &info) {
    if (info.packing.visit)
      parts.UpdatePacked(copy); // which share pools
    else if (!info.count)
      update(info.offset, FindPart(what, first, count, info));
    else if (isWhole) // the size of a vector, which a part leaves alone
      update(info.offset, {0, info.bytes});
    if (isWhole)
      parts.NotePresent({info.offset, 1});
  };
  const auto updateVector = [&](Parts::Vector &vector) {
    if (vector.info.packing.visit || vector.info.pool != kNoPool)
      return parts.UpdatePacked(copy);
    if (isWhole) {
      parts.UpdateVector(vector, copy);
      for (const size_t offset : {vector.info.capacityOffset, vector.info.lostOffset})
        if (offset != kNoOffset)
          update(offset, {0, sizeof(uint32_t)});
      return;
    }
    const VectorElements host = parts.ElementsOf(vector);
    parts.CheckSize(vector, host, "UpdateMember");
    const Part part = FindPart(what, first, count, host.size, vector.info.elementBytes);
    if (part.bytes != 0)
      copy.UpdateBuffer(vector.device.buffer, part.offset,
                        static_cast<const unsigned char *>(parts.GetBytes(vector, host)) +
                            part.offset,
                        part.bytes);
  };
  parts.ForMember("UpdateMember", member, updateMember, updateVector);
  parts.UpdateTextures(member);
}

void VulkanObject::ReadMember(ICopyEngine &copy, const char *member, size_t first, size_t count) {
  const std::lock_guard<std::recursive_mutex> lock(m_mutex);
  Parts &parts = Initialised("ReadMember");
  parts.CheckNamed("ReadMember", member);
  parts.CheckEngine("ReadMember", copy);
  const std::string what = parts.className + "::ReadMember: '" + member + "'";
  bool isWritten = false;
  const auto read = [&](VkBuffer buffer, size_t offset, void *data, Part part) {
    if (part.bytes != 0)
      copy.ReadBuffer(buffer, offset + part.offset,
                      static_cast<unsigned char *>(data) + part.offset, part.bytes);
  };
  const auto checkPresent = [&](bool isPresent) {
    if (!isPresent)
      throw Error(what + " has never been on the device: call UpdateAll before the commands that "
                         "compute it");
  };
  const auto readMember = [&](const MemberInfo &info) {
    if (!info.written)
      return;
    isWritten = true;
    checkPresent(parts.isPresent[size_t(&info - parts.members.first)]);
    if (info.packing) {
      const Part part = FindPart(what, first, count, info);
      parts.ReadPacked(info, {part.offset, part.bytes}, copy);
      return;
    }
    read(parts.classData.buffer, info.offset, info.address(parts.object),
         FindPart(what, first, count, info));
  };
  const auto readVector = [&](Parts::Vector &vector) {
    if (!vector.info.written)
      return;
    isWritten = true;
    checkPresent(vector.isOnDevice);
    if (vector.info.IsCounted()) {
      if (first != 0 || count != kAll)
        throw Error(what + " has as many elements as kernels give it: read all of them");
      for (const size_t offset : {vector.info.sizeOffset, vector.info.lostOffset})
        if (offset != kNoOffset)
          copy.ReadBuffer(parts.classData.buffer, offset, parts.image.data() + offset,
                          sizeof(uint32_t));
      parts.ReadVector(vector, copy);
      return;
    }
    const VectorElements host = parts.ElementsOf(vector);
    parts.CheckSize(vector, host, "ReadMember");
    if (vector.info.packing) {
      const Part part = FindPart(what, first, count, host.size, vector.info.elementBytes);
      parts.ReadPacked(vector, {part.offset, part.bytes}, copy);
      return;
    }
    read(vector.device.buffer, 0, host.data,
         FindPart(what, first, count, host.size, vector.info.elementBytes));
  };
  parts.ForMember("ReadMember", member, readMember, readVector);
  if (!isWritten)
    throw Error(what + " is not written by any kernel: the object has it already");
}

} // namespace vkmorph
