//===- Loops.h - Loops ------------------------------------------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_LOOPS_H
#define VKMORPH_FRONTEND_BODY_LOOPS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class LoopEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// `for (T index = begin; index < end; index++) body(index)`; `end` emits the bound of that type
  /// where it is compared, `body` gets the index's value.
  void emitCounting(mlir::Location where, mlir::Value begin, llvm::function_ref<mlir::Value()> end,
                    llvm::function_ref<void(mlir::Value)> body);
  void emitFor(const clang::ForStmt *statement);
  void emitRangeFor(const clang::CXXForRangeStmt *statement);
  void emitWhile(const clang::WhileStmt *statement);
  void emitDo(const clang::DoStmt *statement);
  void emitContinue(mlir::Location where);

private:
  void emitCountedFor(const clang::ForStmt *statement, const clang::VarDecl *counter);
  void emitCountdown(const clang::ForStmt *statement, const clang::VarDecl *counter,
                     const clang::BinaryOperator *comparison);
  void emitGeneralFor(const clang::ForStmt *statement);
  template <typename Loop> void emitWhileLoop(const Loop *statement, const clang::Expr *step);
  void emitLoopCondition(mlir::Region &region, const clang::Expr *condition, mlir::Location where);
  /// "Leave the loop unless the condition holds", for conditions that declare a variable.
  void emitLeaveUnless(const clang::Expr *condition, mlir::Location where);
  void emitLoopBody(const clang::Stmt *body, const clang::Expr *step);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_LOOPS_H
