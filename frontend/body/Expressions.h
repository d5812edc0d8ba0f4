//===- Expressions.h - Values: operators, conversions, literals -------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_EXPRESSIONS_H
#define VKMORPH_FRONTEND_BODY_EXPRESSIONS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class ExpressionEmitter : public Emitter {
public:
  using Emitter::Emitter;

  mlir::Value emitValue(const clang::Expr *expression);
  /// Evaluates an expression for what it does.
  void emitDiscarded(const clang::Expr *expression);
  mlir::Value emitCast(mlir::Value value, mlir::Type type, mlir::Location where);
  mlir::Value emitNegation(mlir::Value value, mlir::Location where);
  mlir::Value emitSelect(const clang::AbstractConditionalOperator *expression);
  mlir::Value emitIncrement(const clang::UnaryOperator *expression, bool needsOld,
                            mlir::Value &place);
  mlir::Value emitAssignment(const clang::BinaryOperator *expression);
  mlir::Value emitCompoundAssignment(const clang::CompoundAssignOperator *expression);
  /// The bits of a value as another type of its size; null after an error.
  mlir::Value emitBitCast(mlir::Value value, clang::QualType type, const clang::Expr *use);

protected:
  bool isHeld(mlir::Value value) const;
  mlir::Value emitShortCircuit(const clang::BinaryOperator *expression);
  mlir::Value emitBinary(const clang::BinaryOperator *expression);
  mlir::Value emitCompoundAssignmentTo(const clang::Expr *target, mlir::Value value,
                                       const clang::CompoundAssignOperator *expression);
  mlir::Value emitIncrementOf(mlir::Value place, const clang::UnaryOperator *expression,
                              bool needsOld);
  /// An assignment to one of two places, as a statement; false for other expressions.
  bool emitOnChosen(const clang::Expr *expression);
  bool emitDiscardedBranches(const clang::Expr *condition, const clang::Expr *whenTrue,
                             const clang::Expr *whenFalse, mlir::Location where);
  bool isAssertion(const clang::Expr *expression) const;
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_EXPRESSIONS_H
