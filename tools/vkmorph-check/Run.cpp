//===- Run.cpp - Runs the program of a variant and reads what it reports ----------------------===//

#include "Run.h"

#include "Variants.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"

using namespace vkmorph;
using namespace vkmorph::check;

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

VariantRun vkmorph::check::runProgram(const Program &program, const std::string &planFile,
                                      size_t numCases, const Options &options,
                                      const WorkFolder &folder) {
  VariantRun run;
  run.variant = program.variant;
  std::string base = program.variant->name;
  std::string resultsFile = folder.path(base + "/results.jsonl");
  run.outputFile = folder.path(base + "/output.txt");
  run.profile = folder.path(base + "/original.profraw");
  llvm::sys::fs::remove(resultsFile);
  llvm::sys::fs::remove(run.profile);
  std::function<void()> poll;
  bool isTerminal = llvm::sys::Process::StandardErrIsDisplayed();
  unsigned round = 0;
  if (isTerminal)
    poll = [&] {
      // Reading the file each time would be felt.
      ++round;
      if (round > 20 && round % 10 == 0)
        showProgress(base, resultsFile, numCases);
    };
  std::vector<std::string> command = {program.file, planFile, resultsFile, run.profile};
  if (appendsInOrder(program.variant->options) || appendsInOrder(options.compilerOptions))
    command.push_back("in-order");
  run.process = runProcess(command, run.outputFile, options.timeout, poll);
  if (isTerminal)
    llvm::errs() << "\r\033[K";
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
