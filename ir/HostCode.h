//===- HostCode.h - What control functions do on the host for good ---------------------------===//

#ifndef VKMORPH_IR_HOSTCODE_H
#define VKMORPH_IR_HOSTCODE_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// A unit attribute of an assignment to a member in a control function: its value depends on what
/// only the host knows, as a clock. No commands do it, and no kernel uses the member.
inline constexpr llvm::StringLiteral kOnHostAttr = "vkm.on_host";

/// A unit attribute of a control function: a call with host arrays may be given one array for
/// several parameters.
inline constexpr llvm::StringLiteral kIdenticalArgumentsAttr = "identical_arguments";

/// A string attribute of a field: the control function whose local variable or parameter it holds
/// while kernels work on it. The generated class declares it, the user's has no such member.
inline constexpr llvm::StringLiteral kLocalOfAttr = "vkm.local_of";

/// A unit attribute of a vkm.reserve: the vector gets so many elements, no more and no fewer.
inline constexpr llvm::StringLiteral kResizesAttr = "vkm.resizes";

/// Of a field that is an enumeration, or an array of them, and a number in the IR: a dictionary
/// with its C++ `name` and its `values` by the names of the enumerators, left out where generated
/// code cannot name it, and `scoped`, where only a cast makes a number of it. Of a record, a
/// dictionary of such dictionaries, by member.
inline constexpr llvm::StringLiteral kEnumerationAttr = "vkm.enumeration";
inline constexpr llvm::StringLiteral kEnumerationsAttr = "vkm.enumerations";

/// Of a struct that stands for an aggregate of the standard library: what host code calls it.
inline constexpr llvm::StringLiteral kCppTypeAttr = "vkm.cpp_type";

/// Of a struct that stands for a std::tuple: for each member, in the order in which they lie, which
/// element it is.
inline constexpr llvm::StringLiteral kTupleElementsAttr = "vkm.tuple_elements";

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_HOSTCODE_H
