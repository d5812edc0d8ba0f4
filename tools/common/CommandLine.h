//===- CommandLine.h - What the command lines of the tools share -----------------------------===//

#ifndef VKMORPH_TOOLS_COMMON_COMMANDLINE_H
#define VKMORPH_TOOLS_COMMON_COMMANDLINE_H

#include "vkmorph/BuildInfo.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace vkmorph::tool {

/// Makes --version print "<tool> <version>" instead of LLVM's.
inline void setVersionPrinter(const char *tool) {
  llvm::cl::SetVersionPrinter(
      [tool](llvm::raw_ostream &os) { os << tool << ' ' << VKMORPH_VERSION_STRING << '\n'; });
}

/// Splits a command line: what stands before "--" is the tool's own, the rest is for clang.
inline std::vector<const char *> takeOwnArguments(int argc, char **argv,
                                                  std::vector<std::string> &clangArguments) {
  std::vector<const char *> own;
  bool forClang = false;
  for (int i = 0; i < argc; ++i) {
    llvm::StringRef argument = argv[i];
    if (!forClang && argument == "--")
      forClang = true;
    else if (forClang)
      clangArguments.push_back(argument.str());
    else
      own.push_back(argv[i]);
  }
  return own;
}

} // namespace vkmorph::tool

#endif // VKMORPH_TOOLS_COMMON_COMMANDLINE_H
