//===- Process.h - Runs other programs --------------------------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_PROCESS_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_PROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <string>
#include <vector>

namespace vkmorph::check {

/// How a program ended.
struct ProcessResult {
  int status = 0;          ///< exit status; negative: it crashed, hung, or did not start
  std::string explanation; ///< of a negative one
  std::string output;      ///< what it wrote, of both streams
  bool timedOut = false;
};

/// Runs a program with its output in `outputFile`. `timeout` in seconds, 0: none. `poll` is called
/// some ten times a second while it runs.
ProcessResult runProcess(llvm::ArrayRef<std::string> command, const std::string &outputFile,
                         unsigned timeout = 0, const std::function<void()> &poll = nullptr);

/// The words as a shell takes them.
std::string spellCommand(llvm::ArrayRef<std::string> command);

/// One word of it.
std::string quoteWord(llvm::StringRef word);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_PROCESS_H
