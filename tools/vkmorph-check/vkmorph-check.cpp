//===- vkmorph-check.cpp - Whether a translation computes what the class computes -------------===//
//
// Exit status: 0 where everything agrees; 1 where something differs or the validation layer
// complains; 2 for wrong usage; 3 where the class could not be built, or where there is no device;
// 4 where all that was checked agrees, and something could not be: a control function, a result
// without a useful bound, a case in which the original fails, a planted fault that went unnoticed.
//
//===------------------------------------------------------------------------------------------===//

#include "Build.h"
#include "Cases.h"
#include "ClassModel.h"
#include "CommonParts.h"
#include "Coverage.h"
#include "HarnessPrinter.h"
#include "Mutants.h"
#include "Options.h"
#include "Report.h"
#include "Run.h"
#include "Variants.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::check;

namespace {
enum ExitStatus { kAgrees = 0, kDiffers = 1, kUsage = 2, kNotBuilt = 3, kNotAllChecked = 4 };
} // namespace

/// Why a program need not be there: of all variants, one may be refused that others do not need.
static std::string refusedVariant(const Program &program, const Options &options) {
  bool isOfAll = llvm::is_contained(options.variants, "all") &&
                 !llvm::is_contained(options.variants, program.variant->name) &&
                 findVariant(program.variant->name) == program.variant;
  return program.failure && isOfAll ? refusalOf(*program.failure) : "";
}

static int reportBuildFailures(llvm::ArrayRef<Program> programs, const Options &options) {
  for (const Program &program : programs)
    if (program.failure && refusedVariant(program, options).empty()) {
      const BuildFailure &failure = *program.failure;
      llvm::errs() << "vkmorph-check: error: " << failure.step << " failed ("
                   << program.variant->name << ")\n";
      if (!failure.command.empty())
        llvm::errs() << "+ " << failure.command << "\n";
      llvm::errs() << failure.output;
      return kNotBuilt;
    }
  return kAgrees;
}

/// Those of all cases, by the liberties of the programs; null where there is no such program.
using Plans = std::array<llvm::json::Value, Liberties::kCount>;

namespace {

/// Runs all programs on the cases from a number on.
class CasesRun {
public:
  CasesRun(const ClassModel &model, const Options &options, Cases &cases,
           llvm::ArrayRef<Program> programs, const WorkFolder &folder, int64_t first, Plans &plans)
      : model(model), options(options), cases(cases), programs(programs), folder(folder),
        first(first), end(first == 0 ? "" : "_exact"), plans(plans) {}
  ~CasesRun();

  /// What a program said serves all variants that it is the program of, with the same plan.
  using Done = std::map<std::pair<std::string, int>, VariantRun>;
  /// In the order of the programs; nothing where the plans could not be written.
  std::optional<std::vector<VariantRun>> run(Done &done);

private:
  size_t planOf(const Program &program) const;
  std::pair<std::string, int> keyOf(const Program &program) const;
  std::string planFile(size_t index) const;
  std::string recordFile(size_t index) const { return planFile(index) + ".rehearsal"; }
  bool writePlans();
  std::optional<VariantRun> runOne(const Program &program);

  const ClassModel &model;
  const Options &options;
  Cases &cases;
  llvm::ArrayRef<Program> programs;
  const WorkFolder &folder;
  const int64_t first;
  const std::string end; ///< of the names of files
  Plans &plans;
  /// Of programs with each plan: whether there is one, whether there are several, and whether one
  /// has recorded what it rehearsed. The original is the same in all, and so is its rehearsal.
  std::array<bool, Liberties::kCount> isUsed = {}, isShared = {}, isRecorded = {};
};

} // namespace

size_t CasesRun::planOf(const Program &program) const {
  return findLiberties(*program.variant, options.compilerOptions).index();
}

std::pair<std::string, int> CasesRun::keyOf(const Program &program) const {
  bool ordered =
      appendsInOrder(program.variant->options) || appendsInOrder(options.compilerOptions);
  return {program.file, 2 * static_cast<int>(planOf(program)) + ordered};
}

std::string CasesRun::planFile(size_t index) const {
  static constexpr const char *kNames[Liberties::kCount] = {
      "plan",         "plan_contracted",         "plan_halves",         "plan_contracted_halves",
      "plan_samples", "plan_contracted_samples", "plan_halves_samples", "plan_all"};
  return folder.path(kNames[index] + end + ".json");
}

