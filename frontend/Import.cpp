//===- Import.cpp - C++ sources of one class become one module in the imported phase ---------===//

#include "frontend/Import.h"

#include "frontend/module/ModuleImporter.h"
#include "frontend/roles/Roles.h"
#include "frontend/source/ClassFile.h"
#include "frontend/source/Program.h"
#include "frontend/source/Reporter.h"
#include "frontend/source/SourceParser.h"

#include "clang/Sema/Sema.h"

using namespace vkmorph::frontend;

std::shared_ptr<Program> vkmorph::frontend::readSources(mlir::MLIRContext &context,
                                                        const ImportOptions &options,
                                                        std::vector<std::string> *dependencies) {
  context.getOrLoadDialect<vkm::VkmDialect>();
  if (options.sources.empty()) {
    Reporter().report(mlir::UnknownLoc::get(&context), diag::NoClassWithKernels);
    return nullptr;
  }
  std::vector<std::unique_ptr<ParsedSource>> sources = parseSources(context, options, dependencies);
  return sources.empty() ? nullptr : std::make_shared<Program>(std::move(sources));
}

mlir::OwningOpRef<mlir::ModuleOp>
vkmorph::frontend::importClass(mlir::MLIRContext &context, const ImportOptions &options,
                               Program &program, std::vector<std::string> *dependencies) {
  Reporter reporter;
  Config config;
  if (!options.config.empty()) {
    if (!config.read(context, reporter, options.config))
      return {};
    if (dependencies)
      dependencies->push_back(options.config);
  }
  if (!config.resolve(program, reporter))
    return {};
  const clang::CXXRecordDecl *record =
      selectClass(program, config, reporter, context, options.className);
  if (!record)
    return {};
  ClassRoles roles = findRoles(program, config, reporter, record);
  if (reporter.failed())
    return {};
  if (options.forProgram)
    checkClassFile(program, reporter, record);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      ModuleImporter(context, program, reporter, roles, config).run();
  // Instances of templates that were made on the way may have been wrong C++.
  for (const std::unique_ptr<ParsedSource> &source : program.sources())
    if (source->sema().getDiagnostics().hasErrorOccurred())
      return {};
  return module;
}

mlir::OwningOpRef<mlir::ModuleOp>
vkmorph::frontend::importSources(mlir::MLIRContext &context, const ImportOptions &options,
                                 std::vector<std::string> *dependencies) {
  std::shared_ptr<Program> program = readSources(context, options, dependencies);
  if (!program)
    return {};
  return importClass(context, options, *program, dependencies);
}
