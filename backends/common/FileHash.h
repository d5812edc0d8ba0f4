//===- FileHash.h - A hash in a generated file tells whether its user has edited it -----------===//

#ifndef VKMORPH_BACKENDS_COMMON_FILEHASH_H
#define VKMORPH_BACKENDS_COMMON_FILEHASH_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace vkmorph {

/// 64-bit FNV-1a: for each byte, hash = (hash ^ byte) * 0x100000001b3, beginning with
/// 0xcbf29ce484222325 (Fowler, Noll, Vo).
uint64_t hashText(llvm::StringRef text);

/// What stands in a file's header until sealFile fills the hash in: "0000000000000000 (of the text
/// below)". The line that holds it reads `hash:` before it, behind the marks of a comment, or
/// `"hash":`.
std::string unsealedHash();

/// Fills in the hash of all text after the line of the hash.
std::string sealFile(llvm::StringRef text);

enum class FileState {
  Unmarked, ///< has no hash: not one of ours
  Original, ///< as it was generated
  Edited    ///< its text has changed since
};
/// What a file's hash says about it. `text` is the whole file.
FileState checkFile(llvm::StringRef text);

} // namespace vkmorph

#endif // VKMORPH_BACKENDS_COMMON_FILEHASH_H
