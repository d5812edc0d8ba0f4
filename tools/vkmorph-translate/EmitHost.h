//===- EmitHost.h - --emit-host of vkmorph-translate ------------------------------------------===//

#ifndef VKMORPH_TOOLS_TRANSLATE_EMITHOST_H
#define VKMORPH_TOOLS_TRANSLATE_EMITHOST_H

#include "llvm/Support/CommandLine.h"

namespace vkmorph::tool {

/// --emit-host: the host side of a lowered module, separated by split-file markers.
void registerHostTranslation();

/// The options that --emit-host takes.
llvm::cl::OptionCategory &getHostOptions();

} // namespace vkmorph::tool

#endif // VKMORPH_TOOLS_TRANSLATE_EMITHOST_H
