//===- LibraryFunctions.h - Functions of the standard library that shaders have too ----------===//

#ifndef VKMORPH_FRONTEND_LIBRARY_LIBRARYFUNCTIONS_H
#define VKMORPH_FRONTEND_LIBRARY_LIBRARYFUNCTIONS_H

#include "ir/VkmDialect.h"

#include "clang/AST/Decl.h"

#include <optional>

namespace vkmorph::frontend {

/// What a call of a library function becomes.
enum class LibraryKind {
  Math,       ///< a vkm.math
  Numeric,    ///< a few operations
  Identity,   ///< std::move, std::forward, std::as_const: another name for the argument
  Swap,       ///< std::swap of two objects
  CopyBits,   ///< memcpy: the bytes of one object as those of another
  BitCast,    ///< std::bit_cast
  Output,     ///< input or output
  Allocation, ///< malloc, free and the like
  Atomic,     ///< an atomic operation as a function
  Unknown,    ///< no counterpart, unless clang can compute the result
};

/// Functions on numbers that no vkm.math stands for.
enum class NumericFunction {
  IsFinite,
  IsNormal,
  IsLess,
  IsLessEqual,
  IsGreater,
  IsGreaterEqual,
  IsLessGreater,
  IsUnordered,
  LRound, ///< lround, llround
  LRint,  ///< lrint, llrint
  FDim,
  Logb,
  Modf,
  Frexp,
  Lerp,
  Midpoint,
  BitCount,
  CountLeftZeros,
  CountLeftOnes,
  CountRightZeros,
  CountRightOnes,
  CountSignBits, ///< __builtin_clrsb: how many bits after the first equal it
  LowestSet,     ///< __builtin_ctz: the position of the lowest 1, undefined where there is none
  FirstSet,      ///< ffs: the position of the lowest 1, counted from 1; 0 where there is none
  Parity,
  ByteSwap,
  HasSingleBit,
  BitCeil,
  BitFloor,
  BitWidth,
  RotateLeft,
  RotateRight,
};

struct LibraryFunction {
  LibraryKind kind = LibraryKind::Unknown;
  vkm::MathFn math = vkm::MathFn::Abs;
  NumericFunction numeric = NumericFunction::IsFinite;
  /// Of an unknown one: what to use in its place; empty where nothing is known.
  llvm::StringLiteral instead = "";
};

/// Looks a function of a system header up: by qualified name, for functions of C also with the
/// suffix f. The compiler's own functions may not say how many parameters they have: the call does.
LibraryFunction classifyLibraryFunction(const clang::FunctionDecl *function, unsigned arity);
LibraryFunction classifyLibraryFunction(const clang::FunctionDecl *function);

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_LIBRARY_LIBRARYFUNCTIONS_H
