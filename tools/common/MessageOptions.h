//===- MessageOptions.h - --silence, --werror and --remarks ----------------------------------===//

#ifndef VKMORPH_TOOLS_COMMON_MESSAGEOPTIONS_H
#define VKMORPH_TOOLS_COMMON_MESSAGEOPTIONS_H

#include "tools/common/DiagnosticPrinter.h"

#include "llvm/Support/Error.h"

namespace llvm::cl {
class OptionCategory;
} // namespace llvm::cl

namespace vkmorph::tool {

/// Lists the options under a heading of --help.
void listMessageOptions(llvm::cl::OptionCategory &category);

/// What the parsed command line says; an error for a name that no warning or remark has.
llvm::Expected<MessageChoice> readMessageChoice();

} // namespace vkmorph::tool

#endif // VKMORPH_TOOLS_COMMON_MESSAGEOPTIONS_H
