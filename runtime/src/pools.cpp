// Vectors inside of objects that shaders have as records: where each has its elements in a pool.
#include "vkmorph/pools.h"

#include <cstring>
#include <functional>
#include <unordered_map>

#include "object_parts.h"
#include "vkmorph/copy_engine.h"
#include "vkmorph/error.h"
#include "vkmorph/loops.h"

namespace vkmorph {

/// A vector that several pointers lead to has its elements once.
class VulkanObject::Parts::Pools final : public PoolVisitor, public PoolIndex {
public:
  struct Placed {
    PooledVector vector;
    size_t first;
  };

  explicit Pools(const Parts &parts) : m_parts(parts) {
    for (const MemberInfo &member : parts.members)
      if (member.packing.visit)
        member.packing.visit(parts.object, *this);
    for (const Parts::Vector &vector : parts.vectors)
      if (vector.info.packing.visit)
        vector.info.packing.visit(parts.object, *this);
  }

  void Object(const void *address, size_t bytes) override { objects.push_back({address, bytes}); }
  void Vector(const PooledVector &vector) override {
    size_t &size = sizes[vector.pool];
    if (!m_places.emplace(vector.vector, placed.size()).second)
      return;
    placed.push_back({vector, size});
    // Of textures, their numbers.
    size += m_parts.IsOfTextures(vector.pool) ? 1 : vector.size;
  }
  uint32_t FirstOf(const void *vector) const override {
    return uint32_t(placed[m_places.at(vector)].first);
  }

  std::vector<std::pair<const void *, size_t>> objects; ///< their addresses and bytes
  std::vector<Placed> placed;
  std::unordered_map<size_t, size_t> sizes; ///< how many elements a pool has

private:
  const Parts &m_parts;
  std::unordered_map<const void *, size_t> m_places;
};

std::vector<VulkanObject::Parts::Texels>
VulkanObject::Parts::TexelsOf(const Texture &texture) const {
  if (!texture.IsArray())
    return {TexelsOf(texture, object)};
  std::vector<Texels> all;
  for (const Pools::Placed &one : Pools(*this).placed)
    if (one.vector.pool == texture.info.pool)
      all.push_back(TexelsOf(texture, texture.info.objectOf(one.vector.vector)));
  return all;
}

VectorElements VulkanObject::Parts::ElementsOf(const Vector &vector) const {
  if (vector.info.pool == kNoPool)
    return vector.info.elements(object);
  Pools pools(*this);
  const size_t size = pools.sizes[vector.info.pool];
  return {nullptr, size, size};
}

PackFault VulkanObject::Parts::Pack(const Packing &packing, unsigned char *records) const {
  if (!packing.visit)
    return packing.pack(object, records, {object});
  const Pools pools(*this);
  return packing.pack(object, records, {object, &pools});
}

void VulkanObject::Parts::PackPool(Vector &pool) {
  const Pools pools(*this);
  for (const Pools::Placed &one : pools.placed) {
    const PooledVector &vector = one.vector;
    if (vector.pool != pool.info.pool || vector.size == 0)
      continue;
    unsigned char *target = pool.packed.data() + one.first * vector.elementBytes;
    const size_t bytes = vector.size * vector.elementBytes;
    if (!vector.pack) {
      std::memcpy(target, vector.data, bytes);
      continue;
    }
    std::memset(target, 0, bytes);
    CheckPacked(vector.pack(vector.vector, target, {object, &pools}),
                std::string("vector '") + pool.name + "'", /*isArray=*/true);
  }
}

/// Kernels have copies of such objects, which would miss what other kernels do to the objects.
void VulkanObject::Parts::CheckPools(const std::string &function) const {
  const Pools pools(*this);
  if (pools.objects.empty())
    return;
  const auto refuse = [&](const std::string &name) {
    throw Error(
        className + "::" + function + ": kernels change " + name +
        ", to which another member of the object leads as well: let kernels reach what they "
        "change by its name alone");
  };
  const auto isInside = [&](const void *address) {
    for (const auto &[first, bytes] : pools.objects) {
      const auto *begin = static_cast<const unsigned char *>(first);
      const std::less<const void *> isBefore;
      if (!isBefore(address, begin) && isBefore(address, begin + bytes))
        return true;
    }
    return false;
  };
  std::vector<const void *> addresses;
  const auto isListed = [&](const Packing &packing) {
    addresses.clear();
    packing.list(object, addresses);
    for (const void *address : addresses)
      if (address && isInside(address))
        return true;
    return false;
  };
  for (size_t i = 0; i < members.count; i++) {
    const MemberInfo &member = members.first[i];
    if (member.written && (member.packing   ? isListed(member.packing)
                           : member.address ? isInside(member.address(object))
                                            : false))
      refuse(MemberName(i));
  }
  for (const Vector &vector : vectors) {
    if (!vector.info.written)
      continue;
    const std::string name = std::string("vector '") + vector.name + "'";
    if (vector.info.packing && isListed(vector.info.packing))
      refuse(name);
    const void *data = vector.info.packing ? nullptr : vector.info.elements(object).data;
    for (const Pools::Placed &one : pools.placed)
      if (data && one.vector.data == data)
        refuse(name);
  }
}

void DropInCall::CheckPoolApart(const char *name, size_t pool) const {
  const VulkanObject::Parts::Pools pools(m_object);
  for (const auto &one : pools.placed)
    if (one.vector.pool == pool && !one.vector.pack)
      CheckApart(name, one.vector.data, one.vector.size * one.vector.elementBytes,
                 /*written=*/false);
}

void VulkanObject::Parts::UpdatePacked(ICopyEngine &copy) {
  for (Vector &vector : vectors)
    if (vector.info.packing.visit || vector.info.pool != kNoPool)
      UpdateVector(vector, copy);
  for (const MemberInfo &member : members)
    if (member.packing.visit) {
      GatherMembers(member.offset, 1);
      copy.UpdateBuffer(classData.buffer, member.offset, image.data() + member.offset,
                        member.bytes);
      NotePresent({member.offset, 1});
    }
  UpdateTextureArrays();
}

} // namespace vkmorph
