//===- LinkCommand.cpp - How clang runs its linker --------------------------------------------===//

#include "LinkCommand.h"

#include "Process.h"
#include "Stamps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

using namespace vkmorph;
using namespace vkmorph::check;

/// The target of the program that clang is asked about.
static constexpr const char *kAnyTarget = "vkmorph-check-any-program";

std::vector<std::string> Linking::clangCommand() const {
  std::vector<std::string> command = {clang};
  llvm::append_range(command, objects);
  llvm::append_range(command, libraries);
  llvm::append_range(command, options);
  command.insert(command.end(), {"-o", target});
  return command;
}

/// The words of the last command in what clang says.
static std::vector<std::string> lastCommand(llvm::StringRef said) {
  llvm::StringRef line = said.rtrim().rsplit('\n').second.ltrim();
  if (!line.starts_with("\""))
    return {};
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine(line, saver, words);
  return {words.begin(), words.end()};
}

/// Those of a program of no objects, as clang says them or has said them before.
static std::vector<std::string> askClang(const Linking &linking, llvm::StringRef identity,
                                         const std::string &cache) {
  Linking any = linking;
  any.objects.clear();
  any.target = kAnyTarget;
  std::vector<std::string> command = any.clangCommand();
  command.push_back("-###");
  llvm::SmallString<256> file(cache);
  llvm::sys::path::append(file,
                          "linker-" + hashOf((identity + "\n" + spellCommand(command)).str()));
  std::string kept(file);
  if (std::vector<std::string> words = lastCommand(readFile(kept)); !words.empty())
    return words;
  // Runs that ask at the same time have files of their own until these are whole.
  llvm::SmallString<256> fresh;
  if (llvm::sys::fs::createUniqueFile(file + "-%%%%%%%%", fresh))
    return {};
  ProcessResult result = runProcess(command, std::string(fresh));
  std::vector<std::string> words = lastCommand(result.output);
  if (result.status != 0 || words.empty() || llvm::sys::fs::rename(fresh, kept)) {
    llvm::sys::fs::remove(fresh);
    return {};
  }
  return words;
}

std::vector<std::string> vkmorph::check::findLinkerCommand(const Linking &linking,
                                                           llvm::StringRef identity,
                                                           const std::string &cache) {
  std::vector<std::string> command = askClang(linking, identity, cache);
  auto target = llvm::find(command, kAnyTarget);
  auto libraries = llvm::find(command, linking.libraries.front());
  if (target == command.end() || libraries == command.end())
    return {};
  *target = linking.target;
  command.insert(libraries, linking.objects.begin(), linking.objects.end());
  return command;
}
