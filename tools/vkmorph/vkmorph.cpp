//===- vkmorph.cpp - A C++ class becomes a Vulkan program -------------------------------------===//
//
// Exit status: 0 where everything asked for was written; 1 for errors in the input; 2 for wrong
// usage; 3 for a fault of the compiler itself.
//
//===------------------------------------------------------------------------------------------===//

#include "Explain.h"
#include "Mutants.h"
#include "Options.h"
#include "OutputFiles.h"
#include "Together.h"
#include "backends/common/Doc.h"
#include "backends/common/FileHash.h"
#include "backends/host_vulkan/Host.h"
#include "frontend/Import.h"
#include "ir/EffectLedger.h"
#include "ir/SourceNames.h"
#include "passes/Passes.h"
#include "passes/Pipelines.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Plan.h"
#include "passes/plan/PlanVerifier.h"
#include "passes/plan/ProbeTarget.h"
#include "tools/common/DiagnosticPrinter.h"
#include "vkmorph/BuildInfo.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/thread.h"

#include <csignal>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::tool;

namespace {

enum ExitStatus { kWritten = 0, kInputError = 1, kUsageError = 2, kCompilerFault = 3 };

/// One run of the compiler.
class Driver {
public:
  Driver(const Options &options, MLIRContext &context, DiagnosticPrinter &diagnostics)
      : options(options), context(context), diagnostics(diagnostics) {}

  ExitStatus import();
  /// Takes a module that was imported before, from files.
  ExitStatus adopt(const std::string &imported, const std::vector<std::string> &files);
  void prepareCompiler() { options.shaders->prepareCompiler(); }
  /// Makes what is asked for of what was imported.
  ExitStatus run();
  /// The same for other options, which have to ask for the same import.
  ExitStatus runWith(const Options &others);

private:
  using BuildPipeline = llvm::function_ref<void(OpPassManager &)>;
  bool runPipeline(BuildPipeline build);
  bool splitControls() {
    return runPipeline([](OpPassManager &manager) { vkm::buildSplitPipeline(manager); });
  }
  bool mistranslate();
  bool plant(const std::string &fault);
  ExitStatus printModule(ModuleOp op);
  ExitStatus translate();
  ExitStatus finish();
  ExitStatus compileShaders(ModuleOp lowered, shading::Shaders &shaders);
  FailureOr<std::vector<host::OutputFile>>
  printHost(ModuleOp lowered, const shading::Shaders &shaders, const Translation *right = nullptr);
  ExitStatus emitFiles(ModuleOp lowered);
  std::optional<Translation> translateWith(const vkm::PossibleFault &fault, ModuleOp planned,
                                           ModuleOp lowered, const Translation &right);
  ExitStatus writeMutants(ModuleOp planned);
  void addDependencies(llvm::StringRef generatedSource);
  bool overwritesSource();
  std::string targetName();
  std::string shaderHeader(llvm::StringRef name);

  Options options;
  MLIRContext &context;
  DiagnosticPrinter &diagnostics;
  OwningOpRef<ModuleOp> module;
  std::vector<std::string> dependencies;
  std::vector<std::string> decisions;
  bool lostEffects = false;         ///< by a pass: its fault, not that of the input
  std::vector<GeneratedFile> files; ///< written together, when nothing can go wrong any more
};

} // namespace

/// Runs passes; between them, the ledger of effects, and behind them, the verifier of every
/// operation, which takes a tenth of a translation where it runs behind each.
bool Driver::runPipeline(BuildPipeline build) {
  PassManager manager(&context);
  manager.addInstrumentation(vkm::createSourceNamesReader());
  manager.enableVerifier(options.verifiesEach);
  manager.addInstrumentation(vkm::createEffectLedgerCheck(&lostEffects));
  build(manager);
  if (failed(manager.run(*module)) || lostEffects)
    return false;
  return options.verifiesEach || succeeded(mlir::verify(*module));
}

/// Plants the fault that was asked for, if its place is between the passes that ran and those to
/// come.
bool Driver::mistranslate() {
  return options.mistranslation.empty() || plant(options.mistranslation);
}

