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

/// Those of all cases: of programs that do not contract, and of those that do.
using Plans = std::array<llvm::json::Value, 2>;

/// Runs all programs on the cases from a number on, and adds what they say to the variants' runs.
/// Returns whether the plans could be written.
static bool runCases(const ClassModel &model, const Options &options, Cases &cases,
                     llvm::ArrayRef<Program> programs, const WorkFolder &folder, int64_t first,
                     std::vector<VariantRun> &runs,
                     std::map<std::pair<std::string, int>, VariantRun> &done, Plans &plans) {
  std::string end = first == 0 ? "" : "_exact";
  std::string planFile = folder.path("plan" + end + ".json");
  std::string contractedFile = folder.path("plan_contracted" + end + ".json");
  auto writePlans = [&] {
    for (bool contracts : {false, true}) {
      const std::string &file = contracts ? contractedFile : planFile;
      llvm::json::Value &plan = plans[contracts];
      plan = makePlan(cases, model, options, contracts, first);
      if (!options.mutants.empty() && first == 0)
        (*plan.getAsObject())["recordedRehearsal"] = file + ".rehearsal";
      if (!writeIfChanged(file, llvm::formatv("{0:2}\n", plan).str())) {
        llvm::errs() << "vkmorph-check: error: cannot write '" << file << "'\n";
        return false;
      }
    }
    return true;
  };
  if (!writePlans())
    return false;
  size_t numCases =
      (cases.cases.size() - static_cast<size_t>(first)) * (options.adversarial ? 5 : 1);
  std::vector<VariantRun> newRuns;
  for (const Program &program : programs) {
    if (std::string refusal = refusedVariant(program, options); !refusal.empty()) {
      VariantRun &run = newRuns.emplace_back();
      run.variant = program.variant;
      run.unavailable = "the class cannot be translated so: " + refusal;
      continue;
    }
    bool contracts = contractsProducts(*program.variant, options.compilerOptions);
    bool ordered =
        appendsInOrder(program.variant->options) || appendsInOrder(options.compilerOptions);
    auto [run, isFirst] = done.try_emplace({program.file, 2 * contracts + ordered});
    const std::string &plan = contracts ? contractedFile : planFile;
    if (isFirst && first == 0) {
      run->second = runProgram(program, plan, numCases, options, folder);
    } else if (isFirst) {
      std::string place = folder.path(program.variant->name + end);
      llvm::sys::fs::create_directories(place);
      run->second = runProgram(program, plan, place, options.timeout, options);
    }
    // What takes the CPU too long does so for all variants; mutants go through the same again.
    if (isFirst)
      adoptSizes(cases, run->second.lines);
    if (isFirst && options.mutants.empty() && !writePlans())
      return false;
    newRuns.push_back(run->second);
    newRuns.back().variant = program.variant;
  }
  if (first == 0) {
    runs = std::move(newRuns);
    return true;
  }
  for (auto [run, more] : llvm::zip(runs, newRuns)) {
    std::move(more.lines.begin(), more.lines.end(), std::back_inserter(run.lines));
    if (run.isComplete && !more.isComplete) {
      run.isComplete = false;
      run.process = std::move(more.process);
    }
  }
  return true;
}

/// Runs all programs and says what came out.
static int checkClass(ClassModel &model, const Options &options, const char *argv0) {
  llvm::Expected<Cases> cases = makeCases(model, options);
  if (!cases)
    return usageError(llvm::toString(cases.takeError()));
  std::vector<const Variant *> variants =
      chooseVariants(options.variants, options.ownVariants, model.contents);
  llvm::Expected<std::unique_ptr<WorkFolder>> folder =
      WorkFolder::open(options, model.info.qualifiedBase);
  if (!folder) {
    llvm::errs() << "vkmorph-check: error: " << llvm::toString(folder.takeError()) << "\n";
    return kNotBuilt;
  }
  Installation installation = Installation::find(options, argv0);
  std::vector<Program> programs =
      buildPrograms(model, options, installation, **folder, variants, printHarness(model, options));
  if (int status = reportBuildFailures(programs, options))
    return status;
  std::vector<VariantRun> runs;
  // What a program said serves all variants that it is the program of.
  std::map<std::pair<std::string, int>, VariantRun> done;
  Plans plans = {nullptr, nullptr};
  if (!runCases(model, options, *cases, programs, **folder, 0, runs, done, plans))
    return kNotBuilt;
  // Integers in floats have exact sums; and members that are drawn may be what results depend on.
  for (bool drawsMembers : {true, false}) {
    std::vector<const ControlModel *> without =
        Report(model, options, *cases, runs, {}).controlsWithoutBounds();
    if (without.empty())
      break;
    int64_t first = addExactCases(*cases, without, drawsMembers);
    std::map<std::pair<std::string, int>, VariantRun> again;
    Plans exact = {nullptr, nullptr};
    if (!runCases(model, options, *cases, programs, **folder, first, runs, again, exact))
      return kNotBuilt;
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
  llvm::json::Value text = report.toJson();
  bool isAllNoticed = true;
  if (!options.mutants.empty()) {
    llvm::json::Array list;
    std::set<std::string> tried;
    for (const Program &program : programs) {
      bool contracts = contractsProducts(*program.variant, options.compilerOptions);
      auto run = llvm::find_if(
          runs, [&](const VariantRun &one) { return one.variant == program.variant; });
      if (!report.agrees() || !run->isComplete || !tried.insert(program.file).second)
        continue;
      MutantRun mutants = runMutants(model, options, installation, **folder, program,
                                     *plans[contracts].getAsObject(), *run, functions);
      printMutants(llvm::outs(), mutants);
      isAllNoticed &= mutants.failure.empty() && mutants.count(Mutant::Outcome::Unnoticed) == 0;
      list.push_back(describeMutants(mutants));
    }
    (*text.getAsObject())["mutants"] = std::move(list);
  }
  if (!options.reportFile.empty() &&
      !writeIfChanged(options.reportFile, llvm::formatv("{0:2}\n", text).str())) {
    llvm::errs() << "vkmorph-check: error: cannot write '" << options.reportFile << "'\n";
    return kNotBuilt;
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

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  std::optional<Options> options = parseOptions(argc, argv);
  if (!options)
    return kUsage;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<vkm::VkmDialect>();
  std::unique_ptr<ClassModel> model;
  {
    // What is defined several times does not link.
    tool::MessageChoice choice;
    choice.promoted = {"defined-again"};
    tool::DiagnosticPrinter diagnostics(context, choice);
    model = ClassModel::read(context, *options);
    if (diagnostics.getNumErrors() != 0)
      return kNotBuilt;
  }
  if (!model)
    return kNotBuilt;
  return checkClass(*model, *options, argv[0]);
}
