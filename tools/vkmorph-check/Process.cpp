//===- Process.cpp - Runs other programs ------------------------------------------------------===//

#include "Process.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <chrono>
#include <csignal>
#include <optional>
#include <thread>

using namespace vkmorph;
using namespace vkmorph::check;

std::string vkmorph::check::quoteWord(llvm::StringRef word) {
  bool isPlain = !word.empty() && llvm::all_of(word, [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("-_=./,:+@%").contains(c);
  });
  if (isPlain)
    return word.str();
  std::string text = "'";
  for (char c : word)
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string vkmorph::check::spellCommand(llvm::ArrayRef<std::string> command) {
  std::string text;
  for (const std::string &word : command)
    text += (text.empty() ? "" : " ") + quoteWord(word);
  return text;
}

ProcessResult vkmorph::check::runProcess(llvm::ArrayRef<std::string> command,
                                         const std::string &outputFile, unsigned timeout,
                                         const std::function<void()> &poll) {
  namespace sys = llvm::sys;
  ProcessResult result;
  llvm::SmallVector<llvm::StringRef> arguments(command.begin(), command.end());
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(outputFile),
                                                llvm::StringRef(outputFile)};
  // What an earlier program said there would stay behind what this one says.
  sys::fs::remove(outputFile);
  bool hasFailed = false;
  sys::ProcessInfo process = sys::ExecuteNoWait(command.front(), arguments, std::nullopt, redirects,
                                                0, &result.explanation, &hasFailed);
  if (hasFailed || process.Pid == sys::ProcessInfo::InvalidPid) {
    result.status = -1;
    return result;
  }
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::seconds(timeout);
  sys::ProcessInfo ended;
  if (timeout == 0 && !poll) {
    ended = sys::Wait(process, std::nullopt, &result.explanation);
  } else {
    for (unsigned round = 0;; ++round) {
      ended = sys::Wait(process, 0, &result.explanation);
      if (ended.Pid != 0)
        break;
      if (timeout != 0 && Clock::now() >= deadline) {
        // LLVM's own timeout is an alarm of the whole process.
        result.timedOut = true;
        kill(process.Pid, SIGKILL);
        ended = sys::Wait(process, std::nullopt, &result.explanation);
        break;
      }
      if (poll)
        poll();
      // Short programs need not wait for the first look.
      std::this_thread::sleep_for(std::chrono::milliseconds(round < 20 ? 5 : 100));
    }
  }
  result.status = ended.ReturnCode;
  if (auto text = llvm::MemoryBuffer::getFile(outputFile))
    result.output = (*text)->getBuffer().str();
  return result;
}
