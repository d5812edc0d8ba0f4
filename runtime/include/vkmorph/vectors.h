// Tables of the std::vector members whose elements kernels touch.
#pragma once

#include <cstddef>
#include <type_traits>

#include "vkmorph/members.h"

namespace vkmorph {

/// What a vector is at the moment.
struct VectorElements {
  void *data;
  size_t size;
  size_t capacity;
};

/// One vector, whose elements have a buffer of their own.
struct VectorInfo {
  size_t elementBytes;
  bool written;                             ///< some kernel writes elements
  VectorElements (*elements)(void *object); ///< of an object (a pointer to the generated class)
};

/// The vectors of one class.
struct VectorSpan {
  const VectorInfo *first = nullptr;
  size_t count = 0;
};

/// A row of a VectorTable: pointer to the member, the bytes of an element as shaders count them,
/// its use.
template <auto Pointer, size_t ElementBytes, MemberUse Use = MemberUse::Read> struct VectorMember {
  using Type = typename detail::MemberPointer<decltype(Pointer)>::Type;
  using Element = typename Type::value_type;
  static_assert(std::is_trivially_copyable_v<Element>, "elements are moved as bytes");
  static_assert(sizeof(Element) == ElementBytes, "the shaders have other bytes for an element");
  static_assert(Use == MemberUse::Read || !std::is_const_v<Type>, "a const member is not written");

  template <class Object> static VectorElements Elements(void *object) {
    Type &vector =
        detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer);
    return {const_cast<Element *>(vector.data()), vector.size(), vector.capacity()};
  }
  template <class Object> static constexpr VectorInfo Info() {
    return {sizeof(Element), Use == MemberUse::Written, &Elements<Object>};
  }
};

/// The table of a generated class; reaches private members as MemberTable does. It defines
/// VectorsOf for the class:
///
/// \code
/// namespace vkmorph {
/// VectorSpan VectorsOf(const Numbers_Generated *);
/// }
/// template struct vkmorph::VectorTable<Numbers_Generated, vkmorph::VectorMember<&Numbers::m_taps,
/// 4>>;
/// \endcode
template <class Object, class... Rows> struct VectorTable {
  static constexpr VectorInfo kRows[] = {Rows::template Info<Object>()...};
  friend VectorSpan VectorsOf(const Object *) { return {kRows, sizeof...(Rows)}; }
};

} // namespace vkmorph
