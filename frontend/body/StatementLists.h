//===- StatementLists.h - What runs from a statement on ---------------------------------------===//

#ifndef VKMORPH_FRONTEND_BODY_STATEMENTLISTS_H
#define VKMORPH_FRONTEND_BODY_STATEMENTLISTS_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace vkmorph::frontend {

/// The statements of a block, or one statement, or none for null; then the rest.
inline llvm::SmallVector<const clang::Stmt *>
concatenate(const clang::Stmt *first, llvm::ArrayRef<const clang::Stmt *> rest) {
  llvm::SmallVector<const clang::Stmt *> all;
  if (auto *compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(first))
    all.append(compound->body_begin(), compound->body_end());
  else if (first)
    all.push_back(first);
  all.append(rest.begin(), rest.end());
  return all;
}

} // namespace vkmorph::frontend

#endif // VKMORPH_FRONTEND_BODY_STATEMENTLISTS_H
