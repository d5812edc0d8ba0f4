// Objects behind pointers and in vectors, std::variants, and structs with variants inside: what
// records shaders have of them.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <typeinfo>
#include <utility>
#include <variant>

#include "vkmorph/pools.h"
#include "vkmorph/vectors.h"

namespace vkmorph {

namespace detail {

template <class T> inline constexpr bool kIsPointer = std::is_pointer_v<T>;
template <class T, class D> inline constexpr bool kIsPointer<std::unique_ptr<T, D>> = true;
template <class T> inline constexpr bool kIsPointer<std::shared_ptr<T>> = true;

/// The object that a pointer leads to, or that an element or member is; null for none.
template <class Holder> const auto *ObjectOf(const Holder &holder) {
  if constexpr (kIsPointer<std::remove_cv_t<Holder>>)
    return holder ? &std::as_const(*holder) : nullptr;
  else
    return &holder;
}

template <class T, class Visit> void ForEachOf(T &one, Visit &&visit) { visit(one); }
template <class T, size_t N, class Visit> void ForEachOf(T (&array)[N], Visit &&visit) {
  for (T &one : array)
    ForEachOf(one, visit);
}
template <class T, size_t N, class Visit> void ForEachOf(std::array<T, N> &array, Visit &&visit) {
  for (T &one : array)
    ForEachOf(one, visit);
}
template <class T, size_t N, class Visit>
void ForEachOf(const std::array<T, N> &array, Visit &&visit) {
  for (const T &one : array)
    ForEachOf(one, visit);
}

/// How many holders a type is: of an array those of all dimensions.
template <class T> constexpr size_t CountHolders(const T *) { return 1; }
template <class T, size_t N> constexpr size_t CountHolders(const T (*)[N]) {
  return N * CountHolders(static_cast<const T *>(nullptr));
}
template <class T, size_t N> constexpr size_t CountHolders(const std::array<T, N> *) {
  return N * CountHolders(static_cast<const T *>(nullptr));
}
template <class T> inline constexpr size_t kHolders = CountHolders(static_cast<const T *>(nullptr));

/// Packs holders one behind the other, up to the first that cannot be packed.
template <class Records, size_t RecordBytes, class Holders>
PackFault PackEachOf(Holders &holders, unsigned char *records, const PackContext &context) {
  PackFault fault;
  size_t index = 0;
  ForEachOf(holders, [&](auto &one) {
    if (!fault) {
      fault = Records::Pack(one, records + index * RecordBytes, context);
      fault.index = index;
    }
    index++;
  });
  return fault;
}

/// The contrary: gives each holder what its record has.
template <class Records, size_t RecordBytes, class Holders>
void UnpackEachOf(Holders &holders, const unsigned char *records) {
  ForEachOf(holders, [&](auto &one) {
    Records::Unpack(one, records);
    records += RecordBytes;
  });
}

/// A member of objects whose own records lie in theirs, one behind the other.
template <auto Pointer, size_t Offset, size_t RecordBytes, class Records> struct RecordsWithin {
  using Type = typename MemberPointer<decltype(Pointer)>::Type;

  template <class Class>
  static PackFault Pack(const Class &object, unsigned char *record, const PackContext &context) {
    return PackEachOf<Records, RecordBytes>(In(object), record + Offset, context);
  }

protected:
  template <class Class> static Type &In(const Class &object) {
    return MemberPointer<decltype(Pointer)>::In(const_cast<Class &>(object), Pointer);
  }
};

} // namespace detail

/// A member of objects behind pointers or in vectors, or of structs with variants inside: where the
/// record has it.
template <auto Pointer, size_t Offset> struct ObjectPart {
  using Type = typename detail::MemberPointer<decltype(Pointer)>::Type;
  static_assert(kIsBytes<Type>, "objects are packed as bytes");
  static constexpr bool kIsDeep = false;

  /// Copies the member into the record.
  template <class Class>
  static PackFault Pack(const Class &object, unsigned char *record, const PackContext &) {
    std::memcpy(record + Offset, &In(object), sizeof(Type));
    return {};
  }
  /// Copies it out of the record; one that is const stays as it is.
  template <class Class>
  static void Unpack([[maybe_unused]] const Class &object,
                     [[maybe_unused]] const unsigned char *record) {
    if constexpr (!std::is_const_v<std::remove_all_extents_t<Type>>)
      std::memcpy(&In(object), record + Offset, sizeof(Type));
  }
  template <class Class> static void Visit(const Class &, PoolVisitor &) {}

private:
  /// The object is one of the caller's, also where he has it by a pointer to const.
  template <class Class> static Type &In(const Class &object) {
    return detail::MemberPointer<decltype(Pointer)>::In(const_cast<Class &>(object), Pointer);
  }
};

/// A vector that is a member of such objects: the record has where its elements begin in a pool,
/// and how many there are. `Records` are those of its elements, where they are packed, too.
template <auto Pointer, size_t Offset, size_t Pool, size_t RecordBytes = 0, class Records = void>
struct ObjectVector {
  using Type = typename detail::MemberPointer<decltype(Pointer)>::Type;
  static constexpr bool kIsDeep = true;

