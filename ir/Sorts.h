//===- Sorts.h - Kernels of which sorts are made ---------------------------------------------===//

#ifndef VKMORPH_IR_SORTS_H
#define VKMORPH_IR_SORTS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace vkmorph::vkm {

/// An array of strings of a kernel that is a part of a sort: the vectors of the class that the sort
/// puts in order. Its iterations are independent, by how it was made.
inline constexpr llvm::StringLiteral kSortsAttr = "vkm.sorts";

/// A unit attribute of a field: the array that sorts of a control function merge into. It is as
/// long as what is sorted, by a number that the loop around the merges goes by as well: where
/// kernels compute that, the function runs in pieces, and makes room when the number is known.
inline constexpr llvm::StringLiteral kMergedIntoAttr = "vkm.merged_into";

/// How many elements a workgroup ranks by their digits at most: their indices have 16 bits.
inline constexpr int64_t kMostRanked = 32768;

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_SORTS_H
