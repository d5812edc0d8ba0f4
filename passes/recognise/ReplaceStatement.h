//===- ReplaceStatement.h - Statements of a reduction's form become operations that say so ----===//

#ifndef VKMORPH_PASSES_RECOGNISE_REPLACESTATEMENT_H
#define VKMORPH_PASSES_RECOGNISE_REPLACESTATEMENT_H

#include "analysis/patterns/ReductionForms.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace vkmorph::vkm {

/// Puts operations in the place of a statement: `build` makes one for each value that the statement
/// combines with its place, in the place's type; values that are subtracted come negated. What is
/// wanted at the new place, such as the numbers of elements, `prepare` copies there with the
/// mapping, behind the statement's guard.
void replaceStatement(const Match &match,
                      llvm::function_ref<void(mlir::OpBuilder &, mlir::IRMapping &)> prepare,
                      llvm::function_ref<mlir::Operation *(mlir::OpBuilder &, mlir::Value)> build);

/// "sum", "minimum": what the values become.
std::string describeResult(const Match &match);

} // namespace vkmorph::vkm

#endif // VKMORPH_PASSES_RECOGNISE_REPLACESTATEMENT_H
