//===- InlinePlaces.h - Functions that return references or pointers --------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_INLINEPLACES_H
#define VKMORPH_FRONTEND_BODY_INLINEPLACES_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class InlineEmitter : public Emitter {
public:
  using Emitter::Emitter;

  /// A call of a function that returns a reference or pointer: its body becomes a part of this one.
  CallResult emitInlined(const ModuleImporter::Prototype &callee, const clang::Expr *object,
                         llvm::ArrayRef<const clang::Expr *> arguments, const clang::Expr *call,
                         const std::shared_ptr<const Closure> &closure);
  /// One of two places or pointers; what the ways to them compute is done in branches.
  CallResult emitChoice(mlir::Value condition, llvm::function_ref<CallResult()> whenTrue,
                        llvm::function_ref<CallResult()> whenFalse, const clang::Stmt *where);
  mlir::Value emitChosenPlace(const clang::AbstractConditionalOperator *expression);

private:
  /// What statements up to a return lead to.
  CallResult emitReturned(llvm::ArrayRef<const clang::Stmt *> statements);
  CallResult emitReturnedSwitch(const clang::SwitchStmt *statement,
                                llvm::ArrayRef<const clang::Stmt *> rest);
  CallResult emitReturnedGlvalue(const clang::Expr *result);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_INLINEPLACES_H
