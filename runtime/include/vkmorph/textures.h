// Tables of the textures that samplers of the device read, and how those read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

#include <vulkan/vulkan.h>

#include "vkmorph/vectors.h"

namespace vkmorph {

/// A texture has one to three sizes, and may have a number that says how it is addressed.
inline constexpr size_t kMostTextureNumbers = 4;

/// The objects that are the levels of a texture, the finest one first.
struct LevelObjects {
  void *first;
  size_t count;
  size_t bytes; ///< from one to the next
};

/// One texture: texels of one to four floats, or half floats, rows one behind the other. Or an
/// array of textures, those of all objects whose texels are vectors of one pool.
struct TextureInfo {
  size_t texelBytes;
  size_t dimensions;                      ///< how many of the numbers are sizes
  VectorElements (*texels)(void *object); ///< of an object (a pointer to the generated class)
  int64_t (*numbers[kMostTextureNumbers])(void *object); ///< the length of a row first; null behind

  // Of an array, whose functions take the objects with the vectors.
  size_t pool = kNoPool;
  /// The object of a vector with texels or levels.
  void *(*objectOf)(const void *vector) = nullptr;

  /// Of a texture with levels: `texels` and the sizes are those of a level. Else null.
  LevelObjects (*levels)(void *object) = nullptr;

  /// Of a texture whose levels are all in `texels`: how many there are, and which element is the
  /// first one of a level, negative for the one behind the finer level. The sizes are those of the
  /// finest one. Else null.
  int64_t (*levelCount)(void *object) = nullptr;
  int64_t (*levelBegin)(void *object, int64_t level) = nullptr;

  bool areHalves = false; ///< texels are half floats of 16 bits
};

/// The textures of one class.
struct TextureSpan {
  const TextureInfo *first = nullptr;
  size_t count = 0;
};

/// A value of the member that says how a texture is addressed.
struct AddressValue {
  int64_t value;
  VkSamplerAddressMode mode;
};

/// How a sampler reads a texture.
struct TextureSampling {
  const char *name;
  VkFilter filter;
  VkSamplerAddressMode address; ///< where no member says it
  /// What C++ calls the texels and numbers, for UpdateMember: "m_bricks.m_texels".
  std::initializer_list<const char *> members;
  std::initializer_list<AddressValue> addresses = {}; ///< of the member that says it
  size_t begin = 0; ///< the number of an array's first texture, as shaders count
  VkSamplerMipmapMode betweenLevels = VK_SAMPLER_MIPMAP_MODE_NEAREST;
};

/// A row of numbers in a row of a TextureTable: an integer or enumerator of the object.
template <auto Pointer> struct TextureNumber {
  // What the row takes.

  template <class Object> static int64_t Value(void *object) {
    return static_cast<int64_t>(
        detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer));
  }
};

/// The texels in a row of a TextureTable that are the bits of half floats.
template <auto Pointer, size_t TexelBytes> struct HalfTexels : VectorMember<Pointer, TexelBytes> {};

/// The levels in a row of a TextureTable: a std::vector, a std::array or an array of objects.
template <auto Pointer> struct LevelsMember {
  using Type = typename detail::MemberPointer<decltype(Pointer)>::Type;
  using Level =
      std::remove_cv_t<std::remove_pointer_t<decltype(std::data(std::declval<Type &>()))>>;

  // What the row takes.

  template <class Object> static LevelObjects Levels(void *object) {
    Type &levels =
        detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer);
    return {const_cast<Level *>(std::data(levels)), std::size(levels), sizeof(Level)};
  }
  template <class Object> static const void *Address(void *object) {
    return &detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer);
  }
};

namespace detail {
/// What a method of an object gives for a level, whatever integers it is declared with.
template <class Object, class Class, class Result, class Level>
int64_t NumberOf(Result (Class::*method)(Level) const, const Object &object, int64_t level) {
  // A C-style cast on purpose: it reaches bases that are not accessible.
  return static_cast<int64_t>((((const Class &)object).*method)(static_cast<Level>(level)));
}
} // namespace detail

/// How many levels there are in a row of a TextureTable whose texels are all in one vector: an
/// integer of the object; and its const method that says where a level begins. Without it, each
/// level begins behind the finer one.
template <auto Pointer, auto Method = nullptr> struct LevelCount {
  // What the row takes.

  template <class Object> static int64_t Value(void *object) {
    return TextureNumber<Pointer>::template Value<Object>(object);
  }
  template <class Object>
  static int64_t Begin([[maybe_unused]] void *object, [[maybe_unused]] int64_t level) {
    if constexpr (std::is_null_pointer_v<decltype(Method)>)
      return -1;
    else
      return detail::NumberOf(Method, *static_cast<const Object *>(object), level);
  }
};

namespace detail {
/// The class of the levels that a row has.
template <class Row> struct LevelOfRow {
  using Type = typename Row::Level;
};
template <auto Pointer, class Row> struct LevelOfRow<Within<Pointer, Row>> : LevelOfRow<Row> {};

/// Whether the texels that a row has are half floats.
template <class Row> inline constexpr bool kAreHalves = false;
template <auto Pointer, size_t TexelBytes>
inline constexpr bool kAreHalves<HalfTexels<Pointer, TexelBytes>> = true;
template <auto Pointer, class Row>
inline constexpr bool kAreHalves<Within<Pointer, Row>> = kAreHalves<Row>;

/// A part of an object says where the object is.
template <class Class, class Part> void *ObjectOf(const void *part) {
  alignas(Class) static unsigned char bytes[sizeof(Class)];
  static const auto *place =
      static_cast<const unsigned char *>(Part::template Address<Class>(bytes));
  return const_cast<unsigned char *>(static_cast<const unsigned char *>(part) - (place - bytes));
}
} // namespace detail

