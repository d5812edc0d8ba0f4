//===- Choices.h - Branches in place of places that are one of several ------------------------===//

#ifndef VKMORPH_TRANSFORMS_CHOICES_H
#define VKMORPH_TRANSFORMS_CHOICES_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"

namespace vkmorph::vkm {

/// Makes branches of all references to one of two places (`vkm.choose`) inside of an operation.
void expandChoices(mlir::Operation *root);

/// Makes the place of an element one of those with its number in several arrays (`vkm.choose`).
/// `isCase` gives the condition under which it is in an array; it is in the last one otherwise.
void chooseElement(DerefOp element, mlir::ValueRange arrays,
                   llvm::function_ref<mlir::Value(mlir::OpBuilder &, unsigned)> isCase);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_CHOICES_H