  /// Writes both numbers.
  template <class Class>
  static PackFault Pack(const Class &object, unsigned char *record, const PackContext &context) {
    const Type &vector = In(object);
    const uint32_t numbers[2] = {context.pools ? context.pools->FirstOf(&vector) : 0,
                                 uint32_t(vector.size())};
    std::memcpy(record + Offset, numbers, sizeof(numbers));
    return {};
  }
  template <class Class> static void Unpack(const Class &, const unsigned char *) {}
  template <class Class> static void Visit(const Class &object, PoolVisitor &visitor) {
    const Type &vector = In(object);
    if constexpr (std::is_void_v<Records>) {
      static_assert(kIsBytes<typename Type::value_type>, "elements are moved as bytes");
      visitor.Vector({Pool, &vector, vector.data(), vector.size(),
                      sizeof(typename Type::value_type), nullptr});
    } else {
      visitor.Vector({Pool, &vector, vector.data(), vector.size(), RecordBytes, &PackElements});
      for (const auto &element : vector)
        Records::Visit(element, visitor);
    }
  }

private:
  static PackFault PackElements(const void *vector, unsigned char *records,
                                const PackContext &context) {
    size_t index = 0;
    for (const auto &element : *static_cast<const Type *>(vector)) {
      PackFault fault = Records::Pack(element, records + index * RecordBytes, context);
      fault.index = index++;
      if (fault)
        return fault;
    }
    return {};
  }
  template <class Class> static const Type &In(const Class &object) {
    return detail::MemberPointer<decltype(Pointer)>::In(const_cast<Class &>(object), Pointer);
  }
};

/// An object with vectors that is a member of such objects, a pointer to one, or an array of
/// either.
template <auto Pointer, size_t Offset, size_t RecordBytes, class Records>
struct ObjectWithin : detail::RecordsWithin<Pointer, Offset, RecordBytes, Records> {
  static constexpr bool kIsDeep = true;

  template <class Class> static void Unpack(const Class &, const unsigned char *) {}
  template <class Class> static void Visit(const Class &object, PoolVisitor &visitor) {
    detail::ForEachOf(ObjectWithin::In(object), [&](auto &one) { Records::Visit(one, visitor); });
  }
};

/// A std::variant that is a member of a struct, a struct with variants inside, or an array of
/// either.
template <auto Pointer, size_t Offset, size_t RecordBytes, class Records>
struct PackedPart : detail::RecordsWithin<Pointer, Offset, RecordBytes, Records> {
  static constexpr bool kIsDeep = false;

