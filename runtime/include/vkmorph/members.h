// Tables of the members that kernels touch; they reach private members by standard C++.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <vector>

namespace vkmorph {

/// Why members could not be packed; no reason where they were.
struct PackFault {
  /// What was found.
  enum class Kind {
    None,
    UnknownClass, ///< an object of a class that no row lists
    Valueless,    ///< a std::variant that holds nothing, since an assignment threw
    OtherOwner,   ///< an object whose pointer to the object that has it leads elsewhere, or nowhere
  };
  Kind kind = Kind::None;
  const char *typeName = nullptr; ///< the class of the object, as typeid names it
  size_t index = 0;               ///< of the element

  /// Whether there is a reason.
  explicit operator bool() const { return kind != Kind::None; }
};

class PoolIndex;
class PoolVisitor;

/// What packing has to know beside the members.
struct PackContext {
  const void *object;               ///< a pointer to the class of the table
  const PoolIndex *pools = nullptr; ///< where vectors inside begin; null where nobody asks for that
};

/// Of members and elements that shaders have in another form: how the host packs them.
struct Packing {
  /// Writes the records, one behind the other.
  PackFault (*pack)(void *object, unsigned char *records, const PackContext &context) = nullptr;
  /// Takes what kernels write into them out of the records.
  void (*unpack)(void *object, const unsigned char *records) = nullptr;
  /// Appends the addresses of the objects that pointers lead to, null for those that lead to none.
  void (*list)(void *object, std::vector<const void *> &addresses) = nullptr;
  /// Shows objects with vectors or other objects inside; null where there are none.
  void (*visit)(void *object, PoolVisitor &visitor) = nullptr;

  /// Whether there is another form.
  explicit operator bool() const { return pack != nullptr; }
};

/// One member in the class-data block.
struct MemberInfo {
  size_t offset;                  ///< bytes from the start of the block
  size_t bytes;                   ///< sizeof the member
  bool written;                   ///< some kernel writes it
  void *(*address)(void *object); ///< where it is in an object (a pointer to the generated class)
  size_t (*count)(void *object) = nullptr; ///< of the size of a vector: the value; no address then
  size_t elementBytes = 0; ///< of an array: of an element of its outermost dimension; otherwise 0
  Packing packing = {};    ///< of what has no address, since shaders have it in another form
};

/// The members of one class, in order of their offsets.
struct MemberSpan {
  const MemberInfo *first = nullptr;
  size_t count = 0;

  /// For range-based loops.
  const MemberInfo *begin() const { return first; }
  const MemberInfo *end() const { return first + count; }
};

/// What kernels do with a member.
enum class MemberUse { Read, Written };

namespace detail {

template <class Pointer> struct MemberPointer; // not a pointer to a data member
template <class C, class T> struct MemberPointer<T C::*> {
  using Class = C;
  using Type = T;
  template <class Object> static T &In(Object &object, T C::*pointer) {
    // A C-style cast on purpose: it reaches bases that are not accessible.
    return ((C &)object).*pointer;
  }
};
template <class T> struct MemberPointer<T *> { // a static member
  using Type = T;
  template <class Object> static T &In(Object &, T *pointer) { return *pointer; }
};

/// Bytes of an element of an array's outermost dimension; 0 for what is no array.
template <class T> inline constexpr size_t kElementBytes = 0;
template <class T, size_t N> inline constexpr size_t kElementBytes<T[N]> = sizeof(T);
template <class T, size_t N> inline constexpr size_t kElementBytes<std::array<T, N>> = sizeof(T);

} // namespace detail

/// Whether copies of objects are copies of their bytes; copy constructors and assignment operators
/// of the user's are taken to mean the same.
template <class T>
inline constexpr bool kIsBytes =
    std::is_trivially_destructible_v<T> && !std::is_polymorphic_v<std::remove_all_extents_t<T>>;

/// A row of a MemberTable: pointer to the member, its offset in the class-data block, its use.
template <auto Pointer, size_t Offset, MemberUse Use = MemberUse::Read> struct Member {
  using Type = typename detail::MemberPointer<decltype(Pointer)>::Type;
  static_assert(kIsBytes<Type>, "class data is moved as bytes");
  static_assert(Use == MemberUse::Read || !std::is_const_v<Type>, "a const member is not written");

  // What the table takes from a row.

  template <class Object> static void *Address(void *object) {
    Type &member =
        detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer);
    return const_cast<std::remove_cv_t<Type> *>(&member);
  }
  template <class Object> static constexpr MemberInfo Info() { return InfoOf<Member, Object>(); }
  /// Of a row that is this one of a part of the object.
  template <class Row, class Object> static constexpr MemberInfo InfoOf() {
    return {Offset,
            sizeof(Type),
            Use == MemberUse::Written,
            &Row::template Address<Object>,
            nullptr,
            detail::kElementBytes<std::remove_const_t<Type>>};
  }
};

/// A row for the size of a vector, which shaders read as a uint32_t.
template <auto Pointer, size_t Offset> struct VectorSize {
  // What the table takes from a row.

  template <class Object> static size_t Count(void *object) {
    return detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer)
        .size();
  }
  template <class Object> static constexpr MemberInfo Info() {
    return InfoOf<VectorSize, Object>();
  }
  template <class Row, class Object> static constexpr MemberInfo InfoOf() {
    return {Offset, 4, false, nullptr, &Row::template Count<Object>};
  }
};

/// What a Packing has of a row.
template <class Row, class Object, MemberUse Use> constexpr Packing PackingOf() {
  return {&Row::template Pack<Object>,
          Use == MemberUse::Written ? &Row::template Unpack<Object> : nullptr,
          &Row::template List<Object>, nullptr};
}

