//===- vkmorph-translate.cpp - Translates between the vkm dialect and other languages ---------===//

#include "EmitHost.h"
#include "ImportCpp.h"

#include "backends/ShadingLanguages.h"
#include "tools/common/CommandLine.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "llvm/Support/FileSystem.h"

#include <cstring>

int main(int argc, char **argv) {
  vkmorph::tool::setVersionPrinter("vkmorph-translate");
  // Behind "--" stand options of clang, which are none of ours.
  std::vector<std::string> clangArguments;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--") != 0)
      continue;
    clangArguments.assign(argv + i + 1, argv + argc);
    argc = i;
  }
  static char anchor;
  vkmorph::tool::registerCppImport(clangArguments,
                                   llvm::sys::fs::getMainExecutable(argv[0], &anchor));
  // What LLVM's libraries bring along is not for these translations.
  llvm::cl::HideUnrelatedOptions(
      {&vkmorph::tool::getImportOptions(), &vkmorph::tool::getHostOptions()});
  vkmorph::registerShadingTranslations();
  vkmorph::tool::registerHostTranslation();
  return failed(mlir::mlirTranslateMain(argc, argv, "vkmorph translation driver\n"));
}
