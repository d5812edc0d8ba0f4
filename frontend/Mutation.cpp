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

/// What a function does with one pointer.
class PointerChanges : public RecursiveASTVisitor<PointerChanges> {
public:
  explicit PointerChanges(const VarDecl *pointer) : m_pointer(pointer) {}
  bool isExchanged() const { return m_isAssigned && !m_isUnclear && !m_isInside; }
  bool isSetOnly() const { return m_isAssigned && !m_isUnclear && !m_isMoved; }

  bool VisitBinaryOperator(BinaryOperator *binary) {
    if (binary->isAssignmentOp())
      change(binary->getLHS(), binary->getOpcode() == BO_Assign);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *unary) {
    if (unary->isIncrementDecrementOp())
      change(unary->getSubExpr(), /*isAssigned=*/false);
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (callee && callee->isInStdNamespace() && callee->getIdentifier() &&
        callee->getName() == "swap" && call->getNumArgs() == 2)
      for (Expr *argument : call->arguments())
        change(argument, /*isAssigned=*/true);
    return true;
  }
  bool VisitCastExpr(CastExpr *cast) {
    if (cast->getCastKind() == CK_LValueToRValue)
      if (const DeclRefExpr *reference = find(cast->getSubExpr()))
        m_known.insert(reference);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    m_isUnclear |= reference->getDecl() == m_pointer && !m_known.contains(reference);
    return true;
  }

  // Where not every run of the function comes once.
  bool TraverseIfStmt(IfStmt *s) {
    return inside([&] { return Base::TraverseIfStmt(s); });
  }
  bool TraverseForStmt(ForStmt *s) {
    return inside([&] { return Base::TraverseForStmt(s); });
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *s) {
    return inside([&] { return Base::TraverseCXXForRangeStmt(s); });
  }
  bool TraverseWhileStmt(WhileStmt *s) {
    return inside([&] { return Base::TraverseWhileStmt(s); });
  }
  bool TraverseDoStmt(DoStmt *s) {
    return inside([&] { return Base::TraverseDoStmt(s); });
  }
  bool TraverseSwitchStmt(SwitchStmt *s) {
    return inside([&] { return Base::TraverseSwitchStmt(s); });
  }
  bool TraverseConditionalOperator(ConditionalOperator *e) {
    return inside([&] { return Base::TraverseConditionalOperator(e); });
  }
  bool TraverseBinaryOperator(BinaryOperator *e) {
    if (!e->isLogicalOp())
      return Base::TraverseBinaryOperator(e);
    return inside([&] { return Base::TraverseBinaryOperator(e); });
  }
  bool TraverseLambdaExpr(LambdaExpr *e) {
    return inside([&] { return Base::TraverseLambdaExpr(e); });
  }

private:
  using Base = RecursiveASTVisitor<PointerChanges>;

  bool inside(llvm::function_ref<bool()> traverse) {
    ++m_depth;
    bool goesOn = traverse();
    --m_depth;
    return goesOn;
  }
  const DeclRefExpr *find(const Expr *e) const {
    auto *reference = dyn_cast<DeclRefExpr>(e->IgnoreParens());
    return reference && reference->getDecl() == m_pointer ? reference : nullptr;
  }
  void change(const Expr *target, bool isAssigned) {
    const DeclRefExpr *reference = find(target);
    if (!reference)
      return;
    m_known.insert(reference);
    (isAssigned ? m_isAssigned : m_isMoved) = true;
    m_isInside |= m_depth > 0;
  }

  const VarDecl *m_pointer;
  llvm::DenseSet<const DeclRefExpr *> m_known; ///< reads, and changes that are understood
  unsigned m_depth = 0;
  bool m_isAssigned = false, m_isMoved = false, m_isInside = false, m_isUnclear = false;
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

bool vkmorph::frontend::isExchanged(const VarDecl *pointer, const FunctionDecl *definition) {
  PointerChanges changes(pointer);
  changes.TraverseStmt(definition->getBody());
  return changes.isExchanged();
}

bool vkmorph::frontend::isSetOnly(const VarDecl *pointer, const FunctionDecl *definition) {
  PointerChanges changes(pointer);
  changes.TraverseStmt(definition->getBody());
  return changes.isSetOnly();
}
