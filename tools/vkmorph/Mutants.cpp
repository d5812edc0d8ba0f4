//===- Mutants.cpp - Many translations, each with one fault on purpose ------------------------===//

#include "Mutants.h"

#include "OutputFiles.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <cerrno>
#include <fcntl.h>
#include <spirv-tools/optimizer.hpp>
#include <sys/wait.h>
#include <unistd.h>

using namespace vkmorph;
using namespace vkmorph::tool;

std::optional<std::vector<vkm::PossibleFault>>
vkmorph::tool::selectFaults(const std::vector<vkm::PossibleFault> &faults,
                            llvm::StringRef selection) {
  size_t most;
  if (selection == "all")
    return faults;
  if (!selection.getAsInteger(10, most))
    return vkm::sampleFaults(faults, most);
  llvm::SmallVector<llvm::StringRef> names;
  selection.split(names, ',', -1, /*KeepEmpty=*/false);
  if (!llvm::all_of(names, vkm::isMistranslation))
    return std::nullopt;
  std::vector<vkm::PossibleFault> selected;
  llvm::copy_if(faults, std::back_inserter(selected), [&](const vkm::PossibleFault &fault) {
    return llvm::is_contained(names, fault.name) || llvm::is_contained(names, fault.kind);
  });
  return selected;
}

std::vector<uint32_t> vkmorph::tool::getEmbedded(const shading::Shader &shader,
                                                 const Translation *right) {
  if (!right)
    return shader.spirv;
  auto same = llvm::find_if(right->shaders.list,
                            [&](const auto &other) { return other.name == shader.name; });
  bool isKnown = same != right->shaders.list.end() &&
                 llvm::count_if(right->shaders.list,
                                [&](const auto &o) { return o.spirv == same->spirv; }) == 1;
  return isKnown ? same->spirv : shader.spirv;
}

/// A text without the lines that are comments.
static std::string withoutComments(llvm::StringRef text) {
  std::string code;
  for (llvm::StringRef line : llvm::split(text, '\n'))
    if (!line.ltrim().starts_with("//"))
      code += (line + "\n").str();
  return code;
}

/// Whether a module of SPIR-V can be run: where no compiler has seen a shader, it only holds its
/// text.
static bool hasEntryPoint(llvm::ArrayRef<uint32_t> spirv) {
  constexpr size_t kHeaderWords = 5, kLengthBit = 16;
  constexpr uint32_t kOpcodeMask = 0xffff, kOpEntryPoint = 15;
  for (size_t at = kHeaderWords; at < spirv.size();) {
    if ((spirv[at] & kOpcodeMask) == kOpEntryPoint)
      return true;
    if (spirv[at] >> kLengthBit == 0)
      return false;
    at += spirv[at] >> kLengthBit;
  }
  return false;
}

/// What SPIRV-Tools make of a shader, without names and lines; nothing where they cannot.
static std::vector<uint32_t> optimise(const std::vector<uint32_t> &spirv) {
  if (!hasEntryPoint(spirv))
    return {};
  constexpr unsigned kMinorVersionBit = 8;
  static constexpr spv_target_env kEnvironments[] = {
      SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2, SPV_ENV_UNIVERSAL_1_3,
      SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5, SPV_ENV_UNIVERSAL_1_6};
  size_t minor = spirv[1] >> kMinorVersionBit & 0xff;
  if (minor >= std::size(kEnvironments))
    return {};
  spvtools::Optimizer optimizer(kEnvironments[minor]);
  optimizer.RegisterPass(spvtools::CreateStripDebugInfoPass())
      .RegisterPerformancePasses()
      .RegisterPass(spvtools::CreateAggressiveDCEPass())
      .RegisterPass(spvtools::CreateEliminateDeadConstantPass())
      .RegisterPass(spvtools::CreateCompactIdsPass());
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  std::vector<uint32_t> optimised;
  return optimizer.Run(spirv.data(), spirv.size(), &optimised, options) ? optimised
                                                                        : std::vector<uint32_t>();
}

/// Whether two shaders are one for an optimising compiler, at the least: trivial compiler
/// equivalence (Papadakis et al., ICSE 2015).
static bool areEquivalent(const std::vector<uint32_t> &right, const std::vector<uint32_t> &wrong) {
  if (right == wrong)
    return true;
  std::vector<uint32_t> optimised = optimise(right);
  return !optimised.empty() && optimised == optimise(wrong);
}

static std::vector<GeneratedFile> findDifferences(const Translation &right,
                                                  const Translation &wrong) {
  std::vector<GeneratedFile> files;
  for (const shading::Shader &shader : wrong.shaders.list) {
    auto same = llvm::find_if(right.shaders.list,
                              [&](const auto &other) { return other.name == shader.name; });
    if (same != right.shaders.list.end() && areEquivalent(same->spirv, shader.spirv))
      continue;
    if (getEmbedded(shader, &right) == shader.spirv)
      continue; // the host's text has it
    llvm::StringRef bytes(reinterpret_cast<const char *>(shader.spirv.data()),
                          shader.spirv.size() * 4);
    files.push_back({"shaders/" + shader.name + ".spv", bytes.str(), false});
  }
  for (const host::OutputFile &file : wrong.hostFiles) {
    bool isCode =
        llvm::StringRef(file.path).ends_with(".cpp") || llvm::StringRef(file.path).ends_with(".h");
    auto same =
        llvm::find_if(right.hostFiles, [&](const auto &other) { return other.path == file.path; });
    if (isCode && (same == right.hostFiles.end() ||
                   withoutComments(same->text) != withoutComments(file.text)))
      files.push_back({file.path, file.text, false});
  }
  return files;
}

Planted vkmorph::tool::writeMutant(const std::string &folder, const Translation &right,
                                   llvm::function_ref<std::optional<Translation>()> translate) {
  constexpr int kSame = 10, kRefused = 11;
  constexpr unsigned kMostSeconds = 60;
  const pid_t child = fork();
  if (child == 0) {
    // What the compiler says of a wrong program is nobody's business.
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    alarm(kMostSeconds);
    std::optional<Translation> wrong = translate();
    if (!wrong)
      _exit(kRefused);
    std::vector<GeneratedFile> files = findDifferences(right, *wrong);
    for (GeneratedFile &file : files)
      file.path = joinPath(folder, file.path);
    if (files.empty())
      _exit(kSame);
    _exit(writeFiles(files, /*force=*/true) ? 0 : kRefused);
  }
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return Planted::Differs;
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == kSame ? Planted::Same
                                                                        : Planted::Refused;
}

std::string vkmorph::tool::describeFaults(llvm::ArrayRef<vkm::PossibleFault> faults,
                                          llvm::ArrayRef<Planted> outcomes, size_t possible) {
  llvm::json::Array list;
  for (auto [fault, outcome] : llvm::zip(faults, outcomes))
    list.push_back(llvm::json::Object{{"name", fault.name},
                                      {"file", fault.file},
                                      {"line", fault.line},
                                      {"column", fault.column},
                                      {"function", fault.function},
                                      {"what", fault.what},
                                      {"outcome", outcome == Planted::Differs ? "differs"
                                                  : outcome == Planted::Same  ? "same"
                                                                              : "refused"}});
  llvm::json::Object root{{"possible", int64_t(possible)}, {"faults", std::move(list)}};
  return llvm::formatv("{0:2}\n", llvm::json::Value(std::move(root))).str();
}
