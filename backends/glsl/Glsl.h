//===- Glsl.h - Shaders in GLSL, compiled and validated ---------------------------------------===//

#ifndef VKMORPH_BACKENDS_GLSL_GLSL_H
#define VKMORPH_BACKENDS_GLSL_GLSL_H

#include "backends/common/LegaliseNames.h"
#include "ir/VkmDialect.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace vkmorph::glsl {

/// What a shader, or all of them, need of a device: a dictionary with an entry for everything that
/// is needed, named as in runtime/include/vkmorph/requirements.h:
///
///     apiVersion = "1.1"                  a string; absent: 1.0
///     shaderInt64, shaderFloat64, shaderBufferInt64Atomics, shaderBufferFloat32Atomics,
///     shaderBufferFloat32AtomicAdd, shaderSubgroupExtendedTypes          units
///     subgroupOperations = ["basic", "arithmetic"]
///     workgroupInvocations, sharedMemoryBytes, pushConstantBytes, storageBuffersPerStage   i64
///     workgroupSize = array<i32: 256, 1, 1>
///
/// emitGlsl sets it on the lowered module that it is given (the union over its shaders); raised
/// shader modules carry their own.
inline constexpr llvm::StringLiteral kRequiresAttr = "vkm.requires";

struct GlslOptions {
  /// Compile each text and validate the result. Without it `spirv` stays empty.
  bool compile = true;
  /// Keep the text, its variables' names and its line numbers in the SPIR-V, for debuggers.
  bool debugInfo = false;
  /// `#line` directives that lead to the source: compilers, profilers and debuggers then name its
  /// lines instead of the text's.
  bool lineDirectives = false;
  /// What stands before the text of a shader of this name: lines of comment.
  std::function<std::string(llvm::StringRef)> header;
  /// The SPIR-V of texts that have been compiled already, with these options.
  std::map<std::string, std::vector<uint32_t>> compiled;
};

struct GlslShader {
  std::string name; ///< of the vkm.shader; the file is <name>.comp
  std::string text; ///< with its header
  std::vector<uint32_t> spirv;
  std::vector<Renaming> renamings; ///< names of the source that the text spells differently
};

/// What vkmorph's exit status 3 is about: a text of ours that glslang or the validator rejects. The
/// message has been reported as an error at the shader's place in the source; `text` is for the
/// user who wants to see it.
struct GlslFault {
  std::string shader, text, message;
  bool lostEffects = false; ///< or a statement that is in no text (EffectLedger)
};

/// Prints every vkm.shader of a module in the lowered or raised phase, in its order; compiles and
/// validates the texts. The module gains kRequiresAttr and is not changed otherwise. What GLSL
/// cannot express is reported at its place in the source (codes vkm31xx). A rejected text is
/// reported too, and told by `fault`, if given.
///
/// Scalars that the host passes by push constants lie in the block in order, each aligned to its
/// size in GLSL: a bool and integers of 8 and 16 bits take 32 bits (0 or 1; extended by their
/// sign).
mlir::FailureOr<std::vector<GlslShader>>
emitGlsl(mlir::ModuleOp lowered, const GlslOptions &options = {}, GlslFault *fault = nullptr);

/// The raised form of a lowered module: a module of modules, one for each shader, in order, with
/// all that the shader uses and nothing else; each can be printed as it stands. Null after a
/// reported error: the module is in another phase, or GLSL cannot say it.
mlir::OwningOpRef<mlir::ModuleOp> raiseToGlsl(mlir::ModuleOp lowered);

/// The text of one shader's module of the raised form; `lines`, if given, gets the place in the
/// source that each line comes from (null for none).
std::string printGlsl(mlir::ModuleOp shaderModule,
                      std::vector<mlir::LocationAttr> *lines = nullptr);

/// The text with `#line` directives, one wherever the source's lines do not go on as the text's do.
/// `lines` as printGlsl gives it.
std::string addLineDirectives(llvm::StringRef text, llvm::ArrayRef<mlir::LocationAttr> lines);

/// Compiles a compute shader's text for Vulkan (`apiVersion` as in kRequiresAttr) and validates the
/// SPIR-V, by the rules of scalar block layout where the shader requires that. With a name for its
/// file, debug information is kept. Empty where that fails; `log` then holds what glslang or the
/// validator say.
std::vector<uint32_t> compileGlsl(llvm::StringRef text, llvm::StringRef apiVersion,
                                  bool scalarLayout, llvm::StringRef debugName, std::string &log);

/// Compares the layout of buffers in a shader's SPIR-V with that of the C++ types, which the
/// shader's module of the raised form has. Returns the first difference; empty if there is none.
std::string findMisplaced(mlir::ModuleOp shaderModule, llvm::ArrayRef<uint32_t> spirv);

/// vkm-raise-glsl: raiseToGlsl as a pass; and each of its steps, for tests.
void registerGlslPasses();
/// --emit-glsl of vkmorph-translate: all texts, separated by split-file markers.
void registerGlslTranslation();

} // namespace vkmorph::glsl

#endif // VKMORPH_BACKENDS_GLSL_GLSL_H
