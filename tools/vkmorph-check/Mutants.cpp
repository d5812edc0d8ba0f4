//===- Mutants.cpp - Which faults of a translation the check would notice ---------------------===//

#include "Mutants.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ThreadPool.h"

#include <mutex>

using namespace vkmorph;
using namespace vkmorph::check;
using llvm::json::Object;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string Mutant::describe() const {
  std::string text = path::filename(file).str();
  if (line != 0)
    text += ":" + std::to_string(line);
  text += ": " + what;
  if (!function.empty())
    text += " in " + function;
  return text + " (" + name + ")";
}

size_t MutantRun::count(Mutant::Outcome outcome) const {
  return llvm::count_if(mutants, [&](const Mutant &one) { return one.outcome == outcome; });
}

namespace {

/// Runs the mutants of one variant.
class Runner {
public:
  Runner(const Options &options, MutantBuilder &builder, const Program &program,
         llvm::ArrayRef<const Object *> plans, const VariantRun &right,
         llvm::ArrayRef<FunctionCoverage> functions, std::string mutantsFolder)
      : options(options), builder(builder), program(program), plans(plans), right(right),
        functions(functions), mutantsFolder(std::move(mutantsFolder)) {
    for (const Object &line : right.lines)
      if (textOf(line, "type") == "result")
        fingerprints.push_back(textOf(line, "fingerprint"));
  }

  void run(Mutant &mutant) const;

private:
  std::optional<VariantRun> runPlan(const Program &wrong, const Object &plan,
                                    const llvm::json::Array &shaders, const std::string &folder,
                                    Mutant &mutant) const;
  bool notices(const VariantRun &run, Mutant &mutant) const;
  std::string explain(const VariantRun &run, const Mutant &mutant) const;
  unsigned chooseTimeout(unsigned times) const;

  const Options &options;
  MutantBuilder &builder;
  const Program &program;
  llvm::ArrayRef<const Object *> plans;
  const VariantRun &right;
  llvm::ArrayRef<FunctionCoverage> functions;
  std::string mutantsFolder;
  std::vector<std::string> fingerprints; ///< of the right results, in order
  mutable std::mutex asking;             ///< once more
};

} // namespace

/// A fault may make a loop that never ends: what takes several times as long as the right
/// translation is one.
unsigned Runner::chooseTimeout(unsigned times) const {
  constexpr unsigned least = 5, factor = 4;
  return std::min(options.timeout, times * (least + unsigned(factor * right.seconds)));
}

/// Whether a result does not agree, or the program did not come to its end.
bool Runner::notices(const VariantRun &run, Mutant &mutant) const {
  for (const Object &line : run.lines) {
    std::string type = textOf(line, "type");
    bool isResult = type == "result" && !line.getBoolean("agrees").value_or(false);
    if (!isResult && type != "validation")
      continue;
    mutant.how = !isResult                            ? "the validation layer complains"
                 : line.getNumber("different") > 0.0  ? "values differ"
                 : !textOf(line, "error").empty()     ? "the generated class fails"
                 : !line.getArray("outside")->empty() ? "it wrote outside"
                 : line.getNumber("conflicts") > 0.0  ? "commands are not ordered"
                                                      : "it creates again";
    mutant.how += " in " + textOf(line, "function");
    return true;
  }
  if (run.isComplete)
    return false;
  mutant.how = !run.unavailable.empty() ? "no device can run it"
               : run.process.timedOut   ? "it does not end"
                                        : "the program crashes";
  return true;
}

std::string Runner::explain(const VariantRun &run, const Mutant &mutant) const {
  if (hasRun(functions, mutant.file, mutant.line, mutant.column) == false)
    return "no case ran this";
  std::string other;
  size_t next = 0;
  for (const Object &line : run.lines) {
    if (textOf(line, "type") != "result" || next >= fingerprints.size())
      continue;
    if (textOf(line, "fingerprint") != fingerprints[next++] && other.empty())
      other = textOf(line, "function");
  }
  return other.empty() ? "it changed no result"
                       : "results of " + other + " stayed within their bounds";
}

