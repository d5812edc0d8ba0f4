// Tables of the std::vector members whose elements kernels touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "vkmorph/members.h"

namespace vkmorph {

/// What a vector is at the moment.
struct VectorElements {
  void *data;
  size_t size;
  size_t capacity;
};

/// There is no such number in the class data.
inline constexpr size_t kNoOffset = ~size_t(0);

/// No pool.
inline constexpr size_t kNoPool = ~size_t(0);

/// One vector, whose elements have a buffer of their own.
struct VectorInfo {
  size_t elementBytes;
  bool written;                             ///< some kernel writes elements
  VectorElements (*elements)(void *object); ///< of an object (a pointer to the generated class)

  // Of a vector whose size kernels change; bytes from the start of the class-data block.
  size_t sizeOffset = kNoOffset;     ///< how many elements it has
  size_t capacityOffset = kNoOffset; ///< how many it has room for, where kernels append
  size_t lostOffset = kNoOffset;     ///< how many found no room
  /// Gives the vector of an object `count` elements, whose bytes follow one another.
  void (*assign)(void *object, const void *elements, size_t count) = nullptr;

  /// Whether kernels change its size.
  bool IsCounted() const { return assign != nullptr; }

  Packing packing = {}; ///< of elements that shaders have in another form: `elements` gives no data
  size_t pool = kNoPool; ///< of elements of vectors inside of objects: its number; no `elements`
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
  static_assert(kIsBytes<Element>, "elements are moved as bytes");
  static_assert(sizeof(Element) == ElementBytes, "the shaders have other bytes for an element");
  static_assert(Use == MemberUse::Read || !std::is_const_v<Type>, "a const member is not written");

  // What the table takes from a row.

  template <class Object> static VectorElements Elements(void *object) {
    Type &vector =
        detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer);
    return {const_cast<Element *>(vector.data()), vector.size(), vector.capacity()};
  }
  template <class Object> static const void *Address(void *object) {
    return &detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer);
  }
  template <class Object> static constexpr VectorInfo Info() {
    return InfoOf<VectorMember, Object>();
  }
  template <class Row, class Object> static constexpr VectorInfo InfoOf() {
    return {sizeof(Element), Use == MemberUse::Written, &Row::template Elements<Object>};
  }
};

/// A row for a vector whose size kernels change: the offsets are those of VectorInfo.
template <auto Pointer, size_t ElementBytes, size_t SizeOffset, size_t CapacityOffset = kNoOffset,
          size_t LostOffset = kNoOffset>
struct CountedVector : VectorMember<Pointer, ElementBytes, MemberUse::Written> {
  using Row = VectorMember<Pointer, ElementBytes, MemberUse::Written>;

  // What the table takes from a row.

  template <class Object> static void Assign(void *object, const void *elements, size_t count) {
    const auto *first = static_cast<const typename Row::Element *>(elements);
    detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer)
        .assign(first, first + count);
  }
  template <class Object> static constexpr VectorInfo Info() {
    return InfoOf<CountedVector, Object>();
  }
  template <class Whole, class Object> static constexpr VectorInfo InfoOf() {
    return {sizeof(typename Row::Element),
            true,
            &Whole::template Elements<Object>,
            SizeOffset,
            CapacityOffset,
            LostOffset,
            &Whole::template Assign<Object>};
  }
};

/// A row for the elements of vectors inside of objects that shaders have as records.
template <size_t ElementBytes, size_t Number> struct VectorPool {
  // What the table takes from a row.

  template <class Object> static constexpr VectorInfo Info() {
    VectorInfo info = {ElementBytes, false, nullptr};
    info.pool = Number;
    return info;
  }
};

/// The table of a generated class; reaches private members as MemberTable does:
///
/// \code
/// template struct vkmorph::VectorTable<Numbers_Generated, vkmorph::VectorMember<&Numbers::m_taps,
/// 4>>;
/// \endcode
template <class Object, class... Rows> struct VectorTable {
  static constexpr VectorInfo kRows[] = {Rows::template Info<Object>()...};
  friend VectorSpan Table(TableOfClass<Object, VectorSpan>) { return {kRows, sizeof...(Rows)}; }
};

/// What the table of a class has.
template <class Object> VectorSpan VectorsOf(const Object *) {
  return Table(TableOfClass<Object, VectorSpan>());
}

} // namespace vkmorph
