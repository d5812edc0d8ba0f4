//===- Expressions.h - Expressions and places are built, copied, and erased ------------------===//

#ifndef VKMORPH_TRANSFORMS_EXPRESSIONS_H
#define VKMORPH_TRANSFORMS_EXPRESSIONS_H

#include "ir/VkmDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace vkmorph::vkm {

/// Makes an expression's value available where the builder stands: clones it with everything it is
/// made of (expressions, and variables that keep their initial value) that `mapping` does not know
/// and that cannot be seen from there. The caller knows that what it reads has not changed.
mlir::Value cloneExpression(mlir::OpBuilder &builder, mlir::Value value, mlir::IRMapping &mapping);

/// The same, as one expression: variables that keep their initial value are what they begin with.
mlir::Value cloneWithoutVariables(mlir::OpBuilder &builder, mlir::Value value,
                                  mlir::IRMapping &mapping);

/// The value of a place.
mlir::Value buildLoad(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value place);

/// The part of an object that a place is of an element: `object.x` for `a[i].x`, `object` for
/// `a[i]`.
mlir::Value buildSamePart(mlir::OpBuilder &builder, mlir::Value place, mlir::Value object);

/// The contrary of a condition; of one that is negated, what it negates.
mlir::Value buildNot(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value condition);

/// `condition ? whenTrue : whenFalse`; what builds a value stands where that is evaluated.
mlir::Value buildSelect(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
                        mlir::Value condition,
                        llvm::function_ref<mlir::Value(mlir::OpBuilder &)> whenTrue,
                        llvm::function_ref<mlir::Value(mlir::OpBuilder &)> whenFalse);

/// `first && second`, or `first || second`; what builds the second part stands where that is
/// evaluated.
template <typename Op>
mlir::Value buildLogical(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value first,
                         llvm::function_ref<mlir::Value(mlir::OpBuilder &)> second) {
  auto op = builder.create<Op>(loc, builder.getI1Type(), first);
  mlir::OpBuilder inner = mlir::OpBuilder::atBlockEnd(&op.getRhs().emplaceBlock());
  inner.create<YieldOp>(loc, second(inner));
  return op;
}

/// Builds the place of a field's part; a null step takes the next of `indices`.
mlir::Value buildFieldPlace(mlir::OpBuilder &builder, mlir::Location loc, FieldOp field,
                            llvm::ArrayRef<mlir::Attribute> path,
                            llvm::ArrayRef<mlir::Value> indices = {});

/// Erases expressions whose value nobody uses, in a region and those inside it; reads have no
/// effect.
void eraseDeadExpressions(mlir::Region &region);

/// Erases variables that nobody reads or writes, with the expressions that they were to hold, in a
/// region and those inside it.
void eraseUnreadVariables(mlir::Region &region);

/// Erases what was cloned for the bounds of a shader's loops and is not needed: expressions, and
/// variables at the top.
void eraseUnusedVariables(ShaderOp shader);

/// Gives a comment, if there is one, to the first statement behind `before` in the block, or to the
/// block's first where `before` is null.
void attachComment(mlir::Block *block, mlir::Operation *before, mlir::Attribute comment);

} // namespace vkmorph::vkm

#endif // VKMORPH_TRANSFORMS_EXPRESSIONS_H
