//===- Constants.h - Constants and what clang can compute -------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_CONSTANTS_H
#define VKMORPH_FRONTEND_BODY_CONSTANTS_H

#include "frontend/body/Emitter.h"
#include "frontend/module/Enumerations.h"

namespace vkmorph::frontend {

class ConstantEmitter : public Emitter {
public:
  using Emitter::Emitter;

  mlir::Value emitInteger(int64_t value, mlir::Type type, mlir::Location where);
  mlir::Value emitZero(mlir::Type type, mlir::Location where);
  /// Reports values of so many bytes that no expression should name all their parts.
  bool isTooLarge(mlir::Type type, mlir::Location where);
  /// The value of a constant expression; null where it is none (nothing is reported).
  mlir::Value tryConstant(const clang::Expr *expression);
  mlir::Value emitEnumerator(const clang::EnumConstantDecl *enumerator, const clang::Expr *use);
  /// The name of the constant that a case label is; empty for other expressions.
  std::string labelName(const clang::Expr *label) const;
  /// The same as host code spells it, where the switch is over numbers of that type.
  std::string labelOnHost(const clang::Expr *label, mlir::Type type) const;
  /// A constant that is declared outside of the function, or static in it.
  mlir::Value emitNamedConstant(const clang::VarDecl *variable, const clang::Expr *use);
  /// The same as a place: a table becomes a const local of the function.
  mlir::Value emitConstantPlace(const clang::VarDecl *variable, const clang::Expr *use);
  bool isConstantVariable(const clang::VarDecl *variable) const;

  HostName spellOnHost(const clang::ValueDecl *constant) const;

private:
  mlir::Value emitConstant(const clang::APValue &value, clang::QualType type, mlir::Location where);
  /// Tells printers what the source calls a constant, and what it says about it.
  void nameConstant(mlir::Value value, const clang::ValueDecl *constant);
  /// A constant whose initial value is computed when the program starts is computed by each
  /// function that uses it; null where that is not possible (then nothing is reported).
  mlir::Value emitComputedConstant(const clang::VarDecl *variable);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_CONSTANTS_H