bool Driver::plant(const std::string &fault) {
  // Without the ledger: some faults are effects that get lost.
  PassManager manager(&context);
  vkm::MistranslateOptions planted;
  planted.kind = fault;
  manager.addPass(vkm::createMistranslate(planted));
  return succeeded(manager.run(*module));
}

/// What generated files say of a fault on purpose, so that none of them is taken for a translation.
static std::string describeFault(llvm::StringRef kind) {
  return ("wrong on purpose (--mistranslate=" + kind + "), not to be used").str();
}

ExitStatus Driver::printModule(ModuleOp op) {
  OpPrintingFlags flags;
  flags.enableDebugInfo(!options.withoutLocations);
  op->print(llvm::outs(), flags);
  llvm::outs() << "\n";
  return diagnostics.getNumErrors() ? kInputError : kWritten;
}

ExitStatus Driver::import() {
  module = frontend::importSources(context, options.import, &dependencies);
  if (!module)
    return kInputError;
  // Debian's MLIR has no assertions: what the front end made is verified here, what passes make by
  // the manager.
  return succeeded(verify(*module)) ? kWritten : kCompilerFault;
}

ExitStatus Driver::adopt(const std::string &imported, const std::vector<std::string> &files) {
  module = parseSourceFile<ModuleOp>(imported, &context);
  dependencies = files;
  return module ? kWritten : kCompilerFault;
}

ExitStatus Driver::runWith(const Options &others) {
  if (!readsAlike(options, others)) {
    llvm::errs() << "vkmorph: error: what is translated together has to be read alike\n";
    return kUsageError;
  }
  options = others;
  return run();
}

ExitStatus Driver::run() {
  ExitStatus status = translate();
  if (lostEffects)
    return kCompilerFault;
  return status == kWritten ? finish() : status;
}

/// Writes what has been asked for.
ExitStatus Driver::finish() {
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    llvm::errs() << "vkmorph: error: cannot write to the standard output: "
                 << llvm::outs().error().message() << "\n";
    llvm::outs().clear_error();
    return kInputError;
  }
  if (diagnostics.getNumErrors() || overwritesSource() || !writeFiles(files, options.force))
    return kInputError;
  return kWritten;
}

ExitStatus Driver::translate() {
  if (options.emit == Emit::Imported)
    return printModule(*module);
  // Before normalising: one planner comes before recognition.
  bool isReported = !options.reportFile.empty() && options.emit != Emit::Normalised &&
                    options.emit != Emit::Recognised;
  if (isReported)
    (*module)->setAttr(vkm::kKeepChoicesAttr, UnitAttr::get(&context));
  if (!runPipeline(
          [&](OpPassManager &manager) { vkm::buildNormalisePipeline(manager, options.passes); }))
    return kInputError;
  if (options.emit == Emit::Normalised)
    return printModule(*module);
  if (!runPipeline(
          [&](OpPassManager &manager) { vkm::buildRecognisePipeline(manager, options.passes); }))
    return kInputError;
  if (options.emit == Emit::Recognised)
    return printModule(*module);
  if (!runPipeline(
          [&](OpPassManager &manager) { vkm::buildPlanPipeline(manager, options.passes); }))
    return kInputError;
  if (!options.reportFile.empty())
    files.push_back({options.reportFile, makeReport(*module), false});
  vkm::dropChoices(*module);
  if (options.emit == Emit::Planned && options.mistranslation.empty())
    return printModule(*module);
  if (!runPipeline([](OpPassManager &manager) { vkm::buildRewritePipeline(manager); }))
    return kInputError;
  decisions = vkm::describeDecisions(*module);
  if (options.passes.barriers != vkm::PipelineOptions().barriers)
    decisions.push_back("barriers: " + options.passes.barriers);
  if (options.passes.kernels != vkm::PipelineOptions().kernels)
    decisions.push_back("kernels: " + options.passes.kernels);
  if (options.passes.fpContract != vkm::PipelineOptions().fpContract)
    decisions.push_back("fp-contract: " + options.passes.fpContract);
  if (!options.mistranslation.empty())
    decisions.insert(decisions.begin(), describeFault(options.mistranslation));
  if (!mistranslate())
    return kUsageError;
  if (options.emit == Emit::Planned)
    return printModule(*module);
  OwningOpRef<ModuleOp> planned;
  if (!options.mistranslations.empty())
    planned = module->clone();
  if (!runPipeline(
          [&](OpPassManager &manager) { vkm::buildLowerPipeline(manager, options.passes); }))
    return kCompilerFault;
  for (std::string &decision : vkm::describeClassData(*module))
    decisions.push_back(std::move(decision));
  if (planned)
    return writeMutants(*planned);
  if (!mistranslate())
    return kUsageError;
  explain(*module, options.explain, decisions, llvm::errs());
  if (!splitControls())
    return kInputError;
  // Our own checkers stay out of the way of planted faults, which vkmorph-check is to notice.
  if (options.mistranslation.empty() &&
      !runPipeline([](OpPassManager &manager) { vkm::buildCheckPipeline(manager); }))
    return kCompilerFault;
  if (options.emit == Emit::Lowered)
    return printModule(*module);
  if (options.emit == Emit::Raised) {
    OwningOpRef<ModuleOp> raised = options.shaders->raise(*module);
    return raised ? printModule(*raised) : kInputError;
  }
  return emitFiles(*module);
}

