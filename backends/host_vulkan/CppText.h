//===- CppText.h - Generated C++ as text: names, declarations, layout ------------------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_CPPTEXT_H
#define VKMORPH_BACKENDS_HOST_VULKAN_CPPTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace vkmorph::host {

/// Columns of a line in generated C++.
inline constexpr unsigned kColumns = 100;

/// C++ as clang-format lays it out in LLVM's style.
std::string formatCpp(llvm::StringRef text);

/// What may be a C++ identifier, for names that contain "::", '<', '>', ...
std::string identifierFrom(llvm::StringRef name);

/// A type and a name as a declaration: `const int *data`, `uint32_t n`.
std::string declare(llvm::StringRef type, llvm::StringRef name);

/// Lines of a comment, each after `prefix`.
void printComment(llvm::raw_ostream &os, llvm::StringRef comment, llvm::StringRef prefix);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_CPPTEXT_H
