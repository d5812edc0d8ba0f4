//===- Options.h - The command line of vkmorph ------------------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_OPTIONS_H
#define VKMORPH_TOOLS_VKMORPH_OPTIONS_H

#include "backends/ShadingLanguages.h"
#include "frontend/Import.h"
#include "passes/Pipelines.h"
#include "tools/common/DiagnosticPrinter.h"

#include <optional>
#include <string>
#include <vector>

namespace vkmorph::tool {

/// What `--emit` asks for.
enum class Emit : unsigned {
  Files,
  Imported,
  Normalised,
  Recognised,
  Planned,
  Lowered,
  Raised,
  Host,
  Shaders
};

/// What `--explain` asks for.
struct Explain {
  bool barriers = false;
  bool reductions = false;
  bool dispatch = false;
};

struct Options {
  frontend::ImportOptions import;
  vkm::PipelineOptions passes;
  Emit emit = Emit::Files;
  const shading::ShadingBackend *shaders = nullptr; ///< the language of the shaders
  bool withoutLocations = false;                    ///< in what `emit` prints as IR
  Explain explain;
  std::string outputDir;
  std::string suffix = "_Generated";
  std::string reportFile;
  bool force = false;
  bool writeDependencies = false; ///< -MD
  std::string dependencyFile;     ///< -MF
  std::string dependencyTarget;   ///< -MT
  std::string keepShaders;        ///< where rejected shaders go
  bool debugInfo = false;         ///< in the SPIR-V, of the shaders' text
  bool lineDirectives = false;    ///< in the shaders, to the C++ source
  std::string mistranslation;     ///< a fault to plant, for tests; empty: none
  std::string mistranslations;    ///< faults to plant one at a time, for vkmorph-check --mutants
  bool verifiesEach = false;      ///< behind each pass, not behind each pipeline only
  MessageChoice messages;         ///< --silence, --werror, --remarks
};

/// Reads the command line; prints what is wrong with it and returns nothing.
std::optional<Options> parseOptions(int argc, char **argv);

/// Whether both ask for the same import, and choose the same messages.
bool readsAlike(const Options &a, const Options &b);

} // namespace vkmorph::tool

#endif // VKMORPH_TOOLS_VKMORPH_OPTIONS_H
