//===- ExpressionPrinter.h - Expressions of a raised module as text ---------------------------===//

#ifndef VKMORPH_BACKENDS_COMMON_EXPRESSIONPRINTER_H
#define VKMORPH_BACKENDS_COMMON_EXPRESSIONPRINTER_H

#include "backends/common/TargetLanguage.h"

namespace vkmorph {

/// Prints a value where it is used, with the expressions that it is made of nested in it. Values
/// that have names (vkm.let, vkm.var, parameters) are printed as such; NameValues.h sees to it that
/// nesting is right.
///
/// Parentheses stand where the grammar needs them, and where gcc's and clang's -Wall ask for them.
class ExpressionPrinter {
public:
  explicit ExpressionPrinter(const TargetLanguage &language) : language(language) {}

  /// The value, not grouped.
  Expr print(mlir::Value value);
  /// The value as an operand: grouped, in parentheses where it binds less tightly than `least`.
  Doc operand(mlir::Value value, Precedence least = Precedence::Assignment);
  /// An expression as an operand.
  static Doc operand(const Expr &expr, Precedence least = Precedence::Assignment);
  /// `name(a, b)`, with breaks.
  static Expr call(llvm::StringRef name, llvm::ArrayRef<Doc> arguments);
  /// A call, also of a function without result.
  Expr printCall(vkm::CallOp op);
  /// `a + b` as the C++ operator.
  Expr binary(vkm::BinaryKind kind, mlir::Value lhs, mlir::Value rhs);
  /// An operand of a bitwise operator: a literal in hexadecimal digits.
  Doc mask(mlir::Value value);
  /// `base[index]`
  Expr index(const Expr &base, mlir::Value index);
  /// The value's text in one line, ungrouped.
  std::string text(mlir::Value value) { return operand(value).flat(); }

  const TargetLanguage &getLanguage() const { return language; }

private:
  Expr printOperation(mlir::Operation *op);
  Expr comparison(vkm::CmpOp op);
  Expr unary(vkm::UnaryOp op);
  Expr logical(mlir::Value lhs, mlir::Region &rhs, llvm::StringRef sign, Precedence precedence);
  Expr conditional(vkm::SelectOp op);
  Expr part(mlir::Value whole, mlir::Type type, mlir::Value at);
  Expr chain(mlir::Value lhs, mlir::Value rhs, llvm::StringRef sign, Precedence precedence);

  const TargetLanguage &language;
};

/// The value that a region which is an expression yields.
mlir::Value getYielded(mlir::Region &region);

/// The sign of an operator: "+", "<<".
llvm::StringRef getSign(vkm::BinaryKind kind);

} // namespace vkmorph

#endif // VKMORPH_BACKENDS_COMMON_EXPRESSIONPRINTER_H
