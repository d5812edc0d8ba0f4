//===- Exchange.h - How vectors that control functions exchange are marked --------------------===//

#ifndef VKMORPH_IR_EXCHANGE_H
#define VKMORPH_IR_EXCHANGE_H

#include "llvm/ADT/StringRef.h"

namespace vkmorph::vkm {

/// The unit attribute of a vkm.kernel that exchanges the elements of its first two parameters, as
/// many as the third one says. A launch of it on two vectors is std::swap of them.
inline constexpr llvm::StringLiteral kExchangesAttr = "vkm.exchanges";
/// On a vkm.control: pairs of vectors whose elements it exchanges, and which have to be as many.
inline constexpr llvm::StringLiteral kExchangedAttr = "vkm.exchanged";

/// Of a parameter: the vector whose elements it has, where control functions exchange that one's
/// buffer.
inline constexpr llvm::StringLiteral kElementsOfAttr = "vkm.elements_of";

/// The unit attribute of a vkm.kernel that gives a vector all elements of another one: `a = b`.
inline constexpr llvm::StringLiteral kCopiesAttr = "vkm.copies";

/// Of a vkm.if that stands for one call of the source: the arrays are those that a pointer is then.
inline constexpr llvm::StringLiteral kPickedAttr = "vkm.picked";

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_EXCHANGE_H
