//===- LegaliseNames.h - Names that are legal and unambiguous in the target language ----------===//

#ifndef VKMORPH_BACKENDS_COMMON_LEGALISENAMES_H
#define VKMORPH_BACKENDS_COMMON_LEGALISENAMES_H

#include "ir/VkmDialect.h"

#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace vkmorph {

/// What a language forbids.
struct NamingRules {
  /// Words that no name may be.
  const llvm::StringSet<> *reserved = nullptr;
  /// Words that are no variable, function or type, but may be a member of a struct: built-in
  /// functions.
  const llvm::StringSet<> *builtins = nullptr;
  /// Words that no member of a struct may be.
  llvm::ArrayRef<llvm::StringRef> reservedMembers;
  /// Prefixes that the language keeps for itself: "gl_".
  llvm::ArrayRef<llvm::StringRef> reservedPrefixes;
  /// Whether "__" is forbidden anywhere in a name.
  bool noDoubleUnderscore = true;
};

/// Adds the words of a list, which spaces separate.
void addWords(llvm::StringSet<> &set, llvm::StringRef words);

/// One name that had to change.
struct Renaming {
  std::string what; ///< "variable", "field", "parameter", "function", "struct", "member"
  std::string from, to;
};

/// A legal name made of `name`: letters and digits of ASCII, "__" shortened where the rules forbid
/// it, a trailing underscore where it is reserved. `isMember` is set for members of structs.
std::string makeLegal(llvm::StringRef name, const NamingRules &rules, bool isMember = false);

/// Makes the names of a body's parameters, variables, lets and loops legal, and distinct from the
/// names in `globals` and from those of the scopes around them; trailing underscores. Names in
/// scopes beside each other may be the same. Reports what the source named (variables, parameters).
void legaliseLocals(mlir::Operation *body, const NamingRules &rules,
                    const llvm::StringSet<> &globals, std::vector<Renaming> &renamings);

/// Words that C++17 reserves.
const llvm::StringSet<> &getCppKeywords();
/// The rules of C++: keywords; names with "__" are the user's own already.
NamingRules getCppNamingRules();

} // namespace vkmorph

#endif // VKMORPH_BACKENDS_COMMON_LEGALISENAMES_H
