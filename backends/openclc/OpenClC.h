//===- OpenClC.h - The back end of OpenCL C for clspv -----------------------------------------===//

#ifndef VKMORPH_BACKENDS_OPENCLC_OPENCLC_H
#define VKMORPH_BACKENDS_OPENCLC_OPENCLC_H

#include "backends/shading/ShadingBackend.h"

namespace vkmorph::openclc {

/// The back end of the OpenCL C that clspv compiles to SPIR-V for Vulkan.
const shading::ShadingBackend &getBackend();

/// ShadingBackend::print.
std::string printOpenClC(mlir::ModuleOp shaderModule,
                         std::vector<mlir::LocationAttr> *lines = nullptr);

/// Whether clspv is wanted and not installed.
bool isClspvMissing();

/// ShadingBackend::compile: clang's OpenCL front end, warnings being errors, and then clspv where
/// it is installed. Without it the words are those of a module of SPIR-V that holds the text
/// (OpSource) and no entry point: vkmorph's own OpenCL device runs it, and others need a shader
/// that clspv has compiled.
std::vector<uint32_t> compileOpenClC(llvm::StringRef text, mlir::ModuleOp shaderModule,
                                     std::string &log);

} // namespace vkmorph::openclc

#endif // VKMORPH_BACKENDS_OPENCLC_OPENCLC_H
