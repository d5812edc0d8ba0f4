//===- Host.h - The host side of a generated program: class, JSON, CMake file ----------------===//

#ifndef VKMORPH_BACKENDS_HOST_VULKAN_HOST_H
#define VKMORPH_BACKENDS_HOST_VULKAN_HOST_H

#include "ir/VkmDialect.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vkmorph::host {

/// A shader that has been compiled: it is embedded in the generated .cpp.
struct CompiledShader {
  std::string name; ///< of the `vkm.shader`, and of its file without extension
  std::string file; ///< that of its text: "kernel1D_Sum.comp"
  std::vector<uint32_t> words;
  std::string entryPoint = "main";
};

/// All that the host side knows of what a shading language's back end made.
struct CompiledShaders {
  std::vector<CompiledShader> list;
  /// What they need of a device: shading::Shaders::requirements. Null: nothing.
  mlir::DictionaryAttr requirements;
};

/// A name of the source that a shader spells differently, for vkmorph.json.
struct RenamedIdentifier {
  std::string shader; ///< the vkm.shader
  std::string what;   ///< "variable", "field", "parameter", "function", "struct", "member"
  std::string from, to;
};

/// What the generated files say about where they come from; nothing here changes what they do.
struct HostOptions {
  std::string suffix = "_Generated";  ///< appended to the class's name
  std::string version;                ///< of vkmorph
  std::string target;                 ///< the target description's name
  std::vector<std::string> decisions; ///< one line each, in the order of the kernels
  std::vector<std::string> sources;   ///< as the user named them
  std::vector<RenamedIdentifier> renamings;
  std::string stem; ///< of the files' names; empty: that of the class's header
};

/// One file of the generated program.
struct OutputFile {
  std::string path; ///< within the output folder
  std::string text;
};

/// Prints `<stem>_generated.h`, `<stem>_generated.cpp`, `vkmorph.json` and `CMakeLists.txt` for the
/// class of a module in the lowered phase. The module is not changed. Every `vkm.shader` needs its
/// entry in `shaders.list`. What cannot be printed is reported at its place in the source (codes
/// vkm32xx), and the result is a failure. `*lostEffects` becomes true where it is a fault of
/// vkmorph that is reported: a statement that is in neither form of its control function
/// (EffectLedger).
mlir::FailureOr<std::vector<OutputFile>> emitHost(mlir::ModuleOp lowered,
                                                  const CompiledShaders &shaders,
                                                  const HostOptions &options,
                                                  bool *lostEffects = nullptr);

} // namespace vkmorph::host

#endif // VKMORPH_BACKENDS_HOST_VULKAN_HOST_H
