//===- Raise.h - The steps to GLSL that no other language needs -------------------------------===//

#ifndef VKMORPH_BACKENDS_GLSL_RAISE_RAISE_H
#define VKMORPH_BACKENDS_GLSL_RAISE_RAISE_H

#include "backends/common/Raise.h"
#include "backends/shading/raise/Raise.h"

namespace vkmorph::glsl {

/// On a shader's module: the extensions that the text has to name.
inline constexpr llvm::StringLiteral kExtensionsAttr = "vkm.extensions";

/// Takes all steps, in order: ShadingBackend::raiseShader.
mlir::LogicalResult raiseShader(mlir::ModuleOp module, const shading::RaiseOptions &options);

/// Computes expressions of constants, which glslang would compute in double.
void foldFloats(mlir::ModuleOp module);

/// Marks what must not be contracted or reassociated: a float operation on the result of another
/// one.
void markPrecise(mlir::ModuleOp module);

/// Makes structs by assignments where glslang would take the wrong members of a constructor.
void expandConstructors(mlir::ModuleOp module);

/// Finds out what the shader needs of a device, and which extensions the text has to name.
void collectRequirements(mlir::ModuleOp module);

/// The rules of GLSL for names.
NamingRules getNamingRules();

} // namespace vkmorph::glsl

#endif // VKMORPH_BACKENDS_GLSL_RAISE_RAISE_H
