//===- ThreadIndex.cpp - Which thread runs a method
//--------------------------------------------===//

#include "frontend/roles/ThreadIndex.h"

#include "frontend/roles/Mutation.h"
#include "frontend/source/AstWalk.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace vkmorph::frontend;
using namespace clang;

bool vkmorph::frontend::isThreadStep(const CXXMethodDecl *method) {
  return method->getIdentifier() && method->getName().starts_with("kernel_");
}

bool vkmorph::frontend::isThreadKernel(const CXXMethodDecl *method) {
  return isThreadStep(method) && !findNamedThreadIndex(method).empty();
}

llvm::SmallVector<unsigned> vkmorph::frontend::findNamedThreadIndex(const CXXMethodDecl *method) {
  llvm::SmallVector<unsigned> index;
  for (StringRef name : {"tid", "tidX", "tidY", "tidZ"})
    for (const ParmVarDecl *parameter : method->parameters())
      if (parameter->getName() == name && parameter->getType()->isIntegerType())
        index.push_back(parameter->getFunctionScopeIndex());
  return index;
}

namespace {
/// Looks for variables of a function that it changes, in an expression and in what its variables
/// are initialised with.
class CountedVariables : public AstWalk {
public:
  explicit CountedVariables(const Stmt *body) : m_body(body) {}
  bool visitDeclRefExpr(DeclRefExpr *reference) override {
    auto *variable = dyn_cast<VarDecl>(reference->getDecl());
    if (!variable || isa<ParmVarDecl>(variable) || !variable->isLocalVarDecl() ||
        !m_seen.insert(variable).second)
      return true;
    found |= isMutated(variable, m_body);
    if (!found && variable->getInit())
      walk(variable->getInit());
    return !found;
  }
  bool found = false;

private:
  const Stmt *m_body;
  llvm::SmallPtrSet<const VarDecl *, 4> m_seen;
};
} // namespace

ThreadIndexUse vkmorph::frontend::findThreadIndexUse(const Expr *argument,
                                                     const FunctionDecl *definition) {
  ThreadIndexUse use;
  CountedVariables counted(definition->getBody());
  counted.walk(argument);
  use.isCounted = counted.found;
  if (auto *reference = dyn_cast<DeclRefExpr>(argument->IgnoreParenCasts()))
    if (auto *parameter = dyn_cast<ParmVarDecl>(reference->getDecl()))
      use.parameter = parameter->getFunctionScopeIndex();
  return use;
}