/// Mutants need what was recorded; there may be megabytes of it.
CasesRun::~CasesRun() {
  for (size_t index = 0; index < Liberties::kCount; ++index)
    if (isShared[index] && options.mutants.empty())
      llvm::sys::fs::remove(recordFile(index));
}

/// But those that a recorded rehearsal belongs to.
bool CasesRun::writePlans() {
  for (size_t index = 0; index < Liberties::kCount; ++index) {
    if (!isUsed[index] || isRecorded[index])
      continue;
    llvm::json::Value &plan = plans[index];
    plan = makePlan(cases, model, options, Liberties::of(index), first);
    if ((!options.mutants.empty() && first == 0) || isShared[index])
      (*plan.getAsObject())["recordedRehearsal"] = recordFile(index);
    if (!writeIfChanged(planFile(index), llvm::formatv("{0:2}\n", plan).str())) {
      llvm::errs() << "vkmorph-check: error: cannot write '" << planFile(index) << "'\n";
      return false;
    }
  }
  return true;
}

/// Nothing where the plans could not be written.
std::optional<VariantRun> CasesRun::runOne(const Program &program) {
  const size_t plan = planOf(program);
  bool &recorded = isRecorded[plan];
  std::string place = folder.path(program.variant->name + end);
  llvm::sys::fs::create_directories(place);
  size_t numCases =
      (cases.cases.size() - static_cast<size_t>(first)) * (options.adversarial ? 5 : 1);
  for (;;) {
    bool isRehearsed = recorded;
    VariantRun run = runProgram(program, planFile(plan), place, numCases, isRehearsed, options);
    // Variants may differ in what has to be asked of the original: where one does not agree.
    recorded &= !run.needsRehearsal;
    if (!isRehearsed)
      recorded = isShared[plan] && run.isComplete;
    // What takes the CPU too long does so for all variants; mutants go through the same again.
    adoptSizes(cases, run.lines);
    if (options.mutants.empty() && !writePlans())
      return std::nullopt;
    if (!run.needsRehearsal)
      return run;
  }
}

std::optional<std::vector<VariantRun>> CasesRun::run(Done &done) {
  std::array<std::set<std::pair<std::string, int>>, Liberties::kCount> distinct;
  for (const Program &program : programs)
    if (refusedVariant(program, options).empty())
      distinct[planOf(program)].insert(keyOf(program));
  for (size_t index = 0; index < Liberties::kCount; ++index) {
    isUsed[index] = !distinct[index].empty();
    // How often the original is asked for each barrier is the variant's.
    isShared[index] = distinct[index].size() > 1 && !options.mutateBarriers;
  }
  if (!writePlans())
    return std::nullopt;
  std::vector<VariantRun> runs;
  for (const Program &program : programs) {
    if (std::string refusal = refusedVariant(program, options); !refusal.empty()) {
      VariantRun &run = runs.emplace_back();
      run.variant = program.variant;
      run.unavailable = "the class cannot be translated so: " + refusal;
      continue;
    }
    auto [run, isFirst] = done.try_emplace(keyOf(program));
    if (isFirst) {
      std::optional<VariantRun> own = runOne(program);
      if (!own)
        return std::nullopt;
      run->second = std::move(*own);
    }
    runs.push_back(run->second);
    if (!isFirst)
      runs.back().as = std::exchange(runs.back().variant, program.variant);
  }
  return runs;
}

/// Adds what programs said of further cases.
static void addRuns(std::vector<VariantRun> &runs, std::vector<VariantRun> newRuns) {
  for (auto [run, more] : llvm::zip(runs, newRuns)) {
    std::move(more.lines.begin(), more.lines.end(), std::back_inserter(run.lines));
    if (run.isComplete && !more.isComplete) {
      run.isComplete = false;
      run.process = std::move(more.process);
    }
  }
}

