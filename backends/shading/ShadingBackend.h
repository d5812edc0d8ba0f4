//===- ShadingBackend.h - What a shading language's back end provides -------------------------===//
//
// A lowered module is raised to what the language has, a module for each shader; each is printed,
// and compiled where the compiler is in this process:
//
//     lowered -- raise --> module { module @kernelA {...} module @kernelB {...} }
//             -- print --> kernelA.comp, kernelB.comp -- compile --> SPIR-V
//
// The tools know the languages by the table of backends/ShadingLanguages.h alone.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_SHADINGBACKEND_H
#define VKMORPH_BACKENDS_SHADING_SHADINGBACKEND_H

#include "backends/common/LegaliseNames.h"
#include "ir/VkmDialect.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace vkmorph::shading {

/// On a shader's module of the raised form: names that changed: [["variable", "from", "to"], ...].
inline constexpr llvm::StringLiteral kRenamingsAttr = "vkm.renamings";

/// What raising asks of the lowered module beside the shader.
struct RaiseOptions {
  mlir::DictionaryAttr target; ///< the target description; null where there is none
  bool contracts = false;      ///< products and sums become one operation (--fp-contract=on)

  /// Whether the target's description says that it has this: "float_controls".
  bool hasFlag(llvm::StringRef key) const;
};

/// A text to compile.
struct CompileJob {
  mlir::ModuleOp shader; ///< the module of the raised form that was printed
  llvm::StringRef text;
  std::string debugName; ///< of the text's file, for debug information; empty: none is kept
};

/// One shading language. Objects have no state: one serves all classes.
class ShadingBackend {
public:
  virtual ~ShadingBackend() = default;

  /// As options and passes spell the language: --shaders=glsl, --emit-glsl, vkm-raise-glsl.
  virtual llvm::StringRef getName() const = 0;
  /// As people spell it: "GLSL".
  virtual llvm::StringRef getTitle() const = 0;
  /// Of files with the text of a shader of that stage: "comp".
  virtual llvm::StringRef getSuffix(vkm::ShaderStage stage) const = 0;

  /// Keys of target descriptions for what the language has no words for: the planner does without.
  virtual llvm::ArrayRef<llvm::StringRef> getMissingFeatures() const { return {}; }

  /// Whether the language has samplers (vkm.sample).
  virtual bool hasSamplers() const { return false; }

  /// From a shader's module, which has all that the shader uses and nothing else, to one that can
  /// be printed as it stands and has its requirements (kRequiresAttr) and new names
  /// (kRenamingsAttr). What the language cannot express is an error that is reported. The steps
  /// that languages share are in raise/Raise.h.
  virtual mlir::LogicalResult raiseShader(mlir::ModuleOp shader,
                                          const RaiseOptions &options) const = 0;

  /// The raised form of a lowered module: a module of modules, one for each shader, in order. Null
  /// after a reported error: the module is in another phase, or raiseShader fails.
  mlir::OwningOpRef<mlir::ModuleOp> raise(mlir::ModuleOp lowered) const;

  /// The text of one shader's module of the raised form. `lines`, if given, gets the place in the
  /// source that each line comes from (null for none).
  virtual std::string print(mlir::ModuleOp shader,
                            std::vector<mlir::LocationAttr> *lines = nullptr) const = 0;

  /// The entry point of a shader's module of the raised form.
  virtual std::string getEntryPoint(mlir::ModuleOp) const { return "main"; }

  /// Prepares a shader's module for a text with `#line` directives that name files.
  virtual void allowLineDirectives(mlir::ModuleOp) const {}

  /// Whether texts are compiled here. Where they are not, shaders have no SPIR-V.
  virtual bool canCompile() const { return false; }

  /// Does what the compiler does once, before its first text, for processes that are copied.
  virtual void prepareCompiler() const {}

  /// Compiles a text for Vulkan and validates the SPIR-V. Empty where that fails; `log` then holds
  /// what the compiler or the validator say.
  virtual std::vector<uint32_t> compile(const CompileJob &, std::string & /*log*/) const {
    return {};
  }

  /// The line of the text that a message of `compile` is about; 0 where it names none.
  virtual unsigned findRejectedLine(llvm::StringRef /*log*/) const { return 0; }

  /// Compares the SPIR-V with what the shader's module says, where a compiler may differ in
  /// silence: in the layout of buffers. Returns the first difference; empty if there is none.
  virtual std::string findMiscompiled(mlir::ModuleOp, llvm::ArrayRef<uint32_t>) const { return ""; }

  /// The name of the file with the text of a shader, by its module of the raised form.
  std::string getFileName(mlir::ModuleOp shader) const;
};

struct EmitOptions {
  /// Compile each text and validate the result. Without it `spirv` stays empty.
  bool compile = true;
  /// Keep the text, its variables' names and its line numbers in the SPIR-V, for debuggers.
  bool debugInfo = false;
  /// `#line` directives that lead to the source: compilers, profilers and debuggers then name its
  /// lines instead of the text's.
  bool lineDirectives = false;
  /// What stands before the text of a file of this name: lines of comment.
  std::function<std::string(llvm::StringRef)> header;
  /// The SPIR-V of texts that have been compiled already, with these options.
  std::map<std::string, std::vector<uint32_t>> compiled;
};

struct Shader {
  std::string name; ///< of the vkm.shader
  std::string file; ///< of its text: "kernel1D_Sum.comp"
  std::string text; ///< with its header
  std::string entryPoint;
  std::vector<uint32_t> spirv;
  std::vector<Renaming> renamings; ///< names of the source that the text spells differently
};

/// All shaders of a class.
struct Shaders {
  std::vector<Shader> list; ///< in the order of the module
  /// What they need of a device together, with the entries of kRequiresAttr.
  mlir::DictionaryAttr requirements;
};

/// What vkmorph's exit status 3 is about: a text of ours that the language's compiler or the
/// validator rejects. The message has been reported as an error at the shader's place in the
/// source; `text` is for the user who wants to see it.
struct ShaderFault {
  std::string shader, file, text, message;
  bool lostEffects = false; ///< or a statement that is in no text (EffectLedger)
};

/// Prints every vkm.shader of a module in the lowered or raised phase, in its order; compiles and
/// validates the texts. The module is not changed. What the language cannot express is reported at
/// its place in the source (codes vkm31xx). A rejected text is reported too, and told by `fault`,
/// if given.
///
/// Scalars that the host passes by push constants lie in the block in order, each aligned to its
/// size in the shader: a bool and integers of 8 and 16 bits take 32 bits (0 or 1; extended by their
/// sign).
mlir::FailureOr<Shaders> emitShaders(const ShadingBackend &backend, mlir::ModuleOp lowered,
                                     const EmitOptions &options = {}, ShaderFault *fault = nullptr);

/// The text with `#line` directives, one wherever the source's lines do not go on as the text's do.
/// `lines` as ShadingBackend::print gives it.
std::string addLineDirectives(llvm::StringRef text, llvm::ArrayRef<mlir::LocationAttr> lines);

/// vkm-raise-NAME: ShadingBackend::raise as a pass. The back end has to live on.
void registerRaisePass(const ShadingBackend &backend);
/// --emit-NAME of vkmorph-translate: all texts, separated by split-file markers.
void registerEmitTranslation(const ShadingBackend &backend);

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_SHADINGBACKEND_H