/// As generated files name it: "vulkan13", a file's name, "probe (llvmpipe)".
std::string Driver::targetName() {
  if (options.passes.target != kProbeTarget)
    return llvm::sys::path::stem(options.passes.target).str();
  auto target = (*module)->getAttrOfType<DictionaryAttr>(vkm::kTargetAttr);
  return options.passes.target + " (" + target.getAs<StringAttr>("name").str() + ")";
}

/// What every generated shader starts with.
std::string Driver::shaderHeader(llvm::StringRef file) {
  std::string text =
      ("// " + file + ": generated by vkmorph " + VKMORPH_VERSION_STRING + " from ").str();
  text += llvm::sys::path::filename(options.import.sources.front()).str();
  if (!options.mistranslation.empty())
    text += ".\n// " + describeFault(options.mistranslation);
  else if (llvm::StringRef purpose = "for its user to read, edit and ship.";
           text.size() + 2 + purpose.size() <= kTextWidth)
    text += (", " + purpose).str();
  else
    text += (",\n// " + purpose).str();
  text += "\n// target: " + targetName() + "\n// hash: " + unsealedHash() + "\n";
  return text;
}

ExitStatus Driver::compileShaders(ModuleOp lowered, shading::Shaders &shaders) {
  shading::ShaderFault fault;
  shading::EmitOptions emitOptions;
  emitOptions.debugInfo = options.debugInfo;
  emitOptions.lineDirectives = options.lineDirectives;
  emitOptions.header = [&](llvm::StringRef file) { return shaderHeader(file); };
  // Those that stand there already are compiled already.
  for (const shading::Shader &shader : shaders.list)
    emitOptions.compiled[shader.text] = shader.spirv;
  FailureOr<shading::Shaders> emitted =
      shading::emitShaders(*options.shaders, lowered, emitOptions, &fault);
  if (succeeded(emitted)) {
    shaders = std::move(*emitted);
    return kWritten;
  }
  lostEffects |= fault.lostEffects;
  if (fault.shader.empty())
    return kInputError;
  if (!options.keepShaders.empty())
    writeFiles({{joinPath(options.keepShaders, fault.file), fault.text, false}}, true);
  llvm::errs() << "vkmorph: this is a fault of vkmorph, not of your source; please report it"
               << (options.keepShaders.empty()
                       ? " with the shader that --keep-rejected=FOLDER keeps"
                       : "")
               << "\n";
  return kCompilerFault;
}

