//===- Textures.h - Which functions sample textures, and what those are made of ---------------===//
//
// The config file says which methods sample (`textures:`). A function that is translated from one,
// for one object, says what the texture is made of by a dictionary, and so does the field that a
// texture is:
//
//     {name = "m_bricks", texels = @m_bricks_texels, sizes = [@m_bricks_width, @m_bricks_height],
//      filter = "linear", address = "repeat",
//      class = "Texture2D", method = "_ZNK9Texture2D6SampleEff"}
//
// Of objects that are records, which come in numbers, only the host knows the sizes. The record has
// the number of its texture where it otherwise has that of its first texel:
//
//     {name = "Texture2DTextures", texels = @Texture2D_texels, first = "texels_first",
//      numbers = [["Texture2D", "width"], ["Texture2D", "height"]], filter = "linear", ...}
//
// Of levels, each is an object with texels and sizes of its own: records, whose texels are in a
// pool. One texture names the field with the levels, and of textures that are records `first` is
// the member that says where their first level is:
//
//     {name = "m_floor", levels = @m_floor_levels, between_levels = "linear",
//      texels = @Level_texels, numbers = [["Level", "width"], ["Level", "height"]], ...}
//     {name = "FloorTextures", levels = @Floor_levels, first = "levels_first", ...}
//
// Levels in one vector are those of one texture, whose sizes are the finest one's. The field that
// says how many there are, and the method that says where each begins (without it, one begins
// behind the other), are C++'s for textures that are records:
//
//     {name = "m_wall", texels = @m_wall_texels, sizes = [@m_wall_width, @m_wall_height],
//      level_count = @m_wall_levels, level_offset = ["Mips", "Offset"], between_levels = "linear"}
//     {name = "MipsTextures", texels = @Mips_texels, level_count = ["Mips", "levels"], ...}
//
// Texels whose numbers are the bits of half floats have `format = "half"`.
//
// Of a second field of the same objects (another filter), numbers begin behind those of the first
// one: `begin = 1`.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_TEXTURES_H
#define VKMORPH_IR_TEXTURES_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Of a function that samples a texture: that dictionary.
inline constexpr llvm::StringLiteral kSamplingAttr = "vkm.sampling";
/// Planned, of such a function: a sampler of the device takes the place of its body.
inline constexpr llvm::StringLiteral kBySamplerAttr = "vkm.by_sampler";
/// Lowered, of a field that is a texture: the same dictionary.
inline constexpr llvm::StringLiteral kTextureAttr = "vkm.texture";

/// The dictionary, by its keys.
struct Sampling {
  /// Of a function or a field; null where it has none.
  static std::optional<Sampling> of(mlir::Operation *op);

  mlir::DictionaryAttr keys;
  llvm::StringRef name;                             ///< of the texture, in shaders and on the host
  mlir::FlatSymbolRefAttr texels;                   ///< the field of the vector, or the pool
  llvm::SmallVector<mlir::FlatSymbolRefAttr> sizes; ///< the fields that say how large it is
  mlir::FlatSymbolRefAttr levels; ///< the field of the vector or array of levels, or the pool; null
  mlir::FlatSymbolRefAttr levelCount; ///< of levels in one vector, of one texture; else null
  /// Of levels in one vector, a class and its method that says where each begins; else empty.
  std::pair<llvm::StringRef, llvm::StringRef> levelOffset;
  bool areHalves = false;               ///< numbers of texels are the bits of half floats
  llvm::StringRef betweenLevels;        ///< "linear" or "nearest"; empty: no levels
  llvm::StringRef filter;               ///< "linear" or "nearest"
  llvm::StringRef address;              ///< "clamp", "repeat", "mirror"; empty: differs
  mlir::FlatSymbolRefAttr addressField; ///< the field that says it, of one texture
  std::vector<std::pair<int64_t, llvm::StringRef>> addresses; ///< what the values of that mean
  llvm::StringRef owner;                                      ///< the class of the method
  llvm::StringRef method;                                     ///< as linkers call it

  // Of textures that are records, and of levels.
  llvm::StringRef first; ///< the member with the texture's number; empty: it is no record
  int64_t begin = 0;     ///< of a field: the number of the first texture
  /// Sizes and, of textures that are records, what says how one is addressed: classes and members
  /// in C++.
  llvm::SmallVector<std::pair<llvm::StringRef, llvm::StringRef>> numbers;
  /// Of levels in one vector, the class and the member that says how many there are; else empty.
  std::pair<llvm::StringRef, llvm::StringRef> levelNumber;

  bool isMany() const { return !first.empty(); }
  bool hasLevels() const { return !betweenLevels.empty(); }
  /// Whether they are in one vector; else each is an object.
  bool hasPackedLevels() const { return hasLevels() && !levels; }
  unsigned getDimensions() const;
  /// The pool of which records have the number of a texture in the place of that of an element.
  mlir::FlatSymbolRefAttr getNumbered() const { return levels ? levels : texels; }
  /// The fields of one texture, but for that of the texels.
  llvm::SmallVector<mlir::FlatSymbolRefAttr> getFields() const;
};

/// How many floats a texel has, and no other parts: a float, a vector, or a record of them; 0 for
/// other types.
unsigned countTexelFloats(mlir::Operation *from, mlir::Type type);

/// The same of the bits of half floats: unsigned integers of 16 bits, also in records in records.
unsigned countTexelHalves(mlir::Operation *from, mlir::Type type);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_TEXTURES_H
