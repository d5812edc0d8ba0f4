//===- Options.cpp - The command line of vkmorph ----------------------------------------------===//

#include "Options.h"

#include "passes/Decisions.h"
#include "passes/faults/Mistranslate.h"
#include "passes/plan/ProbeTarget.h"
#include "passes/plan/Target.h"
#include "tools/common/CommandLine.h"
#include "tools/common/MessageOptions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

#include <deque>
#include <memory>
#include <tuple>

using namespace vkmorph;
using namespace vkmorph::tool;
namespace cl = llvm::cl;

static cl::OptionCategory inputCategory("Input");
static cl::OptionCategory outputCategory("Output");
static cl::OptionCategory
    decisionCategory("Decisions",
                     "What the planner chooses unless told; a choice that the target does "
                     "not have is warned of and not taken");
static cl::OptionCategory messageCategory("Messages");

static cl::list<std::string> sources(cl::Positional, cl::desc("SOURCE..."), cl::cat(inputCategory));
static cl::opt<std::string>
    className("class", cl::value_desc("name"), cl::cat(inputCategory),
              cl::desc("The class to translate; without it, the only class with kernels"));
static cl::opt<std::string>
    database("p", cl::value_desc("folder"), cl::cat(inputCategory),
             cl::desc("Take clang's options from compile_commands.json in this folder"));
static cl::opt<std::string>
    resourceDir("resource-dir", cl::value_desc("folder"), cl::cat(inputCategory),
                cl::desc("Where clang's own headers are (the folder with include/stddef.h)"));
static cl::opt<std::string>
    config("config", cl::value_desc("file"), cl::cat(inputCategory),
           cl::desc("What the sources do not say: roles, sizes, independence (YAML or JSON)"));
static cl::list<std::string>
    assumeIndependent("assume-independent", cl::value_desc("kernel"), cl::CommaSeparated,
                      cl::cat(inputCategory),
                      cl::desc("The iterations of this kernel are independent although "
                               "vkmorph cannot prove it"));
static cl::opt<bool> assumeNoNan("assume-no-nan", cl::cat(inputCategory),
                                 cl::desc("Neither x nor m is NaN where m = std::min(x, m), m = "
                                          "std::max(x, m) and their like reduce into a member m"));

static cl::opt<std::string> outputDir("o", cl::value_desc("folder"), cl::cat(outputCategory),
                                      cl::desc("Where the generated files go"));
static cl::opt<Emit>
    emit("emit", cl::init(Emit::Files), cl::cat(outputCategory),
         cl::desc("Print one stage instead of writing files:"),
         cl::values(clEnumValN(Emit::Imported, "imported", "the class as it was read"),
                    clEnumValN(Emit::Normalised, "normalised", "with kernels launched by name"),
                    clEnumValN(Emit::Recognised, "recognised", "with patterns named"),
                    clEnumValN(Emit::Planned, "planned", "with every decision as an attribute"),
                    clEnumValN(Emit::Lowered, "lowered", "as shaders and commands"),
                    clEnumValN(Emit::Raised, "raised", "as the shaders' printer takes it"),
                    clEnumValN(Emit::Host, "host", "the C++ text")));
static cl::opt<std::string> shaders("shaders", cl::cat(outputCategory),
                                    cl::desc("The language of the shaders"));
static cl::opt<bool> withoutLocations(
    "without-locations", cl::cat(outputCategory),
    cl::desc(
        "--emit of a stage that is IR: leave out where in the source each operation is from, which "
        "the messages and comments of later stages tell"));
static cl::opt<std::string> suffix("suffix", cl::init("_Generated"), cl::value_desc("text"),
                                   cl::cat(outputCategory),
                                   cl::desc("Appended to the class's name"));
static cl::opt<bool> force("force", cl::cat(outputCategory),
                           cl::desc("Overwrite generated files that have been edited"));
static cl::opt<std::string> reportFile("report", cl::value_desc("file"), cl::cat(outputCategory),
                                       cl::desc("Write decisions and recognised patterns as JSON"));
static cl::opt<bool> writeDependencies("MD", cl::cat(outputCategory),
                                       cl::desc("Write a dependency file"));
static cl::opt<std::string>
    dependencyFile("MF", cl::value_desc("file"), cl::cat(outputCategory),
                   cl::desc("Its name; without it, vkmorph.d in the output folder"));
static cl::opt<std::string>
    dependencyTarget("MT", cl::value_desc("name"), cl::cat(outputCategory),
                     cl::desc("The target in it; without it, the generated .cpp"));
