//===- Initializers.h - Values of structs and arrays ------------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_INITIALIZERS_H
#define VKMORPH_FRONTEND_BODY_INITIALIZERS_H

#include "frontend/body/Emitter.h"

namespace vkmorph::frontend {

class InitializerEmitter : public Emitter {
public:
  using Emitter::Emitter;

  mlir::Value emitInitList(const clang::InitListExpr *list);
  mlir::Value emitParenList(const clang::CXXParenListInitExpr *list);
  mlir::Value emitConstruct(const clang::CXXConstructExpr *construct);
  mlir::Value emitDefaultValue(clang::QualType type, const clang::Stmt *use);
  bool needsInitialisation(const clang::Expr *init) const;
  bool emitLargeArray(const clang::VarDecl *variable, const clang::InitListExpr *list,
                      vkm::VarOp var);

private:
  mlir::Value emitParts(const clang::Expr *list, mlir::Type type,
                        llvm::ArrayRef<clang::Expr *> inits, const clang::Expr *filler);
};

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_INITIALIZERS_H
