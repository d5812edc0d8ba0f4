//===- ImportCpp.cpp - --import-cpp of vkmorph-translate --------------------------------------===//

#include "ImportCpp.h"

#include "frontend/Import.h"
#include "ir/VkmDialect.h"
#include "tools/common/MessageOptions.h"

#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

#include <optional>

using namespace mlir;
using namespace vkmorph;

namespace cl = llvm::cl;

static cl::OptionCategory importCategory("Options of --import-cpp");
static cl::opt<std::string> className("class", cl::value_desc("name"), cl::cat(importCategory),
                                      cl::desc("The class to import"));
static cl::list<std::string> moreSources("and-source", cl::value_desc("file"),
                                         cl::cat(importCategory),
                                         cl::desc("A further source of the class"));
static cl::opt<std::string> database("p", cl::value_desc("folder"), cl::cat(importCategory),
                                     cl::desc("Take clang's options from compile_commands.json in "
                                              "this folder"));
static cl::opt<std::string>
    config("config", cl::value_desc("file"), cl::cat(importCategory),
           cl::desc("What the sources do not say: roles, sizes, independence (YAML or JSON)"));
static cl::opt<bool> listDependencies("list-dependencies", cl::cat(importCategory),
                                      cl::desc("Print the files that were read to stderr"));
static cl::opt<bool> noComments("no-comments", cl::cat(importCategory),
                                cl::desc("Leave the source's comments out"));

/// The handler of --verify-diagnostics has to see what is reported.
static bool verifiesDiagnostics() {
  auto &options = llvm::cl::getRegisteredOptions();
  auto found = options.find("verify-diagnostics");
  return found != options.end() && found->second->getNumOccurrences() > 0;
}

cl::OptionCategory &tool::getImportOptions() { return importCategory; }

void tool::registerCppImport(std::vector<std::string> clangArguments, std::string executable) {
  listMessageOptions(importCategory);
  auto import = [clangArguments, executable](llvm::SourceMgr &sources,
                                             MLIRContext *context) -> OwningOpRef<Operation *> {
    frontend::ImportOptions options;
    // Clang reads the file itself: what it includes is found beside it.
    options.sources.push_back(
        sources.getMemoryBuffer(sources.getMainFileID())->getBufferIdentifier().str());
    options.sources.insert(options.sources.end(), moreSources.begin(), moreSources.end());
    options.className = className;
    options.compilationDatabase = database;
    options.config = config;
    options.clangArguments = clangArguments;
    options.executable = executable;
    llvm::Expected<MessageChoice> choice = readMessageChoice();
    if (!choice) {
      llvm::errs() << llvm::toString(choice.takeError()) << "\n";
      return {};
    }
    std::optional<DiagnosticPrinter> printer;
    if (!verifiesDiagnostics())
      printer.emplace(*context, *choice);
    std::vector<std::string> dependencies;
    OwningOpRef<ModuleOp> module = frontend::importSources(*context, options, &dependencies);
    if (module && noComments)
      module->walk([](Operation *op) { op->removeAttr(vkm::kCommentAttr); });
    if (listDependencies)
      for (const std::string &file : dependencies)
        llvm::errs() << file << "\n";
    return OwningOpRef<Operation *>(module.release().getOperation());
  };
  static TranslateToMLIRRegistration registration(
      "import-cpp", "Imports the class of C++ sources; options of clang stand behind --", import,
      [](DialectRegistry &registry) { registry.insert<vkm::VkmDialect>(); });
}
