//===- Raise.h - The steps from a lowered module to one that GLSL can say
//------------------------------===//

#ifndef VKMORPH_BACKENDS_GLSL_RAISE_RAISE_H
#define VKMORPH_BACKENDS_GLSL_RAISE_RAISE_H

#include "backends/common/LegaliseNames.h"
#include "ir/VkmDialect.h"

namespace vkmorph::glsl {

/// The name that a function or record has in the text; overloads share one. Set by legaliseNames.
inline constexpr llvm::StringLiteral kPrintedNameAttr = "vkm.printed_name";
/// On a vkm.shader: the names of its blocks: of each binding, in order, then that of the push
/// constants.
inline constexpr llvm::StringLiteral kBlockNamesAttr = "vkm.block_names";
/// On a shader's module: the extensions that the text has to name.
inline constexpr llvm::StringLiteral kExtensionsAttr = "vkm.extensions";
/// On a shader's module: names that changed: [["variable", "from", "to"], ...].
inline constexpr llvm::StringLiteral kRenamingsAttr = "vkm.renamings";
/// On declarations whose values no compiler may contract or reassociate: vkm.var, vkm.for,
/// vkm.shared, vkm.field; on vkm.func: its result. A vkm.let has a flag of its own.
inline constexpr llvm::StringLiteral kPreciseAttr = "vkm.precise";
/// On a vkm.shader: the names of the buffers whose elements are precise.
inline constexpr llvm::StringLiteral kPreciseBuffersAttr = "vkm.precise_buffers";

/// One module for each shader, with the shader's class reduced to what it uses.
///
///     module { module @kernelA { vkm.class @C { fields, shader, functions } } module @kernelB {
///     ... } }
mlir::OwningOpRef<mlir::ModuleOp> splitShaders(mlir::ModuleOp lowered);

// The steps below take the module of one shader.

/// Names the built-ins that a body uses several times: const uint lid = gl_LocalInvocationIndex;
void nameBuiltins(mlir::ModuleOp module);

/// Finds out what the shader needs of a device, and which extensions the text has to name.
void collectRequirements(mlir::ModuleOp module);

/// Makes all names legal in GLSL and distinct where GLSL's scopes demand it.
void legaliseNames(mlir::ModuleOp module);

/// The shader of a shader's module; the class.
vkm::ShaderOp getShader(mlir::ModuleOp module);
vkm::ClassOp getClass(mlir::ModuleOp module);

/// The rules of GLSL for names.
NamingRules getNamingRules();

} // namespace vkmorph::glsl

#endif // VKMORPH_BACKENDS_GLSL_RAISE_RAISE_H
