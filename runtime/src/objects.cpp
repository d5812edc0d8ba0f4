// Objects behind an interface and std::variants: which cannot be packed, and what comes back.
#include "vkmorph/objects.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <tuple>
#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif

#include "object_parts.h"
#include "vkmorph/copy_engine.h"
#include "vkmorph/error.h"

namespace vkmorph {

/// As C++ spells it, where the library can say so.
static std::string SpellType(const char *name) {
#if __has_include(<cxxabi.h>)
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> spelled(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  if (spelled)
    return spelled.get();
#endif
  return name;
}

void VulkanObject::Parts::CheckPacked(const PackFault &fault, const std::string &what,
                                      bool isArray) const {
  if (!fault)
    return;
  const std::string where =
      className + ": " +
      (isArray ? "element " + std::to_string(fault.index) + " of " : std::string()) + what;
  if (fault.kind == PackFault::Kind::Valueless)
    throw Error(where + " holds no alternative: assign one before the call");
  if (fault.kind == PackFault::Kind::OtherOwner)
    throw Error(where + (isArray ? " is" : " points to") + " an object of class '" +
                SpellType(fault.typeName) +
                "' with a pointer or reference that kernels take for one to this object, and that "
                "leads to another one, or to none: let it lead to the object that is called");
  throw Error(where + (isArray ? " is" : " points to") + " an object of class '" +
              SpellType(fault.typeName) +
              "', which was not among the sources when the class was translated: translate it "
              "again with them");
}

namespace {

/// A pointer of the object's to an object behind an interface.
struct ObjectPointer {
  const void *address;
  size_t holder;  ///< the index of a member, or behind those of a vector
  size_t element; ///< of the holder
};

} // namespace

/// Each pointer has a record of its own, which nobody can tell as long as kernels only read it.
void VulkanObject::Parts::CheckObjects(const std::string &function) const {
  CheckPools(function);
  const size_t holders = members.count + vectors.size();
  const auto vectorOf = [&](size_t holder) -> const Vector & {
    return vectors[holder - members.count];
  };
  const auto packingOf = [&](size_t holder) -> const Packing & {
    return holder < members.count ? members.first[holder].packing : vectorOf(holder).info.packing;
  };
  const auto isWritten = [&](size_t holder) {
    return packingOf(holder) &&
           (holder < members.count ? members.first[holder].written : vectorOf(holder).info.written);
  };
  size_t written = 0;
  while (written < holders && !isWritten(written))
    written++;
  if (written == holders)
    return;

  std::vector<ObjectPointer> pointers;
  std::vector<const void *> addresses;
  for (size_t holder = 0; holder < holders; holder++) {
    if (!packingOf(holder))
      continue;
    addresses.clear();
    packingOf(holder).list(object, addresses);
    for (size_t i = 0; i < addresses.size(); i++)
      if (addresses[i])
        pointers.push_back({addresses[i], holder, i});
  }
  std::sort(pointers.begin(), pointers.end(),
            [](const ObjectPointer &one, const ObjectPointer &other) {
              if (one.address != other.address)
                return std::less<const void *>()(one.address, other.address);
              return std::tie(one.holder, one.element) < std::tie(other.holder, other.element);
            });
  const auto spell = [&](const ObjectPointer &pointer) {
    const bool isVector = pointer.holder >= members.count;
    const std::string name = isVector ? std::string("'") + vectorOf(pointer.holder).name + "'"
                                      : MemberName(pointer.holder);
    const bool isArray = isVector || members.first[pointer.holder].elementBytes != 0;
    return isArray ? "element " + std::to_string(pointer.element) + " of " + name : name;
  };
  for (size_t i = 0; i < pointers.size(); i++)
    for (size_t j = i + 1; j < pointers.size() && pointers[j].address == pointers[i].address; j++)
      if (isWritten(pointers[i].holder) || isWritten(pointers[j].holder))
        throw Error(className + "::" + function + ": " + spell(pointers[i]) + " and " +
                    spell(pointers[j]) +
                    " point to one object, which kernels change: let one pointer of the class "
                    "lead to each object that changes");
}

void VulkanObject::Parts::ReadPacked(const MemberInfo &member, const ByteRange &part,
                                     ICopyEngine &copy) {
  if (part.bytes == 0)
    return;
  std::vector<unsigned char> records(member.bytes);
  CheckPacked(Pack(member.packing, records.data()), MemberName(size_t(&member - members.first)),
              member.elementBytes != 0);
  copy.ReadBuffer(classData.buffer, member.offset + size_t(part.offset),
                  records.data() + part.offset, size_t(part.bytes));
  member.packing.unpack(object, records.data());
}

void VulkanObject::Parts::ReadPacked(Vector &vector, const ByteRange &part, ICopyEngine &copy) {
  if (part.bytes == 0)
    return;
  GetBytes(vector, ElementsOf(vector));
  copy.ReadBuffer(vector.device.buffer, size_t(part.offset), vector.packed.data() + part.offset,
                  size_t(part.bytes));
  vector.info.packing.unpack(object, vector.packed.data());
}

} // namespace vkmorph
