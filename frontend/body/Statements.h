//===- Statements.h - Blocks, declarations, if, switch, return --------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_STATEMENTS_H
#define VKMORPH_FRONTEND_BODY_STATEMENTS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class StatementEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// Fills the function's only block, whose arguments are its parameters.
  void emitFunction(mlir::Block *block);
  /// Whether the body is no deeper than what is translated; says so where it is.
  bool checkNesting();
  void emitStatement(const clang::Stmt *statement);
  void emitDeclaration(const clang::Decl *decl);
  void emitVariable(const clang::VarDecl *variable);
  /// Whether what follows in the current block can never run.
  bool isEnded() const;
  /// Emits into the region's block, which is made where there is none.
  void emitInto(mlir::Region &region, llvm::function_ref<void()> emit);
  /// Opens a `vkm.scope` around what `emit` emits.
  void emitScope(mlir::Location where, llvm::function_ref<void()> emit);
  mlir::Value declareTemporary(llvm::StringRef name, mlir::Value value, mlir::Location where);

private:
  void bindParameters(mlir::Block *block);
  void emitConstructorInitializers(const clang::CXXConstructorDecl *constructor);
  void emitStatementUncommented(const clang::Stmt *statement);
  void emitByKind(const clang::Stmt *statement);
  void emitReference(const clang::VarDecl *variable);
  void emitIf(const clang::IfStmt *statement);
  void emitSwitch(const clang::SwitchStmt *statement);
  void emitReturn(const clang::ReturnStmt *statement);
  void emitEnd(mlir::Location where);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_STATEMENTS_H
