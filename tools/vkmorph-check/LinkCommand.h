//===- LinkCommand.h - How clang runs its linker ----------------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_LINKCOMMAND_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_LINKCOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace vkmorph::check {

/// A program to be linked: clang, the objects, what follows them, and the file to be made.
struct Linking {
  std::string clang;
  std::vector<std::string> objects;
  std::vector<std::string> libraries; ///< files, of which there is one at least
  std::vector<std::string> options;
  std::string target;

  /// As clang is called.
  std::vector<std::string> clangCommand() const;
};

/// The linker's command that clang would run for a program: half of the time of a link is that of
/// clang's start. What clang says of it is kept in the folder `cache` for all programs that have
/// the same libraries and options; `identity` changes when clang does. Empty where clang does not
/// say. It may be of an older state of the system: where the linker fails, clang is to be asked.
std::vector<std::string> findLinkerCommand(const Linking &linking, llvm::StringRef identity,
                                           const std::string &cache);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_LINKCOMMAND_H