static cl::opt<std::string>
    keepShaders("keep-rejected", cl::value_desc("folder"), cl::cat(outputCategory),
                cl::desc("Keep a shader that its compiler or spirv-val rejects, for a bug report"));

static cl::opt<bool>
    debugInfo("debug-info", cl::cat(outputCategory),
              cl::desc("Keep text, names and line numbers in the SPIR-V, for shader debuggers"));
static cl::opt<bool>
    lineDirectives("line-directives", cl::cat(outputCategory),
                   cl::desc("Lead from lines of the shaders to lines of the C++ source by #line"));

static cl::opt<std::string>
    target("target", cl::init("vulkan13"), cl::value_desc("name or file"),
           cl::cat(decisionCategory),
           cl::desc("The target description: vulkan10, vulkan13, a JSON file, or probe: "
                    "the present device (vkmorph-probe; VKMORPH_DEVICE names another)"));
static cl::opt<bool>
    deterministic("deterministic", cl::cat(decisionCategory),
                  cl::desc("The same bits on every run with one device and driver"));
static cl::opt<int64_t> workgroupSize("workgroup-size", cl::init(0), cl::value_desc("threads"),
                                      cl::cat(decisionCategory),
                                      cl::desc("Threads of a workgroup, a power of two"));

/// One for each row of the table, in its order.
static std::vector<std::unique_ptr<cl::opt<std::string>>> decisions;

static void listDecisions() {
  if (!decisions.empty())
    return;
  // Options keep references to these texts.
  static std::deque<std::string> values;
  for (const vkm::Decision &row : vkm::getDecisions()) {
    const std::string &listed = values.emplace_back(llvm::join(row.values, "|"));
    decisions.push_back(std::make_unique<cl::opt<std::string>>(
        row.option, cl::init(row.values.front().str()), cl::value_desc(listed),
        cl::cat(decisionCategory), cl::desc(row.description)));
  }
}

static cl::list<std::string> explainTopics("explain",
                                           cl::value_desc("barriers|reductions|dispatch"),
                                           cl::CommaSeparated, cl::cat(messageCategory),
                                           cl::desc("Say what was decided and why"));

// Of use to nobody but the tests of what checks translations: no help lists it.
static cl::opt<std::string> mistranslate("mistranslate", cl::ReallyHidden,
                                         cl::desc("Plant a fault of this kind"));
static cl::opt<std::string>
    mistranslations("mistranslations", cl::ReallyHidden,
                    cl::desc("Write what differs of translations with one fault each"));

// Who changes a pass is told which pass leaves a module that is wrong; for all others it is enough
// that none comes out of a phase.
static cl::opt<bool> verifyEach("verify-each", cl::ReallyHidden,
                                cl::desc("Verify all operations behind each pass, not each phase"));

static bool usageError(const llvm::Twine &message) {
  llvm::errs() << "vkmorph: " << message << " (see --help)\n";
  return false;
}

static bool isOneOf(llvm::StringRef option, llvm::StringRef value,
                    llvm::ArrayRef<llvm::StringRef> values) {
  if (llvm::is_contained(values, value))
    return true;
  return usageError("--" + option + " has no value '" + value + "'; it takes " +
                    llvm::join(values, ", "));
}

