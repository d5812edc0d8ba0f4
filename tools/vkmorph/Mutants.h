//===- Mutants.h - Many translations, each with one fault on purpose --------------------------===//
//
// For vkmorph-check --mutants: the class is read once, and each fault is planted in a process of
// its own, since passes may crash on what is wrong.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_MUTANTS_H
#define VKMORPH_TOOLS_VKMORPH_MUTANTS_H

#include "backends/host_vulkan/Host.h"
#include "backends/shading/ShadingBackend.h"
#include "passes/faults/Mistranslate.h"

namespace vkmorph::tool {

/// The right translation, or one with a fault. SPIR-V is in the shaders alone: the text of the host
/// code has that of the right translation, so that it is compiled once.
struct Translation {
  shading::Shaders shaders;
  std::vector<host::OutputFile> hostFiles;
};

enum class Planted {
  Differs, ///< in the files of its folder
  Same,    ///< the fault makes no difference to what is generated
  Refused  ///< a checker of the compiler's noticed, or it crashed
};

/// The faults that a selection names: "all", a number (so many of them at most), or kinds and
/// KIND@N, separated by commas. Nothing where one of them is no kind.
std::optional<std::vector<vkm::PossibleFault>>
selectFaults(const std::vector<vkm::PossibleFault> &faults, llvm::StringRef selection);

/// The SPIR-V that the host's text has of a shader: that of the right translation, if there is one
/// and the harness can tell by it which shader is meant.
std::vector<uint32_t> getEmbedded(const shading::Shader &shader, const Translation *right);

/// Translates in a process of its own and writes to `folder` what differs from `right`:
/// shaders/NAME.spv, and the host's files where more than comments do.
Planted writeMutant(const std::string &folder, const Translation &right,
                    llvm::function_ref<std::optional<Translation>()> translate);

/// The list for vkmorph-check: one object for each fault, with its folder's name.
std::string describeFaults(llvm::ArrayRef<vkm::PossibleFault> faults,
                           llvm::ArrayRef<Planted> outcomes, size_t possible);

} // namespace vkmorph::tool

#endif // VKMORPH_TOOLS_VKMORPH_MUTANTS_H
