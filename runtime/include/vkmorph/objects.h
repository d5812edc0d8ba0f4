// Objects behind an interface and std::variants: what records shaders have of them.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <typeinfo>
#include <utility>
#include <variant>

#include "vkmorph/vectors.h"

namespace vkmorph {

/// A member of objects behind an interface: where the record has it.
template <auto Pointer, size_t Offset> struct ObjectPart {
  using Type = typename detail::MemberPointer<decltype(Pointer)>::Type;
  static_assert(kIsBytes<Type>, "objects are packed as bytes");

  /// Copies the member into the record.
  template <class Class> static void Pack(const Class &object, unsigned char *record) {
    std::memcpy(record + Offset, &In(object), sizeof(Type));
  }
  /// Copies it out of the record; one that is const stays as it is.
  template <class Class>
  static void Unpack([[maybe_unused]] const Class &object,
                     [[maybe_unused]] const unsigned char *record) {
    if constexpr (!std::is_const_v<std::remove_all_extents_t<Type>>)
      std::memcpy(&In(object), record + Offset, sizeof(Type));
  }

private:
  /// The object is one of the caller's, also where he has it by a pointer to const.
  template <class Class> static Type &In(const Class &object) {
    return detail::MemberPointer<decltype(Pointer)>::In(const_cast<Class &>(object), Pointer);
  }
};

/// A class that objects behind an interface may be of, and what the record says of its objects.
template <class Class, uint32_t Number, class... Parts> struct ObjectClass {
  /// Fills the record; false where the object is of another class.
  template <class Interface> static bool Pack(const Interface &object, unsigned char *record) {
    if (typeid(object) != typeid(Class))
      return false;
    std::memcpy(record, &kNumber, sizeof(kNumber));
    // A C-style cast on purpose: it reaches bases that are not accessible.
    [[maybe_unused]] const Class &whole = (const Class &)object;
    (Parts::Pack(whole, record), ...);
    return true;
  }
  /// Gives the object what the record has; false where it is of another class.
  template <class Interface>
  static bool Unpack(const Interface &object, [[maybe_unused]] const unsigned char *record) {
    if (typeid(object) != typeid(Class))
      return false;
    [[maybe_unused]] const Class &whole = (const Class &)object;
    (Parts::Unpack(whole, record), ...);
    return true;
  }

private:
  static constexpr uint32_t kNumber = Number;
};

/// Records of what pointers (plain, std::unique_ptr or std::shared_ptr) lead to: objects of one of
/// the classes. That of a null pointer is all zero.
template <class... Classes> struct Objects {
  /// Fills a record, which is all zero; the name of the object's class where that is none of these.
  template <class Pointer> static const char *Pack(const Pointer &pointer, unsigned char *record) {
    if (!pointer)
      return nullptr;
    const auto &object = *pointer;
    return (Classes::Pack(object, record) || ...) ? nullptr : typeid(object).name();
  }
  template <class Pointer> static void Unpack(Pointer &pointer, const unsigned char *record) {
    if (!pointer)
      return;
    const auto &object = *pointer;
    (void)(Classes::Unpack(object, record) || ...);
  }
  /// Where the whole object is; null where there is none.
  template <class Pointer> static const void *AddressOf(const Pointer &pointer) {
    return pointer ? dynamic_cast<const void *>(&*pointer) : nullptr;
  }
};

/// Records of a std::variant: which alternative it holds (1 for the first, 0 for one that holds
/// none), and behind that all alternatives side by side, at these offsets.
template <size_t... Offsets> struct Alternatives {
  /// Fills a record, which is all zero; kValueless for a variant that holds nothing.
  template <class Variant> static const char *Pack(const Variant &variant, unsigned char *record) {
    static_assert(std::variant_size_v<Variant> == sizeof...(Offsets), "one offset for each");
    if (variant.valueless_by_exception())
      return kValueless;
    const uint32_t number = uint32_t(variant.index() + 1);
    std::memcpy(record, &number, sizeof(number));
    PackEach(variant, record,
             std::index_sequence_for<std::integral_constant<size_t, Offsets>...>());
    return nullptr;
  }
  template <class Variant> static void Unpack(Variant &variant, const unsigned char *record) {
    UnpackEach(variant, record,
               std::index_sequence_for<std::integral_constant<size_t, Offsets>...>());
  }
  /// Each one is an object of its own.
  template <class Variant> static const void *AddressOf(const Variant &) { return nullptr; }

private:
  template <class Variant, size_t... Indices>
  static void PackEach(const Variant &variant, unsigned char *record,
                       std::index_sequence<Indices...>) {
    (PackOne<Indices, Offsets>(variant, record), ...);
  }
  template <size_t Index, size_t Offset, class Variant>
  static void PackOne([[maybe_unused]] const Variant &variant,
                      [[maybe_unused]] unsigned char *record) {
    using Type = std::variant_alternative_t<Index, Variant>;
    static_assert(kIsBytes<Type>, "alternatives are packed as bytes");
    if constexpr (!std::is_empty_v<Type>)
      if (const Type *held = std::get_if<Index>(&variant))
        std::memcpy(record + Offset, static_cast<const void *>(held), sizeof(Type));
  }
  template <class Variant, size_t... Indices>
  static void UnpackEach(Variant &variant, const unsigned char *record,
                         std::index_sequence<Indices...>) {
    uint32_t number = 0;
    std::memcpy(&number, record, sizeof(number));
    (UnpackOne<Indices, Offsets>(variant, number, record), ...);
  }
  template <size_t Index, size_t Offset, class Variant>
  static void UnpackOne(Variant &variant, uint32_t number,
                        [[maybe_unused]] const unsigned char *record) {
    using Type = std::variant_alternative_t<Index, Variant>;
    if (number != Index + 1)
      return;
    if constexpr (std::is_empty_v<Type>) {
      if (variant.index() != Index)
        variant.template emplace<Index>();
    } else if (Type *held = std::get_if<Index>(&variant)) {
      std::memcpy(static_cast<void *>(held), record + Offset, sizeof(Type));
    } else {
      alignas(Type) unsigned char bytes[sizeof(Type)];
      std::memcpy(bytes, record + Offset, sizeof(Type));
      variant.template emplace<Index>(*std::launder(reinterpret_cast<const Type *>(bytes)));
    }
  }
};

/// A row of a VectorTable for a vector of pointers to objects or of variants: the bytes of a
/// record, what kernels do with records, and what records have (Objects or Alternatives).
template <auto Pointer, size_t RecordBytes, MemberUse Use, class Records> struct PackedVector {
  using Type = typename detail::MemberPointer<decltype(Pointer)>::Type;

  // What the table takes from a row.

  /// How many elements there are; the records are nowhere until they are packed.
  template <class Object> static VectorElements Elements(void *object) {
    Type &vector = In<Object>(object);
    return {nullptr, vector.size(), vector.capacity()};
  }
  template <class Object> static PackFault Pack(void *object, unsigned char *records) {
    Type &vector = In<Object>(object);
    std::memset(records, 0, vector.size() * RecordBytes);
    for (size_t i = 0; i < vector.size(); i++)
      if (const char *unknown = Records::Pack(vector[i], records + i * RecordBytes))
        return {i, unknown};
    return {};
  }
  template <class Object> static void Unpack(void *object, const unsigned char *records) {
    Type &vector = In<Object>(object);
    for (size_t i = 0; i < vector.size(); i++)
      Records::Unpack(vector[i], records + i * RecordBytes);
  }
  template <class Object> static void List(void *object, std::vector<const void *> &addresses) {
    for (const auto &element : In<Object>(object))
      addresses.push_back(Records::AddressOf(element));
  }
  template <class Object> static constexpr VectorInfo Info() {
    return InfoOf<PackedVector, Object>();
  }
  template <class Row, class Object> static constexpr VectorInfo InfoOf() {
    VectorInfo info = {RecordBytes, Use == MemberUse::Written, &Row::template Elements<Object>};
    info.packing = PackingOf<Row, Object, Use>();
    return info;
  }

private:
  template <class Object> static Type &In(void *object) {
    return detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer);
  }
};

