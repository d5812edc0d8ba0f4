//===- Sorts.h - Kernels of which sorts are made ---------------------------------------------===//

#ifndef VKMORPH_IR_SORTS_H
#define VKMORPH_IR_SORTS_H

#include "llvm/ADT/StringRef.h"

namespace vkmorph::vkm {

/// An array of strings of a kernel that is a part of a sort: the vectors of the class that the sort
/// puts in order. Its iterations are independent, by how it was made.
inline constexpr llvm::StringLiteral kSortsAttr = "vkm.sorts";

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_SORTS_H
