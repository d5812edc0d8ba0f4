//===- Utils.h - What several passes need of expressions and bodies --------------------------===//

#ifndef VKMORPH_PASSES_UTILS_H
#define VKMORPH_PASSES_UTILS_H

#include "ir/Effects.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringSet.h"

namespace vkmorph::vkm {

/// The discardable attribute by which a write of a member that is no reduction carries the reason
/// from where reductions are recognised to where dependent iterations are reported.
inline constexpr llvm::StringLiteral kNoReductionAttr = "vkm.no_reduction";
/// On a grid whose iterations are not proven to be independent: who says that they are: "option",
/// "config", "library" (the contract of an algorithm), or "" for nobody.
inline constexpr llvm::StringLiteral kUnprovenAttr = "vkm.unproven";

/// Makes an expression's value available where the builder stands: clones it with everything it is
/// made of (expressions, and variables that keep their initial value) that `mapping` does not know
/// and that cannot be seen from there. The caller knows that what it reads has not changed.
mlir::Value cloneExpression(mlir::OpBuilder &builder, mlir::Value value, mlir::IRMapping &mapping);

/// The value of a place.
mlir::Value buildLoad(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value place);

/// Whether a variable keeps the value that it is declared with: nothing assigns it and no reference
/// to it is passed on.
bool keepsInitialValue(VarOp var);

/// The place that holds `value`'s first read of memory which is neither a variable that keeps its
/// value nor accepted by `allowed`; null where the expression reads nothing else. A call counts as
/// such a read.
mlir::Operation *findRead(mlir::Value value, llvm::function_ref<bool(const Root &)> allowed);

/// Whether evaluating an operation, with its regions, changes nothing: it only computes and reads.
/// A call does if its callee writes nothing that outlives it.
bool isWithoutEffect(mlir::Operation *op);

/// Whether nothing between two operations of one block, the first one standing before the second,
/// has an effect.
bool isStraightBetween(mlir::Operation *first, mlir::Operation *second);

/// Erases expressions whose value nobody uses, in a region and those inside it; reads have no
/// effect.
void eraseDeadExpressions(mlir::Region &region);

/// Gives a comment, if there is one, to the first statement behind `before` in the block, or to the
/// block's first where `before` is null.
void attachComment(mlir::Block *block, mlir::Operation *before, mlir::Attribute comment);

/// A place as the way to it from its root: names of members (strings), numbers of elements
/// (integers), null for an element whose number is no constant.
struct PlacePath {
  Root root;
  llvm::SmallVector<mlir::Attribute> path;

  /// Whether no step is unknown.
  bool isExact() const { return !llvm::is_contained(path, mlir::Attribute()); }
  /// Whether both may name memory that the other one names too: one leads into the other.
  bool overlaps(const PlacePath &other) const;
  bool operator==(const PlacePath &other) const { return root == other.root && path == other.path; }
};
PlacePath getPlacePath(mlir::Value place);

/// One access to memory that outlives an invocation: a field, a buffer, a scratch buffer.
struct MemoryAccess {
  PlacePath path;
  bool isWrite;
  mlir::Operation *op;
};

/// All such accesses in an operation, device functions included (as accesses of whole fields and
/// buffers, at the call); reductions are left out.
llvm::SmallVector<MemoryAccess> getAccesses(mlir::Operation *op);

/// What the last statement that writes a place assigns to it, among those up to `op` in its block;
/// null where that is unclear.
mlir::Value findAssigned(mlir::Operation *op, const PlacePath &path);

/// Whether a grid combines values in the order of its iterations. Then each thread takes a range
/// of them, in a grid of several dimensions of those of the outermost loop.
bool keepsOrder(GridOp grid);

/// How many numbers a value is made of.
int64_t countNumbers(mlir::Operation *from, mlir::Type type);

/// Whether a value is computed from a place, or from a part of it, in this expression.
bool isMadeFrom(mlir::Value value, const PlacePath &path);

/// Whether a place is an element of a buffer, or a part of one.
bool isInBuffer(mlir::Value place);

/// Whether a value is computed alike in all iterations of a grid or loop, whose effects these are.
bool isInvariant(mlir::Value value, mlir::Operation *loop, const EffectSet &effects);

/// Builds the place of a field's part; a null step takes the next of `indices`.
mlir::Value buildFieldPlace(mlir::OpBuilder &builder, mlir::Location loc, FieldOp field,
                            llvm::ArrayRef<mlir::Attribute> path,
                            llvm::ArrayRef<mlir::Value> indices = {});

/// "m_box.lo.x", "m_moment[0]": a part of a field as the source writes it.
std::string spellPlace(llvm::StringRef field, llvm::ArrayRef<mlir::Attribute> path);

/// Whether two expressions are built alike over the same values and places; whether memory changed
/// between their evaluations is for the caller to see.
bool isSameExpression(mlir::Value a, mlir::Value b);

/// Whether two operations are one expression but for their operands: neither calls nor variables,
/// without regions, with the same attributes and types.
bool isSameOperation(mlir::Operation *a, mlir::Operation *b);

/// The fields that any kernel of the class writes, device functions included.
llvm::StringSet<> getFieldsWrittenByKernels(ClassOp op);

/// The comparison with operands exchanged: `a < b` is `b > a`.
CmpKind swapOperands(CmpKind kind);

/// The value of a constant integer expression.
std::optional<int64_t> getConstantInt(mlir::Value value);

/// "ArraySumm" of "kernel1D_ArraySumm": the kernel's name without its role.
llvm::StringRef getDisplayName(llvm::StringRef kernelName);

/// What the generated class calls a kernel: its name without prefix, unless another kernel or a
/// control function has that name.
llvm::StringRef chooseDisplay(KernelOp kernel, llvm::ArrayRef<KernelOp> kernels);

/// Erases what was cloned for the bounds of a shader's loops and is not needed: expressions, and
/// variables at the top.
void eraseUnusedVariables(ShaderOp shader);

/// The smallest subgroup of the target that the module is planned for; 1 where it is not planned.
int64_t getTargetMinSubgroupSize(mlir::Operation *op);

/// Its bytes of shared memory; what every device has where the module is not planned.
int64_t getTargetSharedBytes(mlir::Operation *op);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_UTILS_H
