//===- Version.h - What --version prints ------------------------------------------------------===//

#ifndef VKMORPH_TOOLS_COMMON_VERSION_H
#define VKMORPH_TOOLS_COMMON_VERSION_H

#include "vkmorph/BuildInfo.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace vkmorph::tool {

/// Makes --version print "<tool> <version>" instead of LLVM's.
inline void setVersionPrinter(const char *tool) {
  llvm::cl::SetVersionPrinter(
      [tool](llvm::raw_ostream &os) { os << tool << ' ' << VKMORPH_VERSION_STRING << '\n'; });
}

} // namespace vkmorph::tool

#endif // VKMORPH_TOOLS_COMMON_VERSION_H