/// What is wrong with the values beyond their syntax.
static bool checkValues(Options &options) {
  if (options.import.sources.empty())
    return usageError("no source file");
  if (options.emit == Emit::Files && options.outputDir.empty())
    return usageError("no output folder: -o DIR, or --emit=STAGE to print");
  bool isText =
      options.emit == Emit::Files || options.emit == Emit::Shaders || options.emit == Emit::Host;
  if (withoutLocations && isText)
    return usageError("--without-locations is about the stages that --emit prints as IR");
  if (!options.shaders && !isOneOf("shaders", shaders, getShadingLanguages()))
    return false;
  for (auto [row, option] : llvm::zip(vkm::getDecisions(), decisions))
    if (!isOneOf(row.option, *option, row.values))
      return false;
  if (mistranslate.getNumOccurrences() > 0 && !vkm::isMistranslation(mistranslate) &&
      !isOneOf("mistranslate", mistranslate, vkm::getMistranslations()))
    return false;
  for (const std::string &topic : explainTopics) {
    if (!isOneOf("explain", topic, {"barriers", "reductions", "dispatch"}))
      return false;
    options.explain.barriers |= topic == "barriers";
    options.explain.reductions |= topic == "reductions";
    options.explain.dispatch |= topic == "dispatch";
  }
  bool isIdentifierPart = llvm::all_of(suffix, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (suffix.empty() || !isIdentifierPart)
    return usageError("--suffix has to be letters, digits or underscores");
  llvm::Expected<MessageChoice> messages = readMessageChoice();
  if (!messages)
    return usageError(llvm::toString(messages.takeError()));
  options.messages = *messages;
  // A device is asked when its answer is needed, once.
  if (target == kProbeTarget)
    return true;
  llvm::Expected<Target> loaded = loadTarget(target);
  if (!loaded)
    return usageError(llvm::toString(loaded.takeError()));
  return true;
}

/// What the table of shading languages has: values of --shaders and --emit.
static void listShadingLanguages() {
  static const std::string names = llvm::join(getShadingLanguages(), "|");
  shaders.setValueStr(names);
  shaders.setInitialValue(getShadingLanguages().front().str());
  for (auto [number, name] : llvm::enumerate(getShadingLanguages()))
    emit.getParser().addLiteralOption(
        name, static_cast<Emit>(static_cast<unsigned>(Emit::Shaders) + number),
        "the shaders' text in this language");
}

/// --emit=LANGUAGE is --shaders=LANGUAGE as well.
static void chooseLanguage(Options &options) {
  options.emit = std::min(emit.getValue(), Emit::Shaders);
  options.shaders = options.emit == Emit::Shaders
                        ? getShadingBackends()[static_cast<unsigned>(emit.getValue()) -
                                               static_cast<unsigned>(Emit::Shaders)]
                        : findShadingBackend(shaders);
}

std::optional<Options> vkmorph::tool::parseOptions(int argc, char **argv) {
  Options options;
  std::vector<const char *> own = takeOwnArguments(argc, argv, options.import.clangArguments);
  listMessageOptions(messageCategory);
  listShadingLanguages();
  listDecisions();
  cl::HideUnrelatedOptions({&inputCategory, &outputCategory, &decisionCategory, &messageCategory});
  setVersionPrinter("vkmorph");
  if (!cl::ParseCommandLineOptions(
          own.size(), own.data(),
          "Turns a C++ class into a class that computes the same on any Vulkan device.\n\n"
          "  vkmorph SOURCE... --class C -o DIR [options] -- [clang options]\n",
          &llvm::errs()))
    return std::nullopt;
  options.import.sources = sources;
  options.import.className = className;
  options.import.compilationDatabase = database;
  options.import.config = config;
  options.import.resourceDir = resourceDir;
  options.import.executable = argv[0];
  options.import.forProgram = emit == Emit::Files;
  options.mistranslation = mistranslate;
  options.mistranslations = mistranslations;
  options.verifiesEach = verifyEach;
  options.passes.target = target;
  for (auto [row, option] : llvm::zip(vkm::getDecisions(), decisions))
    options.passes.*row.member = *option;
  options.passes.deterministic = deterministic;
  options.passes.workgroupSize = workgroupSize;
  options.passes.assumeIndependent = assumeIndependent;
  options.passes.assumeNoNan = assumeNoNan;
  chooseLanguage(options);
  if (options.shaders && !options.shaders->getMissingFeatures().empty()) {
    // Reductions of subgroups are there for those who ask.
    for (llvm::StringRef key : options.shaders->getMissingFeatures())
      if (key != "subgroup_arithmetic" || options.passes.reduction != "subgroup")
        options.passes.missingFeatures.push_back(key.str());
    options.passes.language = options.shaders->getTitle().str();
  }
  if (options.shaders && !options.shaders->hasSamplers())
    options.passes.withoutSamplers = options.shaders->getTitle().str();
  options.withoutLocations = withoutLocations;
  options.outputDir = outputDir;
  options.suffix = suffix;
  options.reportFile = reportFile;
  options.force = force;
  options.writeDependencies = writeDependencies;
  options.dependencyFile = dependencyFile;
  options.dependencyTarget = dependencyTarget;
  options.keepShaders = keepShaders;
  options.debugInfo = debugInfo;
  options.lineDirectives = lineDirectives;
  if (!checkValues(options))
    return std::nullopt;
  return options;
}

bool vkmorph::tool::readsAlike(const Options &a, const Options &b) {
  auto of = [](const Options &options) {
    const frontend::ImportOptions &import = options.import;
    const MessageChoice &messages = options.messages;
    return std::tie(import.sources, import.className, import.clangArguments,
                    import.compilationDatabase, import.config, import.resourceDir,
                    import.executable, import.forProgram, messages.silenced, messages.promoted,
                    messages.remarks);
  };
  return of(a) == of(b);
}
