//===- Cases.h - Branches for things of which there are few -----------------------------------===//

#ifndef VKMORPH_TRANSFORMS_CASES_H
#define VKMORPH_TRANSFORMS_CASES_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

namespace vkmorph::vkm {

/// Writes what is done in each of several cases of a host variable, in a control function:
///
///     if (CASE 0) { ACT 0 } else if (CASE 1) { ACT 1 } ... else { ACT of the last }
///
/// Without `areAll` there may be other cases, in which nothing is done. The branches are marked
/// (kPickedAttr): one of them launches what the source launches unconditionally.
void writeCases(mlir::OpBuilder builder, mlir::Location loc, unsigned count,
                llvm::function_ref<mlir::Value(mlir::OpBuilder &, unsigned)> isCase,
                llvm::function_ref<void(mlir::OpBuilder &, unsigned)> act, bool areAll = true);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_CASES_H