/// Programs run on an OpenCL device from now on, and their texts are those that clspv would take:
/// false where the driver for that is not installed.
static bool chooseOpenClDevice(const Installation &installation) {
  if (!llvm::sys::fs::exists(installation.openClDevice)) {
    llvm::errs() << "vkmorph-check: error: there is no '" << installation.openClDevice
                 << "': vkmorph was built without OpenCL (ocl-icd-opencl-dev, opencl-headers)\n";
    return false;
  }
  for (const char *name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"})
    setenv(name, installation.openClDevice.c_str(), /*overwrite=*/1);
  setenv("CLSPV", "none", /*overwrite=*/1);
  return true;
}

static std::unique_ptr<WorkFolder> openFolder(const Options &options, llvm::StringRef classes) {
  llvm::Expected<std::unique_ptr<WorkFolder>> folder = WorkFolder::open(options, classes);
  if (folder)
    return std::move(*folder);
  llvm::errs() << "vkmorph-check: error: " << llvm::toString(folder.takeError()) << "\n";
  return nullptr;
}

namespace {

/// A class that is checked.
struct CheckedClass {
  ClassModel &model;
  const Options &options;
  const Installation &installation;
  const WorkFolder &folder;
  const CommonParts &common;
};

} // namespace

/// Runs all programs of a class and says what came out, in `text` as JSON where it came so far.
static int checkClass(const CheckedClass &checked, llvm::json::Value &text) {
  auto &[model, options, installation, folder, common] = checked;
  llvm::Expected<Cases> cases = makeCases(model, options);
  if (!cases)
    return usageError(llvm::toString(cases.takeError()));
  std::vector<const Variant *> variants =
      chooseVariants(options.variants, options.ownVariants, model.contents);
  std::vector<Program> programs = buildPrograms(model, options, installation, folder, common,
                                                variants, printHarness(model, options));
  if (int status = reportBuildFailures(programs, options))
    return status;
  CasesRun::Done done;
  std::vector<Plans> plans;
  plans.push_back({nullptr, nullptr, nullptr, nullptr});
  auto run = CasesRun(model, options, *cases, programs, folder, 0, plans.back()).run(done);
  if (!run)
    return kNotBuilt;
  std::vector<VariantRun> runs = std::move(*run);
  // Integers in floats have exact sums; and members that are drawn may be what results depend on.
  for (bool drawsMembers : {true, false}) {
    std::vector<const ControlModel *> without =
        Report(model, options, *cases, runs, {}).controlsWithoutBounds();
    if (without.empty())
      break;
    int64_t first = addExactCases(*cases, without, drawsMembers);
    CasesRun::Done again;
    plans.push_back({nullptr, nullptr, nullptr, nullptr});
    auto more = CasesRun(model, options, *cases, programs, folder, first, plans.back()).run(again);
    if (!more)
      return kNotBuilt;
    addRuns(runs, std::move(*more));
  }

  llvm::SetVector<const ControlModel *> controls;
  for (const CasePlan &one : cases->cases)
    controls.insert(one.control);
  std::vector<FunctionCoverage> functions;
  for (auto &[program, run] : done)
    if (functions.empty())
      functions = readCoverage(controls.getArrayRef(), program.first, run.profile);
  Report report(model, options, *cases, runs, functions);
  report.print(llvm::outs());
  text = report.toJson();
  bool isAllNoticed = true;
  if (!options.mutants.empty()) {
    llvm::json::Array list;
    std::set<std::string> tried;
    for (const Program &program : programs) {
      size_t index = findLiberties(*program.variant, options.compilerOptions).index();
      llvm::SmallVector<const llvm::json::Object *> own;
      for (const Plans &each : plans)
        if (const llvm::json::Object *plan = each[index].getAsObject())
          own.push_back(plan);
      auto run = llvm::find_if(
          runs, [&](const VariantRun &one) { return one.variant == program.variant; });
      if (!report.agrees() || !run->isComplete || !tried.insert(program.file).second)
        continue;
      MutantRun mutants =
          runMutants(model, options, installation, folder, program, own, *run, functions);
      printMutants(llvm::outs(), mutants);
      isAllNoticed &= mutants.failure.empty() && mutants.count(Mutant::Outcome::Unnoticed) == 0;
      list.push_back(describeMutants(mutants));
    }
    (*text.getAsObject())["mutants"] = std::move(list);
  }
  // A variant that was asked for by name has to run; of all, those that the device can.
  bool wantsAll = llvm::is_contained(options.variants, "all");
  size_t unavailable =
      llvm::count_if(runs, [](const VariantRun &run) { return !run.unavailable.empty(); });
  if (unavailable == runs.size() || (unavailable > 0 && !wantsAll))
    return kNotBuilt;
  if (!report.agrees())
    return kDiffers;
  return report.isAllChecked() && isAllNoticed ? kAgrees : kNotAllChecked;
}

namespace {

/// The classes that are checked, as far as they could be read, each with its options.
struct ClassesRead {
  std::vector<std::unique_ptr<ClassModel>> models;
  std::vector<Options> options;
  bool areAll = false;
};

} // namespace

static ClassesRead readClasses(MLIRContext &context, const Options &options) {
  // What is defined several times does not link.
  tool::MessageChoice choice;
  choice.promoted = {"defined-again"};
  ClassesRead read;
  std::vector<std::string> dependencies;
  std::shared_ptr<frontend::Program> program;
  bool isWarnedOf;
  {
    tool::DiagnosticPrinter diagnostics(context, choice);
    program = frontend::readSources(context, options.import, &dependencies);
    if (!program || diagnostics.getNumErrors() != 0)
      return read;
    isWarnedOf = diagnostics.getNumWarnings() != 0;
  }
  for (const std::string &name : options.classes) {
    Options own = options.ofClass(name);
    tool::DiagnosticPrinter diagnostics(context, choice);
    std::unique_ptr<ClassModel> model =
        ClassModel::read(context, own, *program, dependencies, diagnostics);
    if (!model || diagnostics.getNumErrors() != 0)
      continue;
    if (isWarnedOf)
      model->imported.clear();
    read.models.push_back(std::move(model));
    read.options.push_back(std::move(own));
  }
  read.areAll = read.models.size() == options.classes.size();
  return read;
}

/// The worst of what was found of several classes.
static int getWorst(llvm::ArrayRef<int> statuses) {
  for (int status : {kUsage, kDiffers, kNotBuilt, kNotAllChecked})
    if (llvm::is_contained(statuses, status))
      return status;
  return kAgrees;
}

/// Gives each of several classes what is stated of its own parameters. What is none's has no
/// effect: the name is returned, with its option.
static std::string distributeNames(ClassesRead &read, const Options &options) {
  llvm::StringSet<> found;
  for (auto [model, own] : llvm::zip(read.models, read.options))
    takeOwnNames(*model, own, found);
  for (const std::string &name : options.controls)
    if (!found.contains(name))
      return "there is no public control function '" + name + "'";
  for (const ArgumentRule &rule : options.arguments)
    if (!found.contains(rule.path))
      return "--arg: there is no parameter or member '" + rule.path + "'";
  for (const auto &[path, values] : options.sizes)
    if (!found.contains(path))
      return "--size: there is no parameter or member '" + path + "'";
  return "";
}

static int checkAll(ClassesRead &read, const Options &options, const char *argv0) {
  const bool areSeveral = options.classes.size() > 1;
  // Where a class could not be read, the name may be its own.
  if (areSeveral)
    if (std::string unknown = distributeNames(read, options); !unknown.empty() && read.areAll)
      return usageError(unknown + " in any of these classes");
  Installation installation = Installation::find(options, argv0);
  if (options.shaders == "openclc" && !chooseOpenClDevice(installation))
    return kNotBuilt;
  std::string names;
  for (const std::unique_ptr<ClassModel> &model : read.models)
    names += (names.empty() ? "" : ",") + model->info.qualifiedBase;
  std::unique_ptr<WorkFolder> folder = openFolder(options, names);
  if (!folder)
    return kNotBuilt;
  CommonParts common(read.models, *folder);
  std::vector<int> statuses = {read.areAll ? kAgrees : kNotBuilt};
  llvm::json::Array reports;
  for (auto [model, own] : llvm::zip(read.models, read.options)) {
    // It has none of the functions that were asked for.
    if (own.controls.empty() && !options.controls.empty())
      continue;
    std::unique_ptr<WorkFolder> ofClass;
    if (areSeveral)
      ofClass = openFolder(own, model->info.qualifiedBase);
    if (areSeveral && !ofClass) {
      statuses.push_back(kNotBuilt);
      continue;
    }
    if (statuses.size() > 1)
      llvm::outs() << "\n";
    llvm::json::Value report = nullptr;
    statuses.push_back(
        checkClass({*model, own, installation, areSeveral ? *ofClass : *folder, common}, report));
    llvm::outs().flush();
    if (report.getAsObject())
      reports.push_back(std::move(report));
  }
  if (!options.reportFile.empty() && !reports.empty()) {
    llvm::json::Value all =
        areSeveral ? llvm::json::Value(std::move(reports)) : std::move(reports.front());
    if (!writeIfChanged(options.reportFile, llvm::formatv("{0:2}\n", all).str())) {
      llvm::errs() << "vkmorph-check: error: cannot write '" << options.reportFile << "'\n";
      return kNotBuilt;
    }
  }
  return getWorst(statuses);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  std::optional<Options> options = parseOptions(argc, argv);
  if (!options)
    return kUsage;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<vkm::VkmDialect>();
  ClassesRead read = readClasses(context, *options);
  if (read.models.empty())
    return kNotBuilt;
  separateShaderCaches();
  return checkAll(read, *options, argv[0]);
}