/// A row of a TextureTable: a VectorMember for the texels, and a TextureNumber for each number.
template <size_t Dimensions, class Texels, class... Numbers> struct Texture {
  static_assert(Dimensions >= 1 && Dimensions <= 3 && sizeof...(Numbers) >= Dimensions &&
                    sizeof...(Numbers) <= Dimensions + 1,
                "a size for each dimension, and what says how it is addressed");

  // What the table takes from a row.

  template <class Object> static constexpr TextureInfo Info() {
    constexpr VectorInfo texels = Texels::template Info<Object>();
    TextureInfo info = {
        texels.elementBytes, Dimensions, texels.elements, {&Numbers::template Value<Object>...}};
    info.areHalves = detail::kAreHalves<Texels>;
    return info;
  }
};

/// A row of a TextureTable for all objects of `Class` that shaders have as records. The vector with
/// the texels is one of that pool.
template <size_t Dimensions, size_t Pool, class Class, class Texels, class... Numbers>
struct TextureArray {
  // What the table takes from a row.

  template <class Object> static constexpr TextureInfo Info() {
    TextureInfo info = Texture<Dimensions, Texels, Numbers...>::template Info<Class>();
    info.pool = Pool;
    info.objectOf = &detail::ObjectOf<Class, Texels>;
    return info;
  }
};

/// A row of a TextureTable: the texels of all levels, a LevelCount, and numbers as a Texture has
/// them, of which the sizes are those of the finest level.
template <size_t Dimensions, class Texels, class Count, class... Numbers> struct PackedTexture {
  // What the table takes from a row.

  template <class Object> static constexpr TextureInfo Info() {
    TextureInfo info = Texture<Dimensions, Texels, Numbers...>::template Info<Object>();
    info.levelCount = &Count::template Value<Object>;
    info.levelBegin = &Count::template Begin<Object>;
    return info;
  }
};

/// The same for all objects of `Class` that shaders have as records. The vector with the texels is
/// one of that pool.
template <size_t Dimensions, size_t Pool, class Class, class Texels, class Count, class... Numbers>
struct PackedTextureArray {
  // What the table takes from a row.

  template <class Object> static constexpr TextureInfo Info() {
    TextureInfo info = PackedTexture<Dimensions, Texels, Count, Numbers...>::template Info<Class>();
    info.pool = Pool;
    info.objectOf = &detail::ObjectOf<Class, Texels>;
    return info;
  }
};

/// A row of a TextureTable: a LevelsMember, and of each of these levels what a Texture has. What
/// says how it is addressed is a member of the object with the levels.
template <size_t Dimensions, class Levels, class Texels, class... Numbers> struct LeveledTexture {
  // What the table takes from a row.

  template <class Object> static constexpr TextureInfo Info() {
    using Level = typename detail::LevelOfRow<Levels>::Type;
    return Numbered<Object, Level>(std::index_sequence_for<Numbers...>());
  }

private:
  template <class Object, class Level, size_t... Indices>
  static constexpr TextureInfo Numbered(std::index_sequence<Indices...>) {
    TextureInfo info = {
        Texels::template Info<Level>().elementBytes,
        Dimensions,
        Texels::template Info<Level>().elements,
        {&Numbers::template Value<std::conditional_t<(Indices < Dimensions), Level, Object>>...}};
    info.levels = &Levels::template Levels<Object>;
    info.areHalves = detail::kAreHalves<Texels>;
    return info;
  }
};

/// The same for all objects of `Class` that shaders have as records. The vector with the levels is
/// one of that pool.
template <size_t Dimensions, size_t Pool, class Class, class Levels, class Texels, class... Numbers>
struct LeveledTextureArray {
  // What the table takes from a row.

  template <class Object> static constexpr TextureInfo Info() {
    TextureInfo info =
        LeveledTexture<Dimensions, Levels, Texels, Numbers...>::template Info<Class>();
    info.pool = Pool;
    info.objectOf = &detail::ObjectOf<Class, Levels>;
    return info;
  }
};

/// The table of a generated class; reaches private members as MemberTable does:
///
/// \code
/// template struct vkmorph::TextureTable<Wall_Generated, vkmorph::Texture<2,
///     vkmorph::VectorMember<&Wall::m_texels, 16>, vkmorph::TextureNumber<&Wall::m_width>,
///     vkmorph::TextureNumber<&Wall::m_height>>>;
/// \endcode
template <class Object, class... Rows> struct TextureTable {
  static constexpr TextureInfo kRows[] = {Rows::template Info<Object>()...};
  friend TextureSpan Table(TableOfClass<Object, TextureSpan>) { return {kRows, sizeof...(Rows)}; }
};

/// What the table of a class has.
template <class Object> TextureSpan TexturesOf(const Object *) {
  return Table(TableOfClass<Object, TextureSpan>());
}

} // namespace vkmorph
