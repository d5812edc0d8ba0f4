// Tables of the textures that samplers of the device read, and how those read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include <vulkan/vulkan.h>

#include "vkmorph/vectors.h"

namespace vkmorph {

/// A texture has one to three sizes, and may have a number that says how it is addressed.
inline constexpr size_t kMostTextureNumbers = 4;

/// One texture: texels of one to four floats, rows one behind the other. Or an array of textures,
/// those of all objects whose texels are vectors of one pool.
struct TextureInfo {
  size_t texelBytes;
  size_t dimensions;                      ///< how many of the numbers are sizes
  VectorElements (*texels)(void *object); ///< of an object (a pointer to the generated class)
  int64_t (*numbers[kMostTextureNumbers])(void *object); ///< the length of a row first; null behind

  // Of an array, whose functions take the objects with the vectors.
  size_t pool = kNoPool;
  void *(*objectOf)(const void *vector) = nullptr; ///< of a vector with texels: its object
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
};

/// A row of numbers in a row of a TextureTable: an integer or enumerator of the object.
template <auto Pointer> struct TextureNumber {
  // What the row takes.

  template <class Object> static int64_t Value(void *object) {
    return static_cast<int64_t>(
        detail::MemberPointer<decltype(Pointer)>::In(*static_cast<Object *>(object), Pointer));
  }
};

/// A row of a TextureTable: a VectorMember for the texels, and a TextureNumber for each number.
template <size_t Dimensions, class Texels, class... Numbers> struct Texture {
  static_assert(Dimensions >= 1 && Dimensions <= 3 && sizeof...(Numbers) >= Dimensions &&
                    sizeof...(Numbers) <= Dimensions + 1,
                "a size for each dimension, and what says how it is addressed");

  // What the table takes from a row.

  template <class Object> static constexpr TextureInfo Info() {
    constexpr VectorInfo texels = Texels::template Info<Object>();
    return {
        texels.elementBytes, Dimensions, texels.elements, {&Numbers::template Value<Object>...}};
  }
};

/// A row of a TextureTable for all objects of `Class` that shaders have as records. The vector with
/// the texels is one of that pool.
template <size_t Dimensions, size_t Pool, class Class, class Texels, class... Numbers>
struct TextureArray {
  // What the table takes from a row.

  /// A part of an object says where the object is.
  static void *ObjectOf(const void *vector) {
    alignas(Class) static unsigned char bytes[sizeof(Class)];
    static const auto *part =
        static_cast<const unsigned char *>(Texels::template Address<Class>(bytes));
    return const_cast<unsigned char *>(static_cast<const unsigned char *>(vector) - (part - bytes));
  }
  template <class Object> static constexpr TextureInfo Info() {
    TextureInfo info = Texture<Dimensions, Texels, Numbers...>::template Info<Class>();
    info.pool = Pool;
    info.objectOf = &ObjectOf;
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
