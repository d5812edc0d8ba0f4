//===- Raise.h - The steps to GLSL that no other language needs -------------------------------===//

#ifndef VKMORPH_BACKENDS_GLSL_RAISE_RAISE_H
#define VKMORPH_BACKENDS_GLSL_RAISE_RAISE_H

#include "backends/common/Raise.h"
#include "backends/shading/raise/Raise.h"

namespace vkmorph::glsl {

/// Of a vkm.buffer that has a kWideNameAttr: the name of the block with the vectors.
inline constexpr llvm::StringLiteral kWideBlockNameAttr = "vkm.wide_block_name";
/// The name that a function or record has in the text; overloads share one. Set by legaliseNames.
inline constexpr llvm::StringLiteral kPrintedNameAttr = "vkm.printed_name";
/// On a vkm.shader: the names of its blocks: of each binding, in order, then that of the push
/// constants.
inline constexpr llvm::StringLiteral kBlockNamesAttr = "vkm.block_names";
/// On a shader's module: the extensions that the text has to name.
inline constexpr llvm::StringLiteral kExtensionsAttr = "vkm.extensions";
/// On the class of a shader's module: its blocks have layout scalar.
inline constexpr llvm::StringLiteral kScalarBlocksAttr = "vkm.scalar_blocks";
/// On a vkm.shader: the names of the buffers whose elements are precise.
inline constexpr llvm::StringLiteral kPreciseBuffersAttr = "vkm.precise_buffers";

/// Takes all steps, in order: ShadingBackend::raiseShader.
mlir::LogicalResult raiseShader(mlir::ModuleOp module, const shading::RaiseOptions &options);

/// Pads the structs of buffers so that their members lie where clang put them.
mlir::LogicalResult layOutBlocks(mlir::ModuleOp module);

/// Computes expressions of constants, which glslang would compute in double.
void foldFloats(mlir::ModuleOp module);

/// Replaces what GLSL lacks, or leaves undefined, by functions of ours; without exact rounding also
/// what some devices round inexactly.
mlir::LogicalResult addPolyfills(mlir::ModuleOp module, bool hasExactRounding,
                                 bool hasFloatControls);

/// Marks what must not be contracted or reassociated: a float operation on the result of another
/// one.
void markPrecise(mlir::ModuleOp module);

/// Makes structs by assignments where glslang would take the wrong members of a constructor.
void expandConstructors(mlir::ModuleOp module);

/// Finds out what the shader needs of a device, and which extensions the text has to name.
void collectRequirements(mlir::ModuleOp module);

/// Makes all names legal in GLSL and distinct where GLSL's scopes demand it.
void legaliseNames(mlir::ModuleOp module);

/// The rules of GLSL for names.
NamingRules getNamingRules();

} // namespace vkmorph::glsl

#endif // VKMORPH_BACKENDS_GLSL_RAISE_RAISE_H