/// A row of either table for a member of a member: `Row` is of the class of the outer one.
template <auto Pointer, class Row> struct Within {
  using Type = typename detail::MemberPointer<decltype(Pointer)>::Type;

  // What the table takes from a row.

  template <class Object> static void *Part(void *object) {
    Type &part =
        detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer);
    return const_cast<std::remove_cv_t<Type> *>(&part);
  }

  template <class Object> static void *Address(void *object) {
    return Row::template Address<Type>(Part<Object>(object));
  }
  template <class Object> static size_t Count(void *object) {
    return Row::template Count<Type>(Part<Object>(object));
  }
  template <class Object> static auto Elements(void *object) {
    return Row::template Elements<Type>(Part<Object>(object));
  }
  template <class Object> static auto Value(void *object) {
    return Row::template Value<Type>(Part<Object>(object));
  }
  template <class Object> static auto Levels(void *object) {
    return Row::template Levels<Type>(Part<Object>(object));
  }
  template <class Object> static int64_t Begin(void *object, int64_t level) {
    return Row::template Begin<Type>(Part<Object>(object), level);
  }
  template <class Object> static void Assign(void *object, const void *elements, size_t count) {
    Row::template Assign<Type>(Part<Object>(object), elements, count);
  }
  template <class Object>
  static auto Pack(void *object, unsigned char *records, const PackContext &context) {
    return Row::template Pack<Type>(Part<Object>(object), records, context);
  }
  template <class Object> static void Visit(void *object, PoolVisitor &visitor) {
    Row::template Visit<Type>(Part<Object>(object), visitor);
  }
  template <class Object> static void Unpack(void *object, const unsigned char *records) {
    Row::template Unpack<Type>(Part<Object>(object), records);
  }
  template <class Object> static void List(void *object, std::vector<const void *> &addresses) {
    Row::template List<Type>(Part<Object>(object), addresses);
  }
  template <class Object> static constexpr auto Info() {
    return Row::template InfoOf<Within, Object>();
  }
  template <class Outer, class Object> static constexpr auto InfoOf() {
    return Row::template InfoOf<Outer, Object>();
  }
};

// What the tables of a class define, in this namespace too; calls find the declarations by these
// types.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <class Object, class Span> struct TableOfClass {
  friend Span Table(TableOfClass);
};
template <class Object> struct PrivateMembersOfClass {
  friend constexpr auto Pointers(PrivateMembersOfClass);
};
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// The table of a generated class. Names in an explicit instantiation are not checked for access
/// ([temp.spec]), so this reaches private members, and types that cannot be named:
///
/// \code
/// template struct vkmorph::MemberTable<Numbers_Generated, vkmorph::Member<&Numbers::m_summ, 0>>;
/// \endcode
template <class Object, class... Rows> struct MemberTable {
  static constexpr MemberInfo kRows[] = {Rows::template Info<Object>()...};
  friend MemberSpan Table(TableOfClass<Object, MemberSpan>) { return {kRows, sizeof...(Rows)}; }
};

/// What the table of a class has.
template <class Object> MemberSpan MembersOf(const Object *) {
  return Table(TableOfClass<Object, MemberSpan>());
}

/// An array that is a member, as the std::array (of such, where there are several dimensions) that
/// functions take.
template <class Array, class Member> Array ToArray(const Member &member) {
  static_assert(sizeof(Array) == sizeof(Member), "both have the same elements");
  static_assert(std::is_trivially_copyable_v<Member>, "they are copied as bytes");
  Array result;
  std::memcpy(&result, &member, sizeof(result));
  return result;
}

/// Gives host code of a generated class pointers to private members:
///
/// \code
/// template struct vkmorph::PrivateMembers<Numbers_Generated, &Numbers::m_passes, &Numbers::m_sum>;
/// const auto [kPasses, kSum] = vkmorph::kPrivateMembers<Numbers_Generated>;
/// ... this->*kPasses ...
/// \endcode
template <class Object, auto... Members> struct PrivateMembers {
  friend constexpr auto Pointers(PrivateMembersOfClass<Object>) {
    return std::make_tuple(Members...);
  }
};

/// The pointers that PrivateMembers has of a class.
template <class Object>
inline constexpr auto kPrivateMembers = Pointers(PrivateMembersOfClass<Object>());

/// The member of an object that one of these pointers is to, also where the class that declares it
/// is a private base, of which `object.*pointer` cannot take it.
template <class Object, class Class, class T> auto &MemberOf(Object &object, T Class::*pointer) {
  T &member = detail::MemberPointer<T Class::*>::In(object, pointer);
  return static_cast<std::conditional_t<std::is_const_v<Object>, const T, T> &>(member);
}

/// Gives a generated class one private type, so that it can declare functions that take it:
///
/// \code
/// namespace vkmorph {
/// struct Numbers_Mode {};
/// constexpr auto TypeOf(Numbers_Mode);
/// }
/// extern template struct vkmorph::ExposeType<vkmorph::Numbers_Mode, Numbers::Mode>;
/// ... vkmorph::Exposed<vkmorph::Numbers_Mode> ...
/// \endcode
///
/// A header may hold the declaration; one source file has the same without `extern`.
template <class Tag, class T> struct ExposeType {
  /// What Exposed takes the type from.
  struct Result {
    using Type = T;
  };
  friend constexpr auto TypeOf(Tag) { return Result(); }
};

/// The private type that ExposeType has given to a tag.
template <class Tag> using Exposed = typename decltype(TypeOf(Tag()))::Type;

} // namespace vkmorph
