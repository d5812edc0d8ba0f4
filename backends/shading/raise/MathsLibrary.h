//===- MathsLibrary.h - Functions that the front end translated from maths/Library.cpp --------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_MATHSLIBRARY_H
#define VKMORPH_BACKENDS_SHADING_RAISE_MATHSLIBRARY_H

#include "ir/VkmDialect.h"

namespace vkmorph::shading {

/// A function of the library, in the dialect's syntax.
struct LibraryEntry {
  llvm::StringLiteral key;    ///< its name and the types of its parameters: exponential(f64)
  llvm::StringLiteral symbol; ///< what calls in other entries name
  const char *text;
};

/// The name of the library's function that computes the same; null where there is none. For types
/// that maths/Library.cpp calls it with.
const char *getLibraryFunction(vkm::MathFn fn);

/// The entry with that key, or with that symbol.
const LibraryEntry &findLibraryEntry(llvm::StringRef key);
const LibraryEntry &findLibrarySymbol(llvm::StringRef symbol);

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_MATHSLIBRARY_H
