//===- OwnObject.cpp - Expressions that name the object of the translated class --------------===//

#include "frontend/module/OwnObject.h"

#include "frontend/roles/Mutation.h"

using namespace clang;
using vkmorph::frontend::IsTranslated;

/// How many methods and variables lead to `this`, at most.
static constexpr unsigned kMaxSteps = 16;

static bool names(const Expr *e, IsTranslated isTranslated, unsigned steps);

static bool names(const VarDecl *variable, IsTranslated isTranslated, unsigned steps) {
  QualType type = variable->getType();
  if (!variable->isLocalVarDecl() || !variable->getInit() ||
      !(type->isReferenceType() || type->isPointerType()))
    return false;
  auto *function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  if (type->isPointerType() && !(function && function->hasBody() &&
                                 !vkmorph::frontend::isMutated(variable, function->getBody())))
    return false;
  return names(variable->getInit(), isTranslated, steps + 1);
}

/// `D &self() { return static_cast<D &>(*this); }`
static bool returnsObject(const CXXMemberCallExpr *call, IsTranslated isTranslated,
                          unsigned steps) {
  const CXXMethodDecl *method = call->getMethodDecl();
  const FunctionDecl *definition = nullptr;
  if (!method || method->isVirtual() || call->getNumArgs() > 0 || !method->hasBody(definition) ||
      !names(call->getImplicitObjectArgument(), isTranslated, steps + 1))
    return false;
  auto *body = dyn_cast<CompoundStmt>(definition->getBody());
  auto *only = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  return only && only->getRetValue() && names(only->getRetValue(), isTranslated, steps + 1);
}

static bool names(const Expr *e, IsTranslated isTranslated, unsigned steps) {
  if (steps > kMaxSteps)
    return false;
  QualType type = e->getType();
  if (e->isPRValue() && !type->isPointerType())
    return false;
  if (type->isPointerType())
    type = type->getPointeeType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !isTranslated(record))
    return false;
  e = e->IgnoreParens();
  if (isa<CXXThisExpr>(e))
    return true;
  if (auto *cleanups = dyn_cast<ExprWithCleanups>(e))
    return names(cleanups->getSubExpr(), isTranslated, steps);
  if (auto *cast = dyn_cast<CastExpr>(e)) {
    switch (cast->getCastKind()) {
    case CK_NoOp:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
    case CK_LValueToRValue: // of a pointer
      return !isa<CXXConstCastExpr, CXXDynamicCastExpr>(cast) &&
             names(cast->getSubExpr(), isTranslated, steps);
    default:
      return false;
    }
  }
  if (auto *unary = dyn_cast<UnaryOperator>(e))
    return (unary->getOpcode() == UO_Deref || unary->getOpcode() == UO_AddrOf) &&
           names(unary->getSubExpr(), isTranslated, steps);
  if (auto *call = dyn_cast<CXXMemberCallExpr>(e))
    return returnsObject(call, isTranslated, steps);
  if (auto *reference = dyn_cast<DeclRefExpr>(e))
    if (auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      return names(variable, isTranslated, steps);
  return false;
}

bool vkmorph::frontend::namesOwnObject(const Expr *expression, IsTranslated isTranslated) {
  return names(expression, isTranslated, 0);
}

bool vkmorph::frontend::namesOwnObject(const VarDecl *variable, IsTranslated isTranslated) {
  return names(variable, isTranslated, 0);
}
