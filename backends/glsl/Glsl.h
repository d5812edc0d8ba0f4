//===- Glsl.h - The back end of GLSL ----------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_GLSL_GLSL_H
#define VKMORPH_BACKENDS_GLSL_GLSL_H

#include "backends/shading/Requirements.h"
#include "backends/shading/ShadingBackend.h"

namespace vkmorph::glsl {

/// The back end of GLSL, whose texts are compiled by glslang and validated by SPIRV-Tools.
const shading::ShadingBackend &getBackend();

/// ShadingBackend::print.
std::string printGlsl(mlir::ModuleOp shaderModule,
                      std::vector<mlir::LocationAttr> *lines = nullptr);

/// Compiles the text of a shader of that stage for Vulkan (`apiVersion` as in
/// shading::kRequiresAttr) and validates the SPIR-V, by the rules of scalar block layout where the
/// shader requires that. A shader `usesOldBuiltIns` where all built-in functions for its types are
/// in GLSL 4.40, whose declarations are read in half of the time. With a name for its file, debug
/// information is kept. Empty where that fails; `log` then holds what glslang or the validator say.
std::vector<uint32_t> compileGlsl(llvm::StringRef text, vkm::ShaderStage stage,
                                  llvm::StringRef apiVersion, bool scalarLayout,
                                  bool usesOldBuiltIns, llvm::StringRef debugName,
                                  std::string &log);

/// ShadingBackend::prepareCompiler.
void prepareCompiler();

/// Compares the layout of buffers in a shader's SPIR-V with that of the C++ types, which the
/// shader's module of the raised form has. Returns the first difference; empty if there is none.
std::string findMisplaced(mlir::ModuleOp shaderModule, llvm::ArrayRef<uint32_t> spirv);

} // namespace vkmorph::glsl

#endif // VKMORPH_BACKENDS_GLSL_GLSL_H
