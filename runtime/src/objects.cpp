// Objects behind an interface and std::variants: which cannot be packed, and what comes back.
#include "vkmorph/objects.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
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
  if (!fault.typeName)
    return;
  const std::string where =
      className + ": " +
      (isArray ? "element " + std::to_string(fault.index) + " of " : std::string()) + what;
  if (fault.typeName == kValueless)
    throw Error(where + " holds no alternative: assign one before the call");
  throw Error(where + (isArray ? " is" : " points to") + " an object of class '" +
              SpellType(fault.typeName) +
              "', which was not among the sources when the class was translated: translate it "
              "again with them");
}

namespace {

/// A pointer of the object's to an object behind an interface.
struct ObjectPointer {
  const void *address;
  std::string name; ///< of the pointer
  bool isWritten;   ///< kernels change what it leads to
  size_t order;     ///< among all of them
};

} // namespace

static void ListPointers(const Packing &packing, void *object, const std::string &name,
                         bool isWritten, bool isArray, std::vector<ObjectPointer> &pointers) {
  std::vector<const void *> addresses;
  packing.list(object, addresses);
  for (size_t i = 0; i < addresses.size(); i++)
    if (addresses[i])
      pointers.push_back(
          {addresses[i], (isArray ? "element " + std::to_string(i) + " of " : std::string()) + name,
           isWritten, pointers.size()});
}

/// Each pointer has a record of its own, which nobody can tell as long as kernels only read it.
void VulkanObject::Parts::CheckObjects(const std::string &function) const {
  const auto isWritten = [](const auto &info) { return info.packing && info.written; };
  if (std::none_of(members.begin(), members.end(), isWritten) &&
      std::none_of(vectors.begin(), vectors.end(),
                   [&](const Vector &vector) { return isWritten(vector.info); }))
    return;
  std::vector<ObjectPointer> pointers;
  for (size_t i = 0; i < members.count; i++)
    if (const MemberInfo &member = members.first[i]; member.packing)
      ListPointers(member.packing, object, MemberName(i), member.written, member.elementBytes != 0,
                   pointers);
  for (const Vector &vector : vectors)
    if (vector.info.packing)
      ListPointers(vector.info.packing, object, std::string("'") + vector.name + "'",
                   vector.info.written, /*isArray=*/true, pointers);
  std::sort(
      pointers.begin(), pointers.end(), [](const ObjectPointer &one, const ObjectPointer &other) {
        return one.address != other.address ? std::less<const void *>()(one.address, other.address)
                                            : one.order < other.order;
      });
  for (size_t i = 0; i < pointers.size(); i++)
    for (size_t j = i + 1; j < pointers.size() && pointers[j].address == pointers[i].address; j++)
      if (pointers[i].isWritten || pointers[j].isWritten)
        throw Error(className + "::" + function + ": " + pointers[i].name + " and " +
                    pointers[j].name +
                    " point to one object, which kernels change: let one pointer of the class "
                    "lead to each object that changes");
}

void VulkanObject::Parts::ReadPacked(const Packing &packing, VkBuffer buffer, size_t offset,
                                     size_t bytes, const ByteRange &part, ICopyEngine &copy) {
  if (part.bytes == 0)
    return;
  std::vector<unsigned char> records(bytes);
  CheckPacked(packing.pack(object, records.data()), "a member", /*isArray=*/true);
  copy.ReadBuffer(buffer, offset + size_t(part.offset), records.data() + part.offset,
                  size_t(part.bytes));
  packing.unpack(object, records.data());
}

} // namespace vkmorph
