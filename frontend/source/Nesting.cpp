//===- Nesting.cpp - How deep statements, expressions and types stand in each other ----------===//

#include "frontend/source/Nesting.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"

using namespace vkmorph::frontend;

/// Whether something is no level of its own: nothing that the translation goes down into.
static bool isTransparent(const clang::Stmt *statement) {
  return clang::isa<clang::ParenExpr, clang::ImplicitCastExpr, clang::FullExpr,
                    clang::MaterializeTemporaryExpr, clang::CXXBindTemporaryExpr>(statement);
}

const clang::Stmt *vkmorph::frontend::findTooDeep(const clang::Stmt *body) {
  // Not by recursion: this is what guards it.
  llvm::SmallVector<std::pair<const clang::Stmt *, unsigned>> open = {{body, 0}};
  while (!open.empty()) {
    auto [statement, depth] = open.pop_back_val();
    if (!statement)
      continue;
    if (!isTransparent(statement) && ++depth > kMaxNesting)
      return statement;
    size_t first = open.size();
    for (const clang::Stmt *child : statement->children())
      open.push_back({child, depth});
    std::reverse(open.begin() + first, open.end());
  }
  return nullptr;
}
