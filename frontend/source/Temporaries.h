//===- Temporaries.h - Expressions that only hold temporary objects ---------------------------===//

#ifndef VKMORPH_FRONTEND_SOURCE_TEMPORARIES_H
#define VKMORPH_FRONTEND_SOURCE_TEMPORARIES_H

#include "clang/AST/ExprCXX.h"

namespace vkmorph::frontend {

/// What is inside of an expression that ends the life of temporary objects, makes one, or binds one
/// to its destructor; null for other expressions.
inline const clang::Expr *operandOfTemporary(const clang::Expr *e) {
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(e))
    return full->getSubExpr();
  if (auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return temporary->getSubExpr();
  auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(e);
  return bound ? bound->getSubExpr() : nullptr;
}

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_SOURCE_TEMPORARIES_H