/// What a program with a fault says of the cases of a plan; nothing where the plan cannot be
/// written.
std::optional<VariantRun> Runner::runPlan(const Program &wrong, const Object &plan,
                                          const llvm::json::Array &shaders,
                                          const std::string &folder, Mutant &mutant) const {
  Object wanted = plan;
  wanted.erase("recordedRehearsal");
  wanted["replayedRehearsal"] = plan.getString("recordedRehearsal").value_or("");
  wanted["untilDifference"] = true;
  wanted["shaders"] = llvm::json::Array(shaders);
  std::string planFile = folder + "/plan.json";
  if (!writeIfChanged(planFile,
                      llvm::formatv("{0}\n", llvm::json::Value(std::move(wanted))).str())) {
    mutant.outcome = Mutant::Outcome::Refused;
    mutant.how = "cannot write '" + planFile + "'";
    return std::nullopt;
  }
  VariantRun result = runProgram(wrong, planFile, folder, chooseTimeout(1), options);
  if (result.process.timedOut) {
    // It may have had to wait for the others: one of these at a time is asked once more.
    std::lock_guard<std::mutex> lock(asking);
    result = runProgram(wrong, planFile, folder, chooseTimeout(3), options);
  }
  return result;
}

void Runner::run(Mutant &mutant) const {
  std::string own = mutantsFolder + "/" + mutant.name;
  Program wrong = program;
  std::error_code error;
  bool hasCode = false;
  llvm::json::Array shaders;
  for (fs::recursive_directory_iterator it(own, error), end; it != end && !error;
       it.increment(error)) {
    llvm::StringRef file = it->path();
    if (file.ends_with(".spv"))
      shaders.push_back(llvm::json::Array{
          program.generated + "/shaders/" + path::filename(file).str(), file.str()});
    else
      hasCode |= file.ends_with(".cpp") || file.ends_with(".h");
  }
  if (hasCode) {
    wrong.file = own + "/program";
    if (std::optional<BuildFailure> failure = builder.build(own, wrong.file)) {
      mutant.outcome = Mutant::Outcome::Refused;
      mutant.how = failure->step;
      return;
    }
  }
  VariantRun all;
  mutant.outcome = Mutant::Outcome::Unnoticed;
  for (const Object *plan : plans) {
    std::optional<VariantRun> result = runPlan(wrong, *plan, shaders, own, mutant);
    if (!result)
      break;
    if (notices(*result, mutant)) {
      mutant.outcome = Mutant::Outcome::Noticed;
      break;
    }
    std::move(result->lines.begin(), result->lines.end(), std::back_inserter(all.lines));
  }
  if (mutant.outcome == Mutant::Outcome::Unnoticed)
    mutant.how = explain(all, mutant);
  // Programs are large, and there may be hundreds.
  if (hasCode && options.keepDir.empty())
    fs::remove(wrong.file);
}

/// The faults that vkmorph has planted.
static std::string readFaults(const std::string &file, MutantRun &run) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return "vkmorph wrote no list of faults";
  llvm::Expected<llvm::json::Value> value = llvm::json::parse((*buffer)->getBuffer());
  if (!value)
    return llvm::toString(value.takeError());
  const Object &root = *value->getAsObject();
  run.possible = size_t(root.getInteger("possible").value_or(0));
  for (const llvm::json::Value &entry : *root.getArray("faults")) {
    const Object &fault = *entry.getAsObject();
    std::string outcome = textOf(fault, "outcome");
    run.mutants.push_back({textOf(fault, "name"), textOf(fault, "file"),
                           unsigned(fault.getInteger("line").value_or(0)),
                           unsigned(fault.getInteger("column").value_or(0)),
                           textOf(fault, "function"), textOf(fault, "what"),
                           outcome == "same"      ? Mutant::Outcome::Same
                           : outcome == "refused" ? Mutant::Outcome::Refused
                                                  : Mutant::Outcome::Unnoticed,
                           outcome == "refused" ? "vkmorph" : ""});
  }
  return "";
}

