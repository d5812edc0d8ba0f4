//===- KnownConditions.h - Takes the branches that known conditions choose -------------------===//

#ifndef VKMORPH_TRANSFORMS_KNOWNCONDITIONS_H
#define VKMORPH_TRANSFORMS_KNOWNCONDITIONS_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// What is known of a part of a condition that is no `!`, `&&` or `||`, or nothing.
using KnownPart = llvm::function_ref<std::optional<bool>(mlir::Value part)>;

/// Whether nothing happens where an expression is evaluated, so that it may as well not be.
bool isWithoutCalls(mlir::Value value);

/// Whether a condition holds, where its parts decide that.
std::optional<bool> getTruth(mlir::Value condition, KnownPart known);

/// Is told of each operation that never runs before it is erased.
using DroppedOperation = llvm::function_ref<void(mlir::Operation *op)>;

/// Drops an operation, and all of a region.
void dropOperation(mlir::Operation *op, DroppedOperation dropped);
void dropAll(mlir::Region &region, DroppedOperation dropped);

/// Puts what stands in a block, or nothing, in the place of a statement; what is behind a jump in
/// it is dropped.
void replaceByBlock(mlir::Operation *statement, mlir::Block *taken, DroppedOperation dropped);

/// Takes the branch of an `if`, or what a `?:` chooses, whose condition holds or does not: it
/// stands in the place of the operation then, and what is behind a jump in it is dropped.
void takeBranch(mlir::Operation *branch, bool holds, DroppedOperation dropped);

/// Takes all branches in a region whose conditions are known.
void takeKnownBranches(mlir::Region &body, KnownPart known, DroppedOperation dropped);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_KNOWNCONDITIONS_H
