//===- vkmorph-opt.cpp - Runs passes on the textual form of the vkm dialect -------------------===//

#include "backends/ShadingLanguages.h"
#include "backends/common/Passes.h"
#include "ir/EffectLedger.h"
#include "ir/SourceNames.h"
#include "passes/Pipelines.h"
#include "passes/plan/PlanVerifier.h"
#include "tools/common/CommandLine.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

/// What mlir-opt does, with the ledger of effects around each pass: plugins are held to it as well.
static LogicalResult runTool(int argc, char **argv, DialectRegistry &registry) {
  auto [inputName, outputName] =
      registerAndParseCLIOptions(argc, argv, "vkmorph pass driver\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects()) {
    llvm::outs() << "Available Dialects: ";
    llvm::interleave(registry.getDialectNames(), llvm::outs(), ",");
    llvm::outs() << "\n";
    return success();
  }

  bool lostEffects = false;
  MlirOptMainConfig parsed = config;
  config.setPassPipelineSetupFn([&](PassManager &manager) {
    manager.addInstrumentation(vkmorph::vkm::createSourceNamesReader());
    manager.addInstrumentation(vkmorph::vkm::createEffectLedgerCheck(&lostEffects));
    return parsed.setupPassPipeline(manager);
  });

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputName, &message);
  std::unique_ptr<llvm::ToolOutputFile> output =
      input ? openOutputFile(outputName, &message) : nullptr;
  if (!output) {
    llvm::errs() << message << "\n";
    return failure();
  }
  if (failed(MlirOptMain(output->os(), std::move(input), registry, config)) ||
      (lostEffects && !config.shouldVerifyDiagnostics()))
    return failure();
  output->keep();
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  vkmorph::tool::setVersionPrinter("vkmorph-opt");
  // What LLVM's libraries bring along is not for passes over this dialect.
  llvm::cl::HideUnrelatedOptions(llvm::ArrayRef<const llvm::cl::OptionCategory *>());
  DialectRegistry registry;
  vkmorph::vkm::registerPlannedDialect(registry);
  registerCanonicalizerPass();
  registerCSEPass();
  vkmorph::vkm::registerPassesAndPipelines();
  vkmorph::registerBackendPasses();
  vkmorph::registerShadingPasses();
  return asMainReturnCode(runTool(argc, argv, registry));
}