/// The host's files; with the SPIR-V of `right`, if given.
FailureOr<std::vector<host::OutputFile>>
Driver::printHost(ModuleOp lowered, const shading::Shaders &shaders, const Translation *right) {
  host::CompiledShaders compiled;
  compiled.requirements = shaders.requirements;
  host::HostOptions hostOptions;
  for (const shading::Shader &shader : shaders.list) {
    compiled.list.push_back(
        {shader.name, shader.file, getEmbedded(shader, right), shader.entryPoint});
    for (const Renaming &renaming : shader.renamings)
      hostOptions.renamings.push_back({shader.name, renaming.what, renaming.from, renaming.to});
  }
  hostOptions.suffix = options.suffix;
  hostOptions.version = VKMORPH_VERSION_STRING;
  hostOptions.target = targetName();
  hostOptions.decisions = decisions;
  for (const std::string &source : options.import.sources)
    hostOptions.sources.push_back(llvm::sys::path::filename(source).str());
  return host::emitHost(lowered, compiled, hostOptions, &lostEffects);
}

ExitStatus Driver::emitFiles(ModuleOp lowered) {
  shading::Shaders shaders;
  if (ExitStatus status = compileShaders(lowered, shaders); status != kWritten)
    return status;
  warnOfMissingCompiler(*options.shaders, lowered.getLoc());
  FailureOr<std::vector<host::OutputFile>> hostFiles = printHost(lowered, shaders);
  if (failed(hostFiles))
    return kInputError;
  std::vector<GeneratedFile> generated;
  for (const shading::Shader &shader : shaders.list) {
    generated.push_back({"shaders/" + shader.file, sealFile(shader.text), true});
    llvm::StringRef bytes(reinterpret_cast<const char *>(shader.spirv.data()),
                          shader.spirv.size() * 4);
    generated.push_back({"shaders/" + shader.name + ".spv", bytes.str(), false});
  }
  std::string generatedSource;
  for (host::OutputFile &file : *hostFiles) {
    if (llvm::StringRef(file.path).ends_with(".cpp"))
      generatedSource = file.path;
    generated.push_back({file.path, std::move(file.text), true});
  }
  if (options.emit == Emit::Shaders || options.emit == Emit::Host) {
    for (const GeneratedFile &file : generated)
      if (file.hasHash &&
          llvm::StringRef(file.path).starts_with("shaders/") == (options.emit == Emit::Shaders))
        llvm::outs() << "//--- " << file.path << "\n" << file.bytes;
    return kWritten;
  }
  for (GeneratedFile &file : generated) {
    file.path = joinPath(options.outputDir, file.path);
    files.push_back(std::move(file));
  }
  addDependencies(generatedSource);
  return kWritten;
}

/// What becomes of the class with a fault; nothing where the compiler notices it.
std::optional<Translation> Driver::translateWith(const vkm::PossibleFault &fault, ModuleOp planned,
                                                 ModuleOp lowered, const Translation &right) {
  bool isOfPlan = fault.phase == vkm::Phase::Planned;
  module = (isOfPlan ? planned : lowered).clone();
  if (!plant(fault.name))
    return std::nullopt;
  if (isOfPlan && !runPipeline([&](OpPassManager &manager) {
        vkm::buildLowerPipeline(manager, options.passes);
      }))
    return std::nullopt;
  if (!splitControls())
    return std::nullopt;
  Translation wrong;
  wrong.shaders = right.shaders;
  if (compileShaders(*module, wrong.shaders) != kWritten)
    return std::nullopt;
  FailureOr<std::vector<host::OutputFile>> hostFiles = printHost(*module, wrong.shaders, &right);
  if (failed(hostFiles))
    return std::nullopt;
  wrong.hostFiles = std::move(*hostFiles);
  return wrong;
}

