//===- Variants.h - The programs that one class can become ------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_VARIANTS_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_VARIANTS_H

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vkmorph::check {

/// What a class contains, as far as it decides which variants differ.
struct Contents {
  bool reductions = false;
  bool scatters = false; ///< elements that several iterations update
  bool sorts = false;    ///< kernels of sorts
  bool scans = false;    ///< running totals that the loop reads
  bool appends = false;
  bool splits = false;     ///< threads that call several kernel_X, each of which may be a kernel
  bool skips = false;      ///< and some of which skip kernels
  bool fusions = false;    ///< launches that one dispatch can do
  bool dispatches = false; ///< calls of objects of several classes, or visits of variants
  bool callables = false;  ///< all of which may run callable shaders, on the present device
};

/// A set of options of vkmorph.
struct Variant {
  std::string name;
  std::vector<std::string> options;
  /// Whether the options make a difference for such a class.
  bool (*applies)(const Contents &contents);
};

/// Whether a program that was made with these options appends in the order of the source.
bool appendsInOrder(const std::vector<std::string> &options);

/// What options let a program do to floats that the original does not: its errors have bounds of
/// their own then.
struct Liberties {
  bool contracts = false; ///< it takes products into sums unrounded
  bool halves = false;    ///< it keeps pixels in half floats
  bool samples = false;   ///< its textures are sampled by the device

  static constexpr size_t kCount = 8;
  static Liberties of(size_t index) {
    return {(index & 1) != 0, (index & 2) != 0, (index & 4) != 0};
  }
  size_t index() const { return size_t(contracts) + 2 * size_t(halves) + 4 * size_t(samples); }
};

/// Those of a program of that variant; all variants have the compiler options.
Liberties findLiberties(const Variant &variant, const std::vector<std::string> &compilerOptions);

/// All variants, the default one first. A pattern that gets new strategies adds rows in
/// Variants.cpp.
const std::vector<Variant> &allVariants();

/// Null where there is none of that name.
const Variant *findVariant(const std::string &name);

/// "default, vulkan10, ...".
std::string describeVariantNames();

/// The user's own variant in `NAME=OPTION OPTION ...`; nothing where that is no name of a folder,
/// or one of ours.
std::optional<Variant> parseVariant(const std::string &text);

/// The variants that `names` asks for, each once; "all" for all of ours that apply. Then those of
/// the user's own.
std::vector<const Variant *> chooseVariants(const std::vector<std::string> &names,
                                            const std::vector<Variant> &own,
                                            const Contents &contents);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_VARIANTS_H
