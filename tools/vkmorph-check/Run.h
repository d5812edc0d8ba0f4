//===- Run.h - Runs the program of a variant and reads what it reports ------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_CHECK_RUN_H
#define VKMORPH_TOOLS_VKMORPH_CHECK_RUN_H

#include "Build.h"
#include "Cases.h"
#include "Process.h"

namespace vkmorph::check {

/// A field of a line as text; empty where it is no text, or not there.
std::string textOf(const llvm::json::Object &object, llvm::StringRef key);

/// What the program of one variant reported: one JSON object per line, kinds as support/results.h
/// writes them.
struct VariantRun {
  const Variant *variant = nullptr;
  /// The variant whose program it was, where that one's code is this one's; else null.
  const Variant *as = nullptr;
  std::vector<llvm::json::Object> lines;
  ProcessResult process;
  bool isComplete = false;     ///< it came to its end
  std::string device;          ///< empty: it did not get that far
  bool validation = false;     ///< the layer was there
  std::string unavailable;     ///< why the device cannot run it, or there is no such program
  std::string outputFile;      ///< what it printed
  std::string profile;         ///< the file that tells what of the original has run
  double seconds = 0.0;        ///< that it took
  bool needsRehearsal = false; ///< that of another program does not fit

  /// The case it was in when it ended; null where none had begun.
  const llvm::json::Object *lastBegun() const;
};

/// Runs a program on a plan, with its files in a folder that there is. Progress is shown on a
/// terminal. `isRehearsed`: another one has recorded its rehearsal of that plan.
VariantRun runProgram(const Program &program, const std::string &planFile,
                      const std::string &folder, size_t numCases, bool isRehearsed,
                      const Options &options);

/// The same without progress, and with a timeout in seconds.
VariantRun runProgram(const Program &program, const std::string &planFile,
                      const std::string &folder, unsigned timeout, const Options &options);

} // namespace vkmorph::check

#endif // VKMORPH_TOOLS_VKMORPH_CHECK_RUN_H
