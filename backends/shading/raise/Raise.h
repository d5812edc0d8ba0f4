//===- Raise.h - Steps from a lowered module that all shading languages can take --------------===//
//
// Each takes the module of one shader. A language's back end puts those that it needs in order,
// with its own ones between them (glsl/raise/Pipeline.cpp).
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_RAISE_RAISE_H
#define VKMORPH_BACKENDS_SHADING_RAISE_RAISE_H

#include "backends/common/LegaliseNames.h"
#include "backends/common/Raise.h"
#include "backends/shading/ShadingBackend.h"
#include "ir/VkmDialect.h"

#include "llvm/ADT/DenseSet.h"

namespace vkmorph::shading {

/// On a vkm.buffer: the field of the class, a vector, whose elements it holds.
inline constexpr llvm::StringLiteral kVectorAttr = "vkm.vector";
/// On a vkm.buffer that is an image which no shader of the kernel writes: a sampled image.
inline constexpr llvm::StringLiteral kSampledAttr = "vkm.sampled";
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
/// On a shader's module: the widths of floats whose NaN, infinities and signs of zero have to stay.
inline constexpr llvm::StringLiteral kFloatControlsAttr = "vkm.float_controls";
/// On a shader's module: it rounds by functions of the device that some devices have inexactly.
inline constexpr llvm::StringLiteral kExactRoundingAttr = "vkm.exact_rounding";
/// On a float operation whose operands are literals and constants with names: the language's
/// compiler computes it, and to the same number as C++.
inline constexpr llvm::StringLiteral kComputedAttr = "vkm.computed";
/// On a shader's module: the constants that the text declares: [{name, value}, ...]. Whoever
/// mentions one has its number in kConstantAttr, and its name once names are legal.
inline constexpr llvm::StringLiteral kConstantsAttr = "vkm.constants";
using vkmorph::kConstantAttr;
/// Of a vkm.buffer that the shader has as words alone: its own block is not declared.
inline constexpr llvm::StringLiteral kOnlyBitsAttr = "vkm.only_bits";
/// Whether a shader has a buffer as words alone.
bool isOnlyBits(vkm::ShaderOp shader, vkm::BindingAttr binding);
/// Of a vkm.bits that has a kBitsNameAttr: the name of the block with the words.
inline constexpr llvm::StringLiteral kBitsBlockNameAttr = "vkm.bits_block_name";
/// Of a vkm.buffer that has a kWideNameAttr: the name of the block with the vectors.
inline constexpr llvm::StringLiteral kWideBlockNameAttr = "vkm.wide_block_name";
/// The name that a function or record has in the text; overloads share one. Set by legaliseNames.
inline constexpr llvm::StringLiteral kPrintedNameAttr = "vkm.printed_name";
/// On a vkm.shader: the names of its blocks: of each binding, in order, then that of the push
/// constants.
inline constexpr llvm::StringLiteral kBlockNamesAttr = "vkm.block_names";
/// On a vkm.shader of a language whose buffers are pointers: what the text calls each binding, in
/// order.
inline constexpr llvm::StringLiteral kPointerNamesAttr = "vkm.pointer_names";
/// On the class of a shader's module: its blocks have layout scalar.
inline constexpr llvm::StringLiteral kScalarBlocksAttr = "vkm.scalar_blocks";
/// On a field (a unit): a workgroup accesses what others have written to it in the same dispatch.
inline constexpr llvm::StringLiteral kCoherentAttr = "vkm.coherent";

/// On a vkm.shader: the names of the buffers whose elements are precise.
inline constexpr llvm::StringLiteral kPreciseBuffersAttr = "vkm.precise_buffers";

/// One module for each shader, with the shader's class reduced to what it uses.
///
///     module { module @kernelA { vkm.class @C { fields, shader, functions } } module @kernelB {
///     ... } }
mlir::OwningOpRef<mlir::ModuleOp> splitShaders(mlir::ModuleOp lowered);

//===------------------------------------------------------------------------------------------===//
// What is asked of a shader's module
//===------------------------------------------------------------------------------------------===//

/// The shader of a shader's module; the class.
vkm::ShaderOp getShader(mlir::ModuleOp module);
vkm::ClassOp getClass(mlir::ModuleOp module);

/// Whether the shader reaches members of the class.
bool bindsClassData(mlir::ModuleOp module);

/// The memory location that a place is part of: a symbol, a buffer (the same in all functions), or
/// a variable.
const void *getMemoryKey(mlir::Value place);

/// Whether the shader sees a buffer of such elements as words of 32 bits: because it cannot declare
/// them, or because the plan says so.
bool isBufferInWords(mlir::ModuleOp module, mlir::Type element);

//===------------------------------------------------------------------------------------------===//
// Steps
//===------------------------------------------------------------------------------------------===//

/// Reports operations of the host's: a pass has left one where it does not belong.
mlir::LogicalResult checkOperations(mlir::ModuleOp module);

/// Refuses constant indices outside of their arrays, and variables that no thread has room for.
mlir::LogicalResult checkArrays(mlir::ModuleOp module);

/// Makes vectors buffers, which functions are given as parameters.
void bindVectors(mlir::ModuleOp module);

/// Marks the images that no shader of the kernel writes (kSampledAttr).
void markSampledImages(mlir::ModuleOp module);

/// Declares numbers of 64 bits in class data as two words where the shader needs the low ones
/// alone, and nothing else of 64 bits.
void takeLowWords(mlir::ModuleOp module);

/// Clones functions for the buffers and fields that they are called with.
mlir::LogicalResult specialisePlaces(mlir::ModuleOp module);

/// Makes vectors of these types in buffers and fields arrays of their components.
void expandVectors(mlir::ModuleOp module, const llvm::DenseSet<mlir::Type> &types);

/// Pads the structs of buffers so that their members lie where clang put them (BlockLayout.h).
/// `language` is for messages: "GLSL".
mlir::LogicalResult layOutBlocks(mlir::ModuleOp module, llvm::StringRef language);

/// Takes values out of words where the shader cannot declare what the host's buffer holds.
mlir::LogicalResult flattenWords(mlir::ModuleOp module);

/// Numbers the words of buffers, and of the class data, where a float is one of them to the shader
/// (vkm.bits).
void numberBits(mlir::ModuleOp module);

/// Makes one operation of products and the sums that take them.
void contractProducts(mlir::ModuleOp module);

/// What a language has of its own among what addPolyfills replaces otherwise.
struct PolyfillOptions {
  /// Whose functions leave undefined what polyfills define, for their comments.
  llvm::StringRef language = "GLSL";
  /// `%`, indices and labels of 64 bits, the order of bools, and the functions of <math.h> are
  /// those of C, in float.
  bool hasC = false;
  bool hasExactRounding = false; ///< the device rounds exactly
  bool hasFloatControls = false;
};

/// Replaces what the language lacks, or leaves undefined, by functions of ours; without exact
/// rounding also what some devices round inexactly.
mlir::LogicalResult addPolyfills(mlir::ModuleOp module, const PolyfillOptions &options);

/// Finds out whether the shader depends on NaN, infinities and the sign of zero; adds to what an
/// earlier call has found (kFloatControlsAttr).
void findFloatControls(mlir::ModuleOp module);

/// Integers of 8 and 16 bits in variables become 32-bit ones that are wrapped where C++ converts to
/// the small type; a bool that the host passes becomes a uint, one in a buffer a uint8_t.
void widenSmallIntegers(mlir::ModuleOp module);

/// Gives the built-ins that a body uses several times a short name: a variable lid for the index
/// within the workgroup.
void nameBuiltins(mlir::ModuleOp module);

/// Erases functions that the shader no longer calls, since nothing needs their results.
void dropUnusedFunctions(mlir::ModuleOp module);

/// Erases structs that neither the bindings of the shader nor its code name.
void dropUnusedRecords(mlir::ModuleOp module);

/// Declares only the bindings, push constants and structs that the shader uses, with the access
/// that it has. Where the language counts its bindings, those that are not used stay, with access
/// none.
void narrowBindings(mlir::ModuleOp module, bool keepsUnused = false);

/// Makes an `if` of each `?:` whose value has such a type: `c ? f(x) : m_gate` on structs.
void expandSelects(mlir::Operation *body, llvm::function_ref<bool(mlir::Type)> expands);

/// Marks reference parameters that their function only reads: there is no way back to print.
void markReadOnlyParameters(mlir::ModuleOp module);

/// Declares the constants that have names in the source (kConstantsAttr).
void declareConstants(mlir::ModuleOp module);

/// How a language names what a shader declares.
struct GlobalNaming {
  NamingRules rules;
  bool hasOverloads = true; ///< functions whose parameters differ may share a name
  /// Bindings are pointers that functions are given: each has a name (kPointerNamesAttr).
  bool hasPointers = false;
};

/// Makes all names legal, and distinct where the language's scopes demand it.
void legaliseNames(mlir::ModuleOp module, const GlobalNaming &naming);

} // namespace vkmorph::shading

#endif // VKMORPH_BACKENDS_SHADING_RAISE_RAISE_H
