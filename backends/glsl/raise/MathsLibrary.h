//===- MathsLibrary.h - Functions that the front end translated from maths/Library.cpp --------===//

#ifndef VKMORPH_BACKENDS_GLSL_RAISE_MATHSLIBRARY_H
#define VKMORPH_BACKENDS_GLSL_RAISE_MATHSLIBRARY_H

#include "ir/VkmDialect.h"

namespace vkmorph::glsl {

/// A function of the library, in the dialect's syntax.
struct LibraryEntry {
  llvm::StringLiteral key;    ///< its name and the types of its parameters: exponential(f64)
  llvm::StringLiteral symbol; ///< what calls in other entries name
  const char *text;
};

/// The name of the library's function for one that GLSL lacks for operands of this component type;
/// null where GLSL has it.
const char *getLibraryFunction(vkm::MathFn fn, mlir::Type type);

/// The entry with that key, or with that symbol.
const LibraryEntry &findLibraryEntry(llvm::StringRef key);
const LibraryEntry &findLibrarySymbol(llvm::StringRef symbol);

} // namespace vkmorph::glsl

#endif // VKMORPH_BACKENDS_GLSL_RAISE_MATHSLIBRARY_H
