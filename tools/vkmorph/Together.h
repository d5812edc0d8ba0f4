//===- Together.h - Several translations of what was read once --------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_TOGETHER_H
#define VKMORPH_TOOLS_VKMORPH_TOGETHER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace vkmorph::tool {

/// Command lines of one class that differ in nothing that matters to reading it, for vkmorph-check.
struct Together {
  struct Translation {
    std::vector<std::string> arguments; ///< the program's name first
    std::string messages;               ///< the file that gets what is printed
  };
  std::vector<Translation> translations;
  /// A module in the imported phase, and the files that it was read from: what the sources are, to
  /// whom has read them. Empty: they are read.
  std::string imported;
  std::vector<std::string> dependencies;
  std::string statuses; ///< the file that gets their exit statuses: a JSON array
  int64_t jobs = 1;     ///< at once
};

/// Whether the command line is `--together=FILE` and nothing else; `file` gets its value.
bool takesTogether(int argc, char **argv, std::string &file);

/// Prints what is wrong with the file and returns nothing.
std::optional<Together> readTogether(const std::string &file);

/// The arguments as main gets them, for as long as they are not moved.
std::vector<char *> pointersTo(std::vector<std::string> &arguments);

/// Does each in a process of its own, a copy of this one; `translate` returns its exit status.
/// Returns whether the statuses could be written.
bool runTogether(const Together &together,
                 llvm::function_ref<int(const Together::Translation &)> translate);

} // namespace vkmorph::tool

#endif // VKMORPH_TOOLS_VKMORPH_TOGETHER_H
