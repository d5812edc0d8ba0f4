//===- NamedConstants.h - What constants are called in the source ----------------------------===//

#ifndef VKMORPH_IR_NAMEDCONSTANTS_H
#define VKMORPH_IR_NAMEDCONSTANTS_H

#include "llvm/ADT/StringRef.h"

namespace vkmorph::vkm {

/// Of a vkm.constant that has a kNameAttr, the name of a variable or an enumerator: the value that
/// this has in the source, where the operation has it converted. Names say nothing about values:
/// who makes another constant may drop them.
inline constexpr llvm::StringLiteral kNamedValueAttr = "vkm.named_value";
/// Of such a vkm.constant: the comment at the declaration.
inline constexpr llvm::StringLiteral kNamedCommentAttr = "vkm.named_comment";
/// Of such a vkm.constant: how host code that includes the class names it, `Filter::Box`; not where
/// it cannot.
inline constexpr llvm::StringLiteral kSpelledAttr = "vkm.spelled";
/// Of such a vkm.constant that is an enumerator of a scoped enumeration: that one's name.
inline constexpr llvm::StringLiteral kSpelledEnumAttr = "vkm.spelled_enum";
/// Of a vkm.switch: how host code spells its labels, as numbers; entry by entry as `labels` is.
inline constexpr llvm::StringLiteral kLabelSpellingsAttr = "vkm.label_spellings";
/// Of a vkm.switch: the names of its labels, entry by entry as `labels` is; "" for a literal.
inline constexpr llvm::StringLiteral kLabelNamesAttr = "vkm.label_names";
/// Of a vkm.constant that the source writes in hexadecimal digits.
inline constexpr llvm::StringLiteral kHexAttr = "vkm.hex";

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_NAMEDCONSTANTS_H