/// For each fault that was asked for, a folder with what differs, and a list of all.
ExitStatus Driver::writeMutants(ModuleOp planned) {
  OwningOpRef<ModuleOp> lowered = module->clone();
  std::vector<vkm::PossibleFault> possible = vkm::findPossibleFaults(planned);
  llvm::append_range(possible, vkm::findPossibleFaults(*lowered));
  auto faults = selectFaults(possible, options.mistranslations);
  if (!faults) {
    llvm::errs() << "vkmorph: --mistranslations takes all, a number, or kinds of faults: "
                 << llvm::join(vkm::getMistranslations(), ", ") << "\n";
    return kUsageError;
  }
  Translation right;
  if (!splitControls())
    return kInputError;
  if (ExitStatus status = compileShaders(*module, right.shaders); status != kWritten)
    return status;
  FailureOr<std::vector<host::OutputFile>> hostFiles = printHost(*module, right.shaders);
  if (failed(hostFiles))
    return kInputError;
  right.hostFiles = std::move(*hostFiles);
  std::vector<Planted> outcomes;
  for (const vkm::PossibleFault &fault : *faults)
    outcomes.push_back(writeMutant(joinPath(options.outputDir, fault.name), right,
                                   [&] { return translateWith(fault, planned, *lowered, right); }));
  files = {{joinPath(options.outputDir, "faults.json"),
            describeFaults(*faults, outcomes, possible.size()), false}};
  return kWritten;
}

void Driver::addDependencies(llvm::StringRef generatedSource) {
  if (!options.writeDependencies && options.dependencyFile.empty())
    return;
  std::string file = options.dependencyFile, target = options.dependencyTarget;
  if (file.empty())
    file = joinPath(options.outputDir, "vkmorph.d");
  if (target.empty())
    target = joinPath(options.outputDir, generatedSource);
  files.push_back({file, makeDependencyRule(target, dependencies), false});
}

/// Whether a file that would be written is read as well: `--report=numbers.cpp`.
bool Driver::overwritesSource() {
  for (const GeneratedFile &file : files)
    for (const std::string &source : dependencies)
      if (llvm::sys::fs::equivalent(file.path, source)) {
        llvm::errs() << "vkmorph: error: cannot write '" << file.path
                     << "': it is a source; nothing was written\n";
        return true;
      }
  return false;
}

/// Several translations of one import.
static ExitStatus runAll(Driver &driver, const Together &together) {
  auto translate = [&](const Together::Translation &translation) -> int {
    llvm::cl::ResetAllOptionOccurrences();
    std::vector<std::string> words = translation.arguments;
    std::vector<char *> arguments = pointersTo(words);
    std::optional<Options> options = parseOptions(int(arguments.size()), arguments.data());
    return options ? driver.runWith(*options) : kUsageError;
  };
  driver.prepareCompiler();
  return runTogether(together, translate) ? kWritten : kInputError;
}

/// Called by name, and by tests alone, which run many copies of one process (test/started): does
/// ahead of them what each would do by itself.
extern "C" void vkmorphPrepare() {
  for (const shading::ShadingBackend *backend : getShadingBackends())
    backend->prepareCompiler();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // A file that may not grow any more is an error that writing gives, no crash.
  std::signal(SIGXFSZ, SIG_IGN);
  std::string file;
  std::optional<Together> together;
  std::vector<char *> arguments(argv, argv + argc);
  if (takesTogether(argc, argv, file)) {
    together = readTogether(file);
    if (!together)
      return kUsageError;
    arguments = pointersTo(together->translations.front().arguments);
  }
  std::optional<Options> options = parseOptions(int(arguments.size()), arguments.data());
  if (!options)
    return kUsageError;
  // Clang, MLIR and we follow a program's nesting by recursion: a thread of its own has the room.
  constexpr unsigned kStackBytes = 1u << 30;
  ExitStatus status = kCompilerFault;
  llvm::thread compiler(std::optional<unsigned>(kStackBytes), [&] {
    DialectRegistry registry;
    vkm::registerPlannedDialect(registry);
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.loadDialect<vkm::VkmDialect>();
    DiagnosticPrinter diagnostics(context, options->messages);
    Driver driver(*options, context, diagnostics);
    bool isImported = together && !together->imported.empty();
    status =
        isImported ? driver.adopt(together->imported, together->dependencies) : driver.import();
    if (status == kWritten)
      status = together ? runAll(driver, *together) : driver.run();
  });
  compiler.join();
  return status;
}