MutantRun vkmorph::check::runMutants(const ClassModel &model, const Options &options,
                                     const Installation &installation, const WorkFolder &folder,
                                     const Program &program, llvm::ArrayRef<const Object *> plans,
                                     const VariantRun &right,
                                     llvm::ArrayRef<FunctionCoverage> functions) {
  MutantRun run;
  run.variant = program.variant;
  std::string mutants = folder.path(program.variant->name + "/mutants");
  fs::remove_directories(mutants);
  std::vector<std::string> command =
      translationCommand(model, options, installation, *program.variant,
                         {"-o", mutants, "--mistranslations=" + options.mutants});
  ProcessResult planted =
      runProcess(command, folder.path(program.variant->name + "/mistranslations.txt"));
  run.failure = planted.status == 0 ? readFaults(mutants + "/faults.json", run) : planted.output;
  if (!run.failure.empty())
    return run;
  MutantBuilder builder(model, options, installation, folder, program);
  Runner runner(options, builder, program, plans, right, functions, mutants);
  llvm::DefaultThreadPool pool(options.jobs == 0 ? llvm::hardware_concurrency()
                                                 : llvm::hardware_concurrency(options.jobs));
  for (Mutant &mutant : run.mutants)
    if (mutant.outcome == Mutant::Outcome::Unnoticed)
      pool.async([&] { runner.run(mutant); });
  pool.wait();
  return run;
}

//===------------------------------------------------------------------------------------------===//
// The report
//===------------------------------------------------------------------------------------------===//

static llvm::StringRef nameOf(Mutant::Outcome outcome) {
  switch (outcome) {
  case Mutant::Outcome::Noticed:
    return "noticed";
  case Mutant::Outcome::Unnoticed:
    return "unnoticed";
  case Mutant::Outcome::Same:
    return "same";
  case Mutant::Outcome::Refused:
    return "refused";
  }
  llvm_unreachable("all outcomes are handled");
}

void vkmorph::check::printMutants(llvm::raw_ostream &os, const MutantRun &run) {
  if (!run.failure.empty()) {
    os << "\nNo faults were planted in " << run.variant->name << ": " << run.failure << "\n";
    return;
  }
  size_t noticed = run.count(Mutant::Outcome::Noticed);
  size_t unnoticed = run.count(Mutant::Outcome::Unnoticed);
  os << "\n"
     << run.variant->name << ": " << noticed << " of " << noticed + unnoticed << " faults noticed";
  if (size_t same = run.count(Mutant::Outcome::Same))
    os << "; " << same << " more make no difference to what is generated";
  if (size_t refused = run.count(Mutant::Outcome::Refused))
    os << "; " << refused << " more do not compile";
  if (run.mutants.size() < run.possible)
    os << "; " << run.possible - run.mutants.size() << " of " << run.possible
       << " were not planted";
  os << "\n";
  if (unnoticed > 0)
    os << "not noticed:\n";
  for (const Mutant &mutant : run.mutants)
    if (mutant.outcome == Mutant::Outcome::Unnoticed)
      os << "  " << mutant.describe() << ": " << mutant.how << "\n";
}

Object vkmorph::check::describeMutants(const MutantRun &run) {
  llvm::json::Array list;
  for (const Mutant &mutant : run.mutants)
    list.push_back(Object{{"name", mutant.name},
                          {"file", mutant.file},
                          {"line", mutant.line},
                          {"function", mutant.function},
                          {"what", mutant.what},
                          {"outcome", nameOf(mutant.outcome)},
                          {"how", mutant.how}});
  Object object{{"variant", run.variant->name},
                {"possible", int64_t(run.possible)},
                {"noticed", int64_t(run.count(Mutant::Outcome::Noticed))},
                {"unnoticed", int64_t(run.count(Mutant::Outcome::Unnoticed))},
                {"same", int64_t(run.count(Mutant::Outcome::Same))},
                {"refused", int64_t(run.count(Mutant::Outcome::Refused))},
                {"faults", std::move(list)}};
  if (!run.failure.empty())
    object["failure"] = run.failure;
  return object;
}
