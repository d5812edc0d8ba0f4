//===- LibraryFunctions.h - Functions of the standard library that shaders have too ----------===//

#ifndef VKMORPH_FRONTEND_LIBRARYFUNCTIONS_H
#define VKMORPH_FRONTEND_LIBRARYFUNCTIONS_H

#include "ir/VkmDialect.h"

#include "clang/AST/Decl.h"

#include <optional>

namespace vkmorph::frontend {

/// What a call of a library function becomes.
enum class LibraryKind {
  Math,     ///< a vkm.math
  IsFinite, ///< neither NaN nor infinite
  Identity, ///< std::move, std::forward, std::as_const: another name for the argument
  Swap,     ///< std::swap of two objects
  CopyBits, ///< memcpy: the bytes of one object as those of another
  BitCast,  ///< std::bit_cast
  Output,   ///< input or output
  Unknown,  ///< no counterpart, unless clang can compute the result
};

struct LibraryFunction {
  LibraryKind kind = LibraryKind::Unknown;
  vkm::MathFn math = vkm::MathFn::Abs;
};

/// Looks a function of a system header up: by qualified name, for functions of C also with the
/// suffix f.
LibraryFunction classifyLibraryFunction(const clang::FunctionDecl *function);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARYFUNCTIONS_H