  /// What is const stays as it is.
  template <class Class>
  static void Unpack([[maybe_unused]] const Class &object,
                     [[maybe_unused]] const unsigned char *record) {
    if constexpr (!std::is_const_v<std::remove_all_extents_t<typename PackedPart::Type>>)
      detail::UnpackEachOf<Records, RecordBytes>(PackedPart::In(object), record + Offset);
  }
  template <class Class> static void Visit(const Class &, PoolVisitor &) {}
};

/// Records of a struct with std::variants inside: its members, and those of its bases.
template <class... Parts> struct StructParts {
  static constexpr bool kIsDeep = false;

  /// Fills a record, which is all zero.
  template <class Struct>
  static PackFault Pack(const Struct &object, unsigned char *record, const PackContext &context) {
    PackFault fault;
    ((fault = fault ? fault : Parts::Pack(object, record, context)), ...);
    return fault;
  }
  /// Gives the struct what the record has.
  template <class Struct> static void Unpack(Struct &object, const unsigned char *record) {
    (Parts::Unpack(object, record), ...);
  }
  /// Each one is an object of its own.
  template <class Struct> static const void *AddressOf(const Struct &) { return nullptr; }
};

namespace detail {
/// Whether a pointer leads to an object of the class of a table, which may have the pointer's class
/// as a base that is not accessible.
template <class Object, class Owner> bool IsOwner(const Owner *pointer, const void *object) {
  // A C-style cast on purpose.
  return pointer == (const Owner *)static_cast<const Object *>(object);
}
} // namespace detail

/// A pointer of such objects that kernels take for one to the object of the class: the record has
/// nothing of it, but packing finds whether it is.
template <auto Pointer, class Object> struct ObjectOwner {
  static constexpr bool kIsDeep = false;

  /// Looks where it leads.
  template <class Class>
  static PackFault Pack(const Class &object, unsigned char *, const PackContext &context) {
    const auto *pointer =
        detail::MemberPointer<decltype(Pointer)>::In(const_cast<Class &>(object), Pointer);
    if (detail::IsOwner<Object>(pointer, context.object))
      return {};
    return {PackFault::Kind::OtherOwner, typeid(object).name()};
  }
  template <class Class> static void Unpack(const Class &, const unsigned char *) {}
  template <class Class> static void Visit(const Class &, PoolVisitor &) {}
};

/// The same for a reference, to which C++ has no pointers: it stands so many bytes behind the start
/// of the class that declares it, where compilers keep an address.
template <class Declaring, class Owner, size_t Offset, class Object> struct ObjectOwnerReference {
  static constexpr bool kIsDeep = false;

  /// Looks where it leads.
  template <class Class>
  static PackFault Pack(const Class &object, unsigned char *, const PackContext &context) {
    // A C-style cast on purpose: it reaches bases that are not accessible.
    const auto *bytes = reinterpret_cast<const unsigned char *>(&(const Declaring &)object);
    const Owner *pointer = nullptr;
    std::memcpy(&pointer, bytes + Offset, sizeof(pointer));
    if (detail::IsOwner<Object>(pointer, context.object))
      return {};
    return {PackFault::Kind::OtherOwner, typeid(object).name()};
  }
  template <class Class> static void Unpack(const Class &, const unsigned char *) {}
  template <class Class> static void Visit(const Class &, PoolVisitor &) {}
};

/// A class that objects may be of, and what the record says of its objects.
template <class Class, uint32_t Number, class... Parts> struct ObjectClass {
  static constexpr bool kIsDeep = (Parts::kIsDeep || ...);

  /// Whether an object is of this class and no other.
  template <class Interface> static bool IsOf(const Interface &object) {
    if constexpr (std::is_polymorphic_v<Interface>)
      return typeid(object) == typeid(Class);
    else
      return true;
  }
  /// Fills the record of an object of this class.
  template <class Interface>
  static PackFault Pack(const Interface &object, unsigned char *record,
                        [[maybe_unused]] const PackContext &context) {
    std::memcpy(record, &kNumber, sizeof(kNumber));
    // A C-style cast on purpose: it reaches bases that are not accessible.
    [[maybe_unused]] const Class &whole = (const Class &)object;
    PackFault fault;
    ((fault = fault ? fault : Parts::Pack(whole, record, context)), ...);
    return fault;
  }
  /// Gives the object what the record has.
  template <class Interface>
  static void Unpack(const Interface &object, [[maybe_unused]] const unsigned char *record) {
    [[maybe_unused]] const Class &whole = (const Class &)object;
    (Parts::Unpack(whole, record), ...);
  }
  template <class Interface>
  static void Visit(const Interface &object, [[maybe_unused]] PoolVisitor &visitor) {
    const Class &whole = (const Class &)object;
    visitor.Object(&whole, sizeof(Class));
    (Parts::Visit(whole, visitor), ...);
  }

private:
  static constexpr uint32_t kNumber = Number;
};

/// Records of objects of one of the classes, and of what pointers (plain, std::unique_ptr or
/// std::shared_ptr) lead to. That of a null pointer is all zero.
template <class... Classes> struct Objects {
  static constexpr bool kIsDeep = (Classes::kIsDeep || ...);

  /// Fills a record, which is all zero.
  template <class Holder>
  static PackFault Pack(const Holder &holder, unsigned char *record, const PackContext &context) {
    const auto *object = detail::ObjectOf(holder);
    if (!object)
      return {};
    PackFault fault;
    const bool isKnown =
        ((Classes::IsOf(*object) && (fault = Classes::Pack(*object, record, context), true)) ||
         ...);
    return isKnown ? fault : PackFault{PackFault::Kind::UnknownClass, NameOf(*object)};
  }
  template <class Holder> static void Unpack(Holder &holder, const unsigned char *record) {
    if (const auto *object = detail::ObjectOf(holder))
      (void)((Classes::IsOf(*object) && (Classes::Unpack(*object, record), true)) || ...);
  }
  template <class Holder> static void Visit(const Holder &holder, PoolVisitor &visitor) {
    if (const auto *object = detail::ObjectOf(holder))
      (void)((Classes::IsOf(*object) && (Classes::Visit(*object, visitor), true)) || ...);
  }
  /// Where the whole object is; null where there is none.
  template <class Holder> static const void *AddressOf(const Holder &holder) {
    const auto *object = detail::ObjectOf(holder);
    if constexpr (std::is_polymorphic_v<std::remove_pointer_t<decltype(object)>>)
      return object ? dynamic_cast<const void *>(object) : nullptr;
    else
      return object;
  }

private:
  template <class Object> static const char *NameOf(const Object &object) {
    return typeid(object).name();
  }
};

/// Records of a std::variant: which alternative it holds (1 for the first, 0 for one that holds
/// none), and behind that all alternatives side by side, at these offsets.
template <size_t... Offsets> struct Alternatives {
  static constexpr bool kIsDeep = false;

  /// Fills a record, which is all zero.
  template <class Variant>
  static PackFault Pack(const Variant &variant, unsigned char *record, const PackContext &) {
    static_assert(std::variant_size_v<Variant> == sizeof...(Offsets), "one offset for each");
    if (variant.valueless_by_exception())
      return {PackFault::Kind::Valueless};
    const uint32_t number = uint32_t(variant.index() + 1);
    std::memcpy(record, &number, sizeof(number));
    PackEach(variant, record,
             std::index_sequence_for<std::integral_constant<size_t, Offsets>...>());
    return {};
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

/// An array of the caller's whose elements, variants, structs with variants inside or arrays of
/// them, shaders have as records of so many bytes, one behind the other; `Records` says what one
/// has (Alternatives or StructParts).
template <class T, size_t RecordBytes, class Records> struct ArrayRecords {
  using Element = T;
  static constexpr size_t kRecordBytes = detail::kHolders<T> * RecordBytes; ///< of one element

  /// Fills `count * kRecordBytes` bytes, up to the first element that cannot be packed: a
  /// std::variant that holds nothing; Unpack gives the elements what the records have.
  static PackFault Pack(const T *elements, size_t count, void *records) {
    auto *record = static_cast<unsigned char *>(records);
    PackFault fault;
    for (size_t i = 0; i < count && !fault; i++, record += kRecordBytes) {
      std::memset(record, 0, kRecordBytes);
      fault = detail::PackEachOf<Records, RecordBytes>(elements[i], record, PackContext{nullptr});
      fault.index = i;
    }
    return fault;
  }
  static void Unpack(T *elements, size_t count, const void *records) {
    const auto *record = static_cast<const unsigned char *>(records);
    for (size_t i = 0; i < count; i++, record += kRecordBytes)
      detail::UnpackEachOf<Records, RecordBytes>(elements[i], record);
  }
};

/// A row of a VectorTable for a vector of pointers to objects, of variants, or of structs with
/// variants inside: the bytes of a record, what kernels do with records, and what records have
/// (Objects, Alternatives or StructParts).
template <auto Pointer, size_t RecordBytes, MemberUse Use, class Records> struct PackedVector {
  using Type = typename detail::MemberPointer<decltype(Pointer)>::Type;

  // What the table takes from a row.

  /// How many elements there are; the records are nowhere until they are packed.
  template <class Object> static VectorElements Elements(void *object) {
    Type &vector = In<Object>(object);
    return {nullptr, vector.size(), vector.capacity()};
  }
  template <class Object>
  static PackFault Pack(void *object, unsigned char *records, const PackContext &context) {
    Type &vector = In<Object>(object);
    std::memset(records, 0, vector.size() * RecordBytes);
    for (size_t i = 0; i < vector.size(); i++) {
      PackFault fault = Records::Pack(vector[i], records + i * RecordBytes, context);
      fault.index = i;
      if (fault)
        return fault;
    }
    return {};
  }
  template <class Object> static void Visit(void *object, PoolVisitor &visitor) {
    for (const auto &element : In<Object>(object))
      Records::Visit(element, visitor);
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
    if constexpr (Records::kIsDeep)
      info.packing.visit = &Row::template Visit<Object>;
    return info;
  }

protected:
  template <class Object> static Type &In(void *object) {
    return detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer);
  }
};

/// A row for such a vector whose size kernels change: the offsets are those of VectorInfo.
template <auto Pointer, size_t RecordBytes, class Records, size_t SizeOffset,
          size_t CapacityOffset = kNoOffset, size_t LostOffset = kNoOffset>
struct CountedPackedVector : PackedVector<Pointer, RecordBytes, MemberUse::Written, Records> {
  using Row = PackedVector<Pointer, RecordBytes, MemberUse::Written, Records>;
  static_assert(std::is_default_constructible_v<typename Row::Type::value_type>,
                "new elements get what their records have");

  // What the table takes from a row.

  template <class Object> static void Assign(void *object, const void *elements, size_t count) {
    Row::template In<Object>(object).resize(count);
    Row::template Unpack<Object>(object, static_cast<const unsigned char *>(elements));
  }
  template <class Object> static constexpr VectorInfo Info() {
    return InfoOf<CountedPackedVector, Object>();
  }
  template <class Whole, class Object> static constexpr VectorInfo InfoOf() {
    VectorInfo info = Row::template InfoOf<Whole, Object>();
    info.sizeOffset = SizeOffset;
    info.capacityOffset = CapacityOffset;
    info.lostOffset = LostOffset;
    info.assign = &Whole::template Assign<Object>;
    return info;
  }
};

/// A row of a MemberTable for a pointer to an object, a variant, a struct with variants inside, or
/// an array of any: where its records are in the class-data block, the bytes of one, and the rest
/// as of a PackedVector.
template <auto Pointer, size_t Offset, size_t RecordBytes, MemberUse Use, class Records>
struct PackedMember {
  using Type = typename detail::MemberPointer<decltype(Pointer)>::Type;

  // What the table takes from a row.

  template <class Object>
  static PackFault Pack(void *object, unsigned char *records, const PackContext &context) {
    std::memset(records, 0, kCount * RecordBytes);
    return detail::PackEachOf<Records, RecordBytes>(In<Object>(object), records, context);
  }
  template <class Object> static void Visit(void *object, PoolVisitor &visitor) {
    detail::ForEachOf(In<Object>(object), [&](auto &one) { Records::Visit(one, visitor); });
  }
  template <class Object> static void Unpack(void *object, const unsigned char *records) {
    detail::UnpackEachOf<Records, RecordBytes>(In<Object>(object), records);
  }
  template <class Object> static void List(void *object, std::vector<const void *> &addresses) {
    detail::ForEachOf(In<Object>(object),
                      [&](auto &one) { addresses.push_back(Records::AddressOf(one)); });
  }
  template <class Object> static constexpr MemberInfo Info() {
    return InfoOf<PackedMember, Object>();
  }
  template <class Row, class Object> static constexpr MemberInfo InfoOf() {
    MemberInfo info = {Offset,
                       kCount * RecordBytes,
                       Use == MemberUse::Written,
                       nullptr,
                       nullptr,
                       kElements == 0 ? 0 : kCount / kElements * RecordBytes,
                       PackingOf<Row, Object, Use>()};
    if constexpr (Records::kIsDeep)
      info.packing.visit = &Row::template Visit<Object>;
    return info;
  }

private:
  static constexpr size_t kCount = detail::kHolders<Type>;
  /// Of an array's outermost dimension; 0 for what is no array.
  static constexpr size_t kElementBytes = detail::kElementBytes<std::remove_const_t<Type>>;
  static constexpr size_t kElements = kElementBytes == 0 ? 0 : sizeof(Type) / kElementBytes;

  template <class Object> static Type &In(void *object) {
    return detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer);
  }
};

} // namespace vkmorph
