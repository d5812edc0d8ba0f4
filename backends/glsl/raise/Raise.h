//===- Raise.h - The steps from a lowered module to one that GLSL can say ---------------------===//

#ifndef VKMORPH_BACKENDS_GLSL_RAISE_RAISE_H
#define VKMORPH_BACKENDS_GLSL_RAISE_RAISE_H

#include "backends/common/LegaliseNames.h"
#include "backends/common/Raise.h"
#include "backends/shading/ShadingBackend.h"
#include "ir/VkmDialect.h"

#include "llvm/ADT/DenseSet.h"

namespace vkmorph::glsl {

/// On a vkm.buffer: the field of the class, a vector, whose elements it holds.
/// Of a vkm.buffer that has a kWideNameAttr: the name of the block with the vectors.
inline constexpr llvm::StringLiteral kWideBlockNameAttr = "vkm.wide_block_name";
inline constexpr llvm::StringLiteral kVectorAttr = "vkm.vector";
/// On a vkm.buffer that is an image which no shader of the kernel writes: a sampled image.
inline constexpr llvm::StringLiteral kSampledAttr = "vkm.sampled";
/// The name that a function or record has in the text; overloads share one. Set by legaliseNames.
inline constexpr llvm::StringLiteral kPrintedNameAttr = "vkm.printed_name";
/// On a vkm.shader: the names of its blocks: of each binding, in order, then that of the push
/// constants.
inline constexpr llvm::StringLiteral kBlockNamesAttr = "vkm.block_names";
/// On a shader's module: the extensions that the text has to name.
inline constexpr llvm::StringLiteral kExtensionsAttr = "vkm.extensions";
using shading::kRenamingsAttr;
/// On declarations whose values no compiler may contract or reassociate: vkm.var, vkm.for,
/// vkm.shared, vkm.field, reference parameters; on vkm.func: its result. A vkm.let has a flag.
using vkmorph::kPreciseAttr;
/// On statements that belong to a reduction, whose order is free: set by the lowering of
/// reductions.
inline constexpr llvm::StringLiteral kFreeOrderAttr = "vkm.free_order";
/// On a vkm.math, an fma that was a product and a sum: it may be one operation, or two that nothing
/// is regrouped with.
inline constexpr llvm::StringLiteral kContractedAttr = "vkm.contracted";
/// On a vkm.math whose operands are never NaN: set by the lowering of reductions, and by polyfills.
inline constexpr llvm::StringLiteral kNeverNanAttr = "vkm.never_nan";
/// On a vkm.func that a step added: its name gives way to those of the source.
inline constexpr llvm::StringLiteral kPolyfillAttr = "vkm.polyfill";
/// On the class of a shader's module: its blocks have layout scalar.
inline constexpr llvm::StringLiteral kScalarBlocksAttr = "vkm.scalar_blocks";
/// On a shader's module: the widths of floats whose NaN, infinities and signs of zero have to stay.
inline constexpr llvm::StringLiteral kFloatControlsAttr = "vkm.float_controls";
/// On a shader's module: it rounds by functions of the device that some devices have inexactly.
inline constexpr llvm::StringLiteral kExactRoundingAttr = "vkm.exact_rounding";
/// On a float operation whose operands are literals and constants with names: a compiler of GLSL
/// computes it, and to the same number as C++.
inline constexpr llvm::StringLiteral kComputedAttr = "vkm.computed";
/// On a shader's module: the constants that the text declares: [{name, value}, ...]. Whoever
/// mentions one has its number in kConstantAttr, and its name once names are legal.
inline constexpr llvm::StringLiteral kConstantsAttr = "vkm.constants";
using vkmorph::kConstantAttr;
/// On a vkm.shader: the names of the buffers whose elements are precise.
inline constexpr llvm::StringLiteral kPreciseBuffersAttr = "vkm.precise_buffers";

/// One module for each shader, with the shader's class reduced to what it uses.
///
///     module { module @kernelA { vkm.class @C { fields, shader, functions } } module @kernelB {
///     ... } }
mlir::OwningOpRef<mlir::ModuleOp> splitShaders(mlir::ModuleOp lowered);

// The steps below take the module of one shader.

/// Makes vectors buffers, which functions are given as parameters.
void bindVectors(mlir::ModuleOp module);

/// Refuses constant indices outside of their arrays, and variables that no thread has room for.
mlir::LogicalResult checkArrays(mlir::ModuleOp module);

/// Clones functions for the buffers and fields that they are called with.
mlir::LogicalResult specialisePlaces(mlir::ModuleOp module);

/// Declares numbers of 64 bits in class data as two words where the shader needs the low ones
/// alone, and nothing else of 64 bits.
void takeLowWords(mlir::ModuleOp module);

/// Makes vectors in buffers and fields arrays of their components.
void expandVectors(mlir::ModuleOp module, const llvm::DenseSet<mlir::Type> &types);

/// Whether the shader sees a buffer of such elements as words of 32 bits: because it cannot declare
/// them, or because the plan says so.
bool isBufferInWords(mlir::ModuleOp module, mlir::Type element);

/// Pads the structs of buffers so that their members lie where clang put them.
mlir::LogicalResult layOutBlocks(mlir::ModuleOp module);

/// Takes values out of words where the shader cannot declare what the host's buffer holds.
mlir::LogicalResult flattenWords(mlir::ModuleOp module);

/// Declares only the bindings and push constants that the shader uses, with the access that it has.
void narrowBindings(mlir::ModuleOp module);

/// Computes expressions of constants, which glslang would compute in double.
void foldFloats(mlir::ModuleOp module);

/// Makes one operation of products and the sums that take them.
void contractProducts(mlir::ModuleOp module);

/// Replaces what GLSL lacks, or leaves undefined, by functions of ours; without exact rounding also
/// what some devices round inexactly.
mlir::LogicalResult addPolyfills(mlir::ModuleOp module, bool hasExactRounding,
                                 bool hasFloatControls);

/// Finds out whether the shader depends on NaN, infinities and the sign of zero; adds to what an
/// earlier call has found.
void findFloatControls(mlir::ModuleOp module);

/// Integers of 8 and 16 bits in variables become 32-bit ones that are wrapped where C++ converts to
/// the small type; a bool that the host passes becomes a uint, one in a buffer a uint8_t.
void widenSmallIntegers(mlir::ModuleOp module);

/// Marks what must not be contracted or reassociated: a float operation on the result of another
/// one.
void markPrecise(mlir::ModuleOp module);

/// Makes structs by assignments where glslang would take the wrong members of a constructor.
void expandConstructors(mlir::ModuleOp module);

/// Names the built-ins that a body uses several times: const uint lid = gl_LocalInvocationIndex;
void nameBuiltins(mlir::ModuleOp module);

/// Declares the constants that have names in the source.
void declareConstants(mlir::ModuleOp module);

/// Finds out what the shader needs of a device, and which extensions the text has to name.
void collectRequirements(mlir::ModuleOp module);

/// Makes all names legal in GLSL and distinct where GLSL's scopes demand it.
void legaliseNames(mlir::ModuleOp module);

/// Whether the shader reaches members of the class.
bool bindsClassData(mlir::ModuleOp module);

/// The memory location that a place is part of: a symbol, a buffer (the same in all functions), or
/// a variable.
const void *getMemoryKey(mlir::Value place);

/// The shader of a shader's module; the class.
vkm::ShaderOp getShader(mlir::ModuleOp module);
vkm::ClassOp getClass(mlir::ModuleOp module);

/// The rules of GLSL for names.
NamingRules getNamingRules();

} // namespace vkmorph::glsl

#endif // VKMORPH_BACKENDS_GLSL_RAISE_RAISE_H
