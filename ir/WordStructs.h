//===- WordStructs.h - Buffers of small structs that shaders see as words ---------------------===//

#ifndef VKMORPH_IR_WORDSTRUCTS_H
#define VKMORPH_IR_WORDSTRUCTS_H

#include "llvm/ADT/StringRef.h"

namespace vkmorph::vkm {

/// On a kernel, its commands and its shaders: the names of the structs of which they see buffers as
/// words of 32 bits, though the device has storage of fewer bits. Every store to such a buffer is
/// of a whole struct, or of members that are words themselves: no word is shared by iterations.
inline constexpr llvm::StringLiteral kWordsAttr = "vkm.words";

/// On the first of several stores to numbers of one element of a buffer, which together set all of
/// them: lowering stores the element whole.
inline constexpr llvm::StringLiteral kJoinedAttr = "vkm.joined";

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_WORDSTRUCTS_H
