//===- OutputFiles.h - Writes the generated files, all or none --------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_OUTPUTFILES_H
#define VKMORPH_TOOLS_VKMORPH_OUTPUTFILES_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace vkmorph::tool {

/// A file to write.
struct GeneratedFile {
  std::string path;
  std::string bytes;
  bool hasHash; ///< whether its text carries its own hash, by which edits are found
};

/// `folder` with `name` in it.
std::string joinPath(llvm::StringRef folder, llvm::StringRef name);

/// Writes all files, or none: each one is first written under a temporary name beside it, so that a
/// full disk leaves the old ones. Folders are made if need be, and taken away again where something
/// fails. Files whose bytes are there already keep their time. A file that carries a hash and has
/// been edited since, or that vkmorph did not write, is not overwritten without `force`. What a
/// link leads to is written, the link stays; devices and pipes come before files take their places.
/// Prints what is wrong and returns false.
bool writeFiles(const std::vector<GeneratedFile> &files, bool force);

/// The line of a Makefile that says what `target` depends on, with spaces and dollars escaped.
std::string makeDependencyRule(llvm::StringRef target, const std::vector<std::string> &files);

} // namespace vkmorph::tool

#endif // VKMORPH_TOOLS_VKMORPH_OUTPUTFILES_H
