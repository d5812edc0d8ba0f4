//===- OutputFiles.h - Writes the generated files, all or none --------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_OUTPUTFILES_H
#define VKMORPH_TOOLS_VKMORPH_OUTPUTFILES_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace vkmorph::tool {

/// A file of the output folder.
struct GeneratedFile {
  std::string path; ///< within the folder
  std::string bytes;
  bool hasHash; ///< whether its text carries its own hash, by which edits are found
};

/// Writes the files into `folder`, which is made if need be. Files whose bytes are there already
/// keep their time. A file that carries a hash and has been edited since, or that vkmorph did not
/// write, is not overwritten without `force`; nothing is written then. Every file is first written
/// under a temporary name, so that a full disk leaves the old ones. Prints what is wrong and
/// returns false.
bool writeFiles(llvm::StringRef folder, const std::vector<GeneratedFile> &files, bool force);

/// Writes one file in the same way, edited or not.
bool writeFile(llvm::StringRef path, llvm::StringRef bytes);

/// The line of a Makefile that says what `target` depends on, with spaces and dollars escaped.
std::string makeDependencyRule(llvm::StringRef target, const std::vector<std::string> &files);

} // namespace vkmorph::tool

#endif // VKMORPH_TOOLS_VKMORPH_OUTPUTFILES_H
