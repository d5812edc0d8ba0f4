//===- Mutation.cpp - Which parameters a body does more with than reading --------------------===//

#include "frontend/roles/Mutation.h"

#include "frontend/library/Callee.h"
#include "frontend/library/Containers.h"
#include "frontend/library/VectorMaths.h"
#include "frontend/source/AstWalk.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace {

/// Marks the uses that only read; variables that have other uses are `mutated`.
class VariableUses : public vkmorph::frontend::AstWalk {
public:
  llvm::DenseSet<const VarDecl *> mutated;

  bool visitCastExpr(CastExpr *cast) override {
    if (cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_ToVoid)
      markRead(cast->getSubExpr());
    return true;
  }
  bool visitCXXConstructExpr(CXXConstructExpr *construct) override {
    markArguments(construct->getConstructor(),
                  llvm::ArrayRef(construct->getArgs(), construct->getNumArgs()));
    return true;
  }
  bool visitCallExpr(CallExpr *call) override {
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
  bool visitLambdaExpr(LambdaExpr *lambda) override {
    for (auto [capture, init] : llvm::zip(lambda->captures(), lambda->capture_inits()))
      if (capture.getCaptureKind() == LCK_ByRef && init && !lambda->isInitCapture(&capture))
        markRead(init);
    return true;
  }
  bool visitVarDecl(VarDecl *variable) override {
    QualType type = variable->getType();
    if (type->isReferenceType() && type->getPointeeType().isConstQualified() && variable->getInit())
      markRead(variable->getInit());
    return true;
  }
  /// Only what the list means: as it is written, conversions are not there yet.
  bool enter(Stmt *statement) override {
    auto *list = dyn_cast<InitListExpr>(statement);
    if (!list)
      return true;
    if (InitListExpr *semantic = list->getSemanticForm())
      list = semantic;
    for (const Stmt *child : list->children())
      walk(child);
    return false;
  }
  bool visitDeclRefExpr(DeclRefExpr *reference) override {
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
class PointerChanges : public vkmorph::frontend::AstWalk {
public:
  explicit PointerChanges(const VarDecl *pointer) : m_pointer(pointer) {}
  bool isExchanged() const { return m_isAssigned && !m_isUnclear && !m_isInside; }
  bool isSetOnly() const { return m_isAssigned && !m_isUnclear && !m_isMoved; }

  bool visitBinaryOperator(BinaryOperator *binary) override {
    if (binary->isAssignmentOp())
      change(binary->getLHS(), binary->getOpcode() == BO_Assign);
    return true;
  }
  bool visitUnaryOperator(UnaryOperator *unary) override {
    if (unary->isIncrementDecrementOp())
      change(unary->getSubExpr(), /*isAssigned=*/false);
    return true;
  }
  bool visitCallExpr(CallExpr *call) override {
    if (vkmorph::frontend::Callee(call).isStdFunction("swap") && call->getNumArgs() == 2)
      for (Expr *argument : call->arguments())
        change(argument, /*isAssigned=*/true);
    return true;
  }
  bool visitCastExpr(CastExpr *cast) override {
    if (cast->getCastKind() == CK_LValueToRValue)
      if (const DeclRefExpr *reference = find(cast->getSubExpr()))
        m_known.insert(reference);
    return true;
  }
  bool visitDeclRefExpr(DeclRefExpr *reference) override {
    m_isUnclear |= reference->getDecl() == m_pointer && !m_known.contains(reference);
    return true;
  }

  bool enter(Stmt *statement) override {
    m_depth += mayBeSkipped(statement);
    return true;
  }
  void leave(Stmt *statement) override { m_depth -= mayBeSkipped(statement); }

private:
  /// Whether some runs of the function do not come to what is inside once.
  static bool mayBeSkipped(const Stmt *statement) {
    auto *binary = dyn_cast<BinaryOperator>(statement);
    return isa<IfStmt, ForStmt, CXXForRangeStmt, WhileStmt, DoStmt, SwitchStmt, ConditionalOperator,
               LambdaExpr>(statement) ||
           (binary && binary->isLogicalOp());
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
  uses.walk(definition->getBody());
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer *initializer : constructor->inits())
      uses.walk(initializer->getInit());
  llvm::DenseSet<const ParmVarDecl *> parameters;
  for (const ParmVarDecl *parameter : definition->parameters())
    if (uses.mutated.contains(parameter))
      parameters.insert(parameter);
  return parameters;
}

bool vkmorph::frontend::isMutated(const VarDecl *variable, const Stmt *statement) {
  VariableUses uses;
  uses.walk(statement);
  return uses.mutated.contains(variable);
}

bool vkmorph::frontend::isExchanged(const VarDecl *pointer, const FunctionDecl *definition) {
  PointerChanges changes(pointer);
  changes.walk(definition->getBody());
  return changes.isExchanged();
}

bool vkmorph::frontend::isSetOnly(const VarDecl *pointer, const FunctionDecl *definition) {
  PointerChanges changes(pointer);
  changes.walk(definition->getBody());
  return changes.isSetOnly();
}
