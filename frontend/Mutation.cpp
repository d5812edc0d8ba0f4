//===- Mutation.cpp - Which parameters a body does more with than reading --------------------===//

#include "frontend/Mutation.h"

#include "frontend/Containers.h"
#include "frontend/VectorMaths.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace {

/// Marks the uses that only read; variables that have other uses are `mutated`.
class VariableUses : public RecursiveASTVisitor<VariableUses> {
public:
  llvm::DenseSet<const VarDecl *> mutated;

  bool VisitCastExpr(CastExpr *cast) {
    if (cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_ToVoid)
      markRead(cast->getSubExpr());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) {
    markArguments(construct->getConstructor(),
                  llvm::ArrayRef(construct->getArgs(), construct->getNumArgs()));
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee)
      return true;
    llvm::ArrayRef<Expr *> arguments(call->getArgs(), call->getNumArgs());
    auto *method = dyn_cast<CXXMethodDecl>(callee);
    if (isa<CXXOperatorCallExpr>(call) && method && !method->isStatic()) {
      if (method->isConst())
        markRead(arguments.front());
      arguments = arguments.drop_front();
    }
    if (auto *memberCall = dyn_cast<CXXMemberCallExpr>(call);
        memberCall && method && method->isConst())
      markRead(memberCall->getImplicitObjectArgument());
    markArguments(callee, arguments);
    return true;
  }
  /// A capture by reference is what the lambda's body makes of it.
  bool VisitLambdaExpr(LambdaExpr *lambda) {
    for (auto [capture, init] : llvm::zip(lambda->captures(), lambda->capture_inits()))
      if (capture.getCaptureKind() == LCK_ByRef && init && !lambda->isInitCapture(&capture))
        markRead(init);
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) {
    QualType type = variable->getType();
    if (type->isReferenceType() && type->getPointeeType().isConstQualified() && variable->getInit())
      markRead(variable->getInit());
    return true;
  }
  /// Only what the list means: as it is written, conversions are not there yet.
  bool TraverseInitListExpr(InitListExpr *list, DataRecursionQueue * = nullptr) {
    InitListExpr *semantic = list->isSemanticForm() ? list : list->getSemanticForm();
    for (Stmt *child : (semantic ? semantic : list)->children())
      if (!TraverseStmt(child))
        return false;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    auto *variable = dyn_cast<VarDecl>(reference->getDecl());
    if (variable && !m_reads.contains(reference))
      mutated.insert(variable);
    return true;
  }

private:
  void markArguments(const FunctionDecl *callee, llvm::ArrayRef<Expr *> arguments) {
    for (auto [parameter, argument] : llvm::zip(callee->parameters(), arguments)) {
      QualType type = parameter->getType();
      if (type->isReferenceType() && type->getPointeeType().isConstQualified())
        markRead(argument);
    }
  }

  /// The array that a glvalue is an element of; null for other glvalues, and behind pointers.
  static const Expr *subscriptedArray(const Expr *glvalue) {
    if (auto *subscript = dyn_cast<ArraySubscriptExpr>(glvalue)) {
      const Expr *base = subscript->getBase()->IgnoreParenImpCasts();
      return base->getType()->isArrayType() ? base : nullptr;
    }
    auto *call = dyn_cast<CallExpr>(glvalue);
    const Expr *container = call ? vkmorph::frontend::containerOf(call) : nullptr;
    return container && vkmorph::frontend::matchStdArray(container->getType()) ? container
                                                                               : nullptr;
  }

  /// The variable that a glvalue is a member or element of is only read where the glvalue is.
  void markRead(const Expr *glvalue) {
    while (true) {
      glvalue = glvalue->IgnoreParenImpCasts();
      if (auto *conditional = dyn_cast<ConditionalOperator>(glvalue)) {
        markRead(conditional->getTrueExpr());
        glvalue = conditional->getFalseExpr();
        continue;
      }
      if (auto *call = dyn_cast<CXXOperatorCallExpr>(glvalue))
        if (const Expr *vector = vkmorph::frontend::subscriptedVector(call)) {
          glvalue = vector;
          continue;
        }
      if (const Expr *array = subscriptedArray(glvalue)) {
        glvalue = array;
        continue;
      }
      auto *member = dyn_cast<MemberExpr>(glvalue);
      if (!member || member->isArrow())
        break;
      glvalue = member->getBase();
    }
    if (auto *reference = dyn_cast<DeclRefExpr>(glvalue))
      m_reads.insert(reference);
  }

  llvm::DenseSet<const DeclRefExpr *> m_reads;
};

} // namespace

llvm::DenseSet<const ParmVarDecl *>
vkmorph::frontend::findMutatedParameters(const FunctionDecl *definition) {
  VariableUses uses;
  uses.TraverseStmt(definition->getBody());
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer *initializer : constructor->inits())
      uses.TraverseStmt(initializer->getInit());
  llvm::DenseSet<const ParmVarDecl *> parameters;
  for (const ParmVarDecl *parameter : definition->parameters())
    if (uses.mutated.contains(parameter))
      parameters.insert(parameter);
  return parameters;
}

bool vkmorph::frontend::isMutated(const VarDecl *variable, const Stmt *statement) {
  VariableUses uses;
  uses.TraverseStmt(const_cast<Stmt *>(statement));
  return uses.mutated.contains(variable);
}
