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

mlir::OwningOpRef<mlir::ModuleOp>
vkmorph::frontend::importSources(mlir::MLIRContext &context, const ImportOptions &options,
                                 std::vector<std::string> *dependencies,
                                 std::unique_ptr<Program> *kept) {
  context.getOrLoadDialect<vkm::VkmDialect>();
  Reporter reporter;
  if (options.sources.empty()) {
    reporter.report(mlir::UnknownLoc::get(&context), diag::NoClassWithKernels);
    return {};
  }
  Config config;
  if (!options.config.empty()) {
    if (!config.read(context, reporter, options.config))
      return {};
    if (dependencies)
      dependencies->push_back(options.config);
  }
  std::vector<std::unique_ptr<ParsedSource>> sources = parseSources(context, options, dependencies);
  if (sources.empty())
    return {};
  auto owned = std::make_unique<Program>(std::move(sources));
  Program &program = *owned;
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
  if (kept)
    *kept = std::move(owned);
  return module;
}
