//===- ImportCpp.h - --import-cpp of vkmorph-translate ---------------------------------------===//

#ifndef VKMORPH_TOOLS_TRANSLATE_IMPORTCPP_H
#define VKMORPH_TOOLS_TRANSLATE_IMPORTCPP_H

#include "llvm/Support/CommandLine.h"

#include <string>
#include <vector>

namespace vkmorph::tool {

/// --import-cpp: C++ sources to a module in the imported phase. `clangArguments` are those behind
/// "--" on the command line, `executable` is the running program.
void registerCppImport(std::vector<std::string> clangArguments, std::string executable);

/// The options that --import-cpp takes.
llvm::cl::OptionCategory &getImportOptions();

} // namespace vkmorph::tool

#endif // VKMORPH_TOOLS_TRANSLATE_IMPORTCPP_H
