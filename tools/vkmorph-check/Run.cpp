//===- Run.cpp - Runs the program of a variant and reads what it reports ----------------------===//

#include "Run.h"

#include "Variants.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"

#include <chrono>

using namespace vkmorph;
using namespace vkmorph::check;

std::string vkmorph::check::textOf(const llvm::json::Object &object, llvm::StringRef key) {
  return object.getString(key).value_or("").str();
}

/// What was reported so far; the last line may be half written.
static std::vector<llvm::json::Object> readLines(const std::string &file) {
  std::vector<llvm::json::Object> lines;
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return lines;
  llvm::SmallVector<llvm::StringRef> texts;
  (*buffer)->getBuffer().split(texts, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef text : texts) {
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
    if (!value)
      llvm::consumeError(value.takeError());
    else if (llvm::json::Object *object = value->getAsObject())
      lines.push_back(std::move(*object));
  }
  return lines;
}

const llvm::json::Object *VariantRun::lastBegun() const {
  for (const llvm::json::Object &line : llvm::reverse(lines))
    if (line.getString("type") == "begin")
      return &line;
  return nullptr;
}

/// One line on a terminal, written over again and again.
static void showProgress(llvm::StringRef variant, const std::string &resultsFile, size_t numCases) {
  size_t begun = 0;
  std::string function;
  for (const llvm::json::Object &line : readLines(resultsFile))
    if (line.getString("type") == "begin") {
      ++begun;
      function = line.getString("function").value_or("").str();
    }
  if (begun > 0)
    llvm::errs() << "\r\033[K" << variant << ": " << function << ", case " << begun << " of "
                 << numCases;
}

/// The status that programs end with then (support/run.cpp).
static constexpr int kNeedsRehearsal = 4;

static VariantRun runIn(const std::string &base, const Program &program,
                        const std::string &planFile, unsigned timeout, bool isRehearsed,
                        const Options &options,
                        llvm::function_ref<std::function<void()>(const std::string &)> makePoll) {
  VariantRun run;
  run.variant = program.variant;
  std::string resultsFile = base + "/results.jsonl";
  run.outputFile = base + "/output.txt";
  run.profile = base + "/original.profraw";
  llvm::sys::fs::remove(resultsFile);
  llvm::sys::fs::remove(run.profile);
  std::vector<std::string> command = {program.file, planFile, resultsFile, run.profile,
                                      program.generated + "/vkmorph.json"};
  if (appendsInOrder(program.variant->options) || appendsInOrder(options.compilerOptions))
    command.push_back("in-order");
  if (isRehearsed)
    command.push_back("rehearsed");
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  run.process = runProcess(command, run.outputFile, timeout, makePoll(resultsFile));
  run.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  run.needsRehearsal = isRehearsed && run.process.status == kNeedsRehearsal;
  run.lines = readLines(resultsFile);
  for (const llvm::json::Object &line : run.lines) {
    llvm::StringRef type = line.getString("type").value_or("");
    if (type == "device") {
      run.device = line.getString("name").value_or("").str();
      run.validation = line.getBoolean("validation").value_or(false);
    } else if (type == "unavailable") {
      run.unavailable = line.getString("message").value_or("").str();
    } else if (type == "done") {
      run.isComplete = run.process.status == 0;
    }
  }
  return run;
}

VariantRun vkmorph::check::runProgram(const Program &program, const std::string &planFile,
                                      const std::string &folder, size_t numCases, bool isRehearsed,
                                      const Options &options) {
  const std::string &name = program.variant->name;
  bool isTerminal = llvm::sys::Process::StandardErrIsDisplayed();
  unsigned round = 0;
  auto makePoll = [&](const std::string &resultsFile) -> std::function<void()> {
    if (!isTerminal)
      return nullptr;
    return [&, resultsFile] {
      // Reading the file each time would be felt.
      ++round;
      if (round > 20 && round % 10 == 0)
        showProgress(name, resultsFile, numCases);
    };
  };
  VariantRun run =
      runIn(folder, program, planFile, options.timeout, isRehearsed, options, makePoll);
  if (isTerminal)
    llvm::errs() << "\r\033[K";
  return run;
}

VariantRun vkmorph::check::runProgram(const Program &program, const std::string &planFile,
                                      const std::string &folder, unsigned timeout,
                                      const Options &options) {
  return runIn(folder, program, planFile, timeout, /*isRehearsed=*/false, options,
               [](const std::string &) { return std::function<void()>(); });
}
