//===- CppTypes.h - How C++ spells types of the dialect ---------------------------------------===//

#ifndef VKMORPH_IR_CPPTYPES_H
#define VKMORPH_IR_CPPTYPES_H

#include "ir/VkmDialect.h"

#include <string>

namespace vkmorph::vkm {

/// Of a record, the names of its members that only the struct itself can name in C++.
inline constexpr llvm::StringLiteral kPrivateMembersAttr = "vkm.private_members";

/// Of a record, the names of its members that are std::arrays, also of some; others are arrays of
/// C.
inline constexpr llvm::StringLiteral kStdArraysAttr = "vkm.std_arrays";

/// On a record: C++ cannot make it from its members, since some are private and no constructor
/// takes them all.
inline constexpr llvm::StringLiteral kNeedsDefaultAttr = "vkm.needs_default";

/// On a struct that is made: it is what C++ makes of `T{}`, which may have private members.
inline constexpr llvm::StringLiteral kDefaultValueAttr = "vkm.default_value";

/// How host code and messages spell a type: ui32 is uint32_t, an array std::array. The module
/// around `from` knows what vectors and structs are called.
std::string spellType(mlir::Type type, mlir::Operation *from);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_CPPTYPES_H
