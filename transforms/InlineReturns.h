//===- InlineReturns.h - Bodies that return in branches, written elsewhere -------------------===//
//
//   if (n == 0) return;          if (n != 0) {
//   work(n);               =>      work(n);
//                                }
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_TRANSFORMS_INLINERETURNS_H
#define VKMORPH_TRANSFORMS_INLINERETURNS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/IRMapping.h"

#include <string>

namespace vkmorph::vkm {

/// Whether there is a vkm.return in an operation, or it is one.
bool mayReturn(mlir::Operation &op);

/// Whether control never comes to the end of a block.
bool alwaysReturns(mlir::Region &region);

/// Whether each branch of a block returns in all cases or in none, so that what stands behind it
/// belongs to the other one.
bool returnsInBranches(mlir::Block &block);

/// The name of a variable for what a function returns: "findResult".
std::string getResultName(llvm::StringRef function);

/// Replaces each use of a value by what a variable holds there.
void readWhereUsed(mlir::Value value, VarOp var);

/// Writes a block from `first` on, for which returnsInBranches holds; `result`, if there is one,
/// gets what it returns. Calls `onLocal` for each variable that is written.
void writeBranches(mlir::OpBuilder &builder, mlir::Block::iterator first, mlir::Block &block,
                   mlir::Value result, mlir::IRMapping &mapping,
                   llvm::function_ref<void(VarOp)> onLocal);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_INLINERETURNS_H