/// A row of a MemberTable for a pointer to an object, a variant, or an array of either: where its
/// records are in the class-data block, the bytes of one, and the rest as of a PackedVector.
template <auto Pointer, size_t Offset, size_t RecordBytes, MemberUse Use, class Records>
struct PackedMember {
  using Type = typename detail::MemberPointer<decltype(Pointer)>::Type;

  // What the table takes from a row.

  template <class Object> static PackFault Pack(void *object, unsigned char *records) {
    std::memset(records, 0, kCount * RecordBytes);
    PackFault fault;
    ForEach(In<Object>(object), [&, index = size_t(0)](auto &one) mutable {
      const char *unknown =
          fault.typeName ? nullptr : Records::Pack(one, records + index * RecordBytes);
      if (unknown)
        fault = {index, unknown};
      index++;
    });
    return fault;
  }
  template <class Object> static void Unpack(void *object, const unsigned char *records) {
    ForEach(In<Object>(object), [&](auto &one) {
      Records::Unpack(one, records);
      records += RecordBytes;
    });
  }
  template <class Object> static void List(void *object, std::vector<const void *> &addresses) {
    ForEach(In<Object>(object), [&](auto &one) { addresses.push_back(Records::AddressOf(one)); });
  }
  template <class Object> static constexpr MemberInfo Info() {
    return InfoOf<PackedMember, Object>();
  }
  template <class Row, class Object> static constexpr MemberInfo InfoOf() {
    return {Offset,
            kCount * RecordBytes,
            Use == MemberUse::Written,
            nullptr,
            nullptr,
            kElements == 0 ? 0 : kCount / kElements * RecordBytes,
            PackingOf<Row, Object, Use>()};
  }

private:
  template <class T> static constexpr size_t CountOf(const T *) { return 1; }
  template <class T, size_t N> static constexpr size_t CountOf(const T (*)[N]) {
    return N * CountOf(static_cast<const T *>(nullptr));
  }
  template <class T, size_t N> static constexpr size_t CountOf(const std::array<T, N> *) {
    return N * CountOf(static_cast<const T *>(nullptr));
  }
  static constexpr size_t kCount = CountOf(static_cast<const Type *>(nullptr));
  /// Of an array's outermost dimension; 0 for what is no array.
  static constexpr size_t kElementBytes = detail::kElementBytes<std::remove_const_t<Type>>;
  static constexpr size_t kElements = kElementBytes == 0 ? 0 : sizeof(Type) / kElementBytes;

  template <class T, class Visit> static void ForEach(T &one, Visit &&visit) { visit(one); }
  template <class T, size_t N, class Visit> static void ForEach(T (&array)[N], Visit &&visit) {
    for (T &one : array)
      ForEach(one, visit);
  }
  template <class T, size_t N, class Visit>
  static void ForEach(std::array<T, N> &array, Visit &&visit) {
    for (T &one : array)
      ForEach(one, visit);
  }
  template <class T, size_t N, class Visit>
  static void ForEach(const std::array<T, N> &array, Visit &&visit) {
    for (const T &one : array)
      ForEach(one, visit);
  }
  template <class Object> static Type &In(void *object) {
    return detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer);
  }
};

} // namespace vkmorph
