//===- ThreadIndex.cpp - Which thread runs a method
//--------------------------------------------===//

#include "frontend/roles/ThreadIndex.h"

#include "frontend/roles/Mutation.h"
#include "frontend/source/AstWalk.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace vkmorph::frontend;
using namespace clang;

bool vkmorph::frontend::isThreadStep(const CXXMethodDecl *method) {
  return method->getIdentifier() && method->getName().starts_with("kernel_");
}

bool vkmorph::frontend::isThreadKernel(const CXXMethodDecl *method) {
  return isThreadStep(method) && !findNamedThreadIndex(method).empty();
}

bool vkmorph::frontend::canBeThreadIndex(const ParmVarDecl *parameter) {
  QualType type = parameter->getType();
  if (type->isReferenceType() && !type->getPointeeType().isConstQualified())
    return false;
  type = type.getNonReferenceType();
  return type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType();
}

llvm::SmallVector<unsigned> vkmorph::frontend::findNamedThreadIndex(const CXXMethodDecl *method) {
  llvm::SmallVector<unsigned> index;
  for (StringRef name : {"tid", "tidX", "tidY", "tidZ"})
    for (const ParmVarDecl *parameter : method->parameters())
      if (parameter->getName() == name && canBeThreadIndex(parameter))
        index.push_back(parameter->getFunctionScopeIndex());
  return index;
}

namespace {
/// Looks for what an expression depends on, through what its variables are initialised with.
class IndexSources : public AstWalk {
public:
  explicit IndexSources(const FunctionDecl *definition) : m_definition(definition) {}
  bool visitDeclRefExpr(DeclRefExpr *reference) override {
    auto *variable = dyn_cast<VarDecl>(reference->getDecl());
    if (!variable || !m_seen.insert(variable).second)
      return true;
    if (auto *parameter = dyn_cast<ParmVarDecl>(variable)) {
      QualType type = parameter->getType().getNonReferenceType();
      if (parameter->getDeclContext() == m_definition &&
          (type->isIntegralOrEnumerationType() || type->isRealFloatingType()))
        parameters.push_back(parameter->getFunctionScopeIndex());
      return true;
    }
    if (!variable->isLocalVarDecl())
      return true;
    isCounted |= isMutated(variable, m_definition->getBody());
    if (!isCounted && variable->getInit())
      walk(variable->getInit());
    return !isCounted;
  }
  bool isCounted = false; ///< the function changes one of the variables
  llvm::SmallVector<unsigned> parameters;

private:
  const FunctionDecl *m_definition;
  llvm::SmallPtrSet<const VarDecl *, 4> m_seen;
};

/// Looks for loops around an expression that change a variable.
class LoopsAround : public AstWalk {
public:
  LoopsAround(const Expr *inner, const VarDecl *variable) : m_inner(inner), m_variable(variable) {}
  bool enter(Stmt *statement) override {
    if (statement == m_inner)
      found |= m_changing > 0;
    m_changing += changes(statement);
    return true;
  }
  void leave(Stmt *statement) override { m_changing -= changes(statement); }
  bool found = false;

private:
  bool changes(const Stmt *statement) const {
    return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement) &&
           isMutated(m_variable, statement);
  }

  const Expr *m_inner;
  const VarDecl *m_variable;
  unsigned m_changing = 0; ///< loops that change it, around the place of the walk
};
} // namespace

ThreadIndexUse vkmorph::frontend::findThreadIndexUse(const Expr *argument,
                                                     const FunctionDecl *definition) {
  IndexSources sources(definition);
  sources.walk(argument);
  ThreadIndexUse use;
  use.isCounted = sources.isCounted;
  use.from = std::move(sources.parameters);
  if (auto *reference = dyn_cast<DeclRefExpr>(argument->IgnoreParenCasts()))
    if (auto *parameter = dyn_cast<ParmVarDecl>(reference->getDecl());
        parameter && canBeThreadIndex(parameter))
      use.parameter = parameter->getFunctionScopeIndex();
  return use;
}

bool vkmorph::frontend::isCountedAround(const Expr *argument, const ParmVarDecl *parameter,
                                        const FunctionDecl *definition) {
  LoopsAround loops(argument, parameter);
  loops.walk(definition->getBody());
  return loops.found;
}
