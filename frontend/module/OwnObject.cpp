//===- OwnObject.cpp - Expressions that name the object of the translated class --------------===//

#include "frontend/module/OwnObject.h"

#include "frontend/roles/Mutation.h"

using namespace clang;
using namespace vkmorph::frontend;

/// How many methods and variables lead to `this`, at most.
static constexpr unsigned kMaxSteps = 16;

namespace {
/// Follows an expression to what it begins with: `this`, or members that point to the object.
class Names {
public:
  /// `isOwner`: null where `this` is the object.
  Names(IsTranslated isTranslated, const IsOwner *isOwner)
      : m_isTranslated(isTranslated), m_isOwner(isOwner) {}

  bool isObject(const Expr *e, unsigned steps) const;
  bool isObject(const VarDecl *variable, unsigned steps) const;

private:
  bool isOwnerMember(const MemberExpr *member) const;
  bool returnsObject(const CXXMemberCallExpr *call, unsigned steps) const;

  IsTranslated m_isTranslated;
  const IsOwner *m_isOwner;
};
} // namespace

bool Names::isObject(const VarDecl *variable, unsigned steps) const {
  QualType type = variable->getType();
  bool isParameter = isa<ParmVarDecl>(variable);
  if (isParameter ? !m_isOwner || !(*m_isOwner)(variable)
                  : !variable->isLocalVarDecl() || !variable->getInit())
    return false;
  if (!type->isReferenceType() && !type->isPointerType())
    return false;
  auto *function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  if (type->isPointerType() &&
      !(function && function->hasBody() && !isMutated(variable, function->getBody())))
    return false;
  return isParameter || isObject(variable->getInit(), steps + 1);
}

/// `m_scene` of any object; which one that is has to have no side effects, since nothing asks.
bool Names::isOwnerMember(const MemberExpr *member) const {
  auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
  return field && m_isOwner && (*m_isOwner)(field) &&
         !member->getBase()->HasSideEffects(field->getASTContext());
}

/// `D &self() { return static_cast<D &>(*this); }`, `const Scene &scene() { return *m_scene; }`
bool Names::returnsObject(const CXXMemberCallExpr *call, unsigned steps) const {
  const CXXMethodDecl *method = call->getMethodDecl();
  const FunctionDecl *definition = nullptr;
  if (!method || method->isVirtual() || call->getNumArgs() > 0 || !method->hasBody(definition))
    return false;
  auto *body = dyn_cast<CompoundStmt>(definition->getBody());
  auto *only = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  if (!only || !only->getRetValue())
    return false;
  const Expr *object = call->getImplicitObjectArgument();
  if (m_isOwner && isObject(only->getRetValue(), steps + 1))
    return !object->HasSideEffects(method->getASTContext());
  return isObject(object, steps + 1) &&
         Names(m_isTranslated, nullptr).isObject(only->getRetValue(), steps + 1);
}

bool Names::isObject(const Expr *e, unsigned steps) const {
  if (steps > kMaxSteps)
    return false;
  QualType type = e->getType();
  if (e->isPRValue() && !type->isPointerType())
    return false;
  if (type->isPointerType())
    type = type->getPointeeType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !m_isTranslated(record))
    return false;
  e = e->IgnoreParens();
  if (isa<CXXThisExpr>(e))
    return !m_isOwner;
  if (auto *cleanups = dyn_cast<ExprWithCleanups>(e))
    return isObject(cleanups->getSubExpr(), steps);
  if (auto *cast = dyn_cast<CastExpr>(e)) {
    switch (cast->getCastKind()) {
    case CK_NoOp:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
    case CK_LValueToRValue: // of a pointer
      return !isa<CXXConstCastExpr, CXXDynamicCastExpr>(cast) &&
             isObject(cast->getSubExpr(), steps);
    default:
      return false;
    }
  }
  if (auto *unary = dyn_cast<UnaryOperator>(e))
    return (unary->getOpcode() == UO_Deref || unary->getOpcode() == UO_AddrOf) &&
           isObject(unary->getSubExpr(), steps);
  if (auto *call = dyn_cast<CXXMemberCallExpr>(e))
    return returnsObject(call, steps);
  if (auto *member = dyn_cast<MemberExpr>(e))
    return isOwnerMember(member);
  if (auto *reference = dyn_cast<DeclRefExpr>(e))
    if (auto *variable = dyn_cast<VarDecl>(reference->getDecl()))
      return isObject(variable, steps);
  return false;
}

bool vkmorph::frontend::namesOwnObject(const Expr *expression, IsTranslated isTranslated) {
  return Names(isTranslated, nullptr).isObject(expression, 0);
}

bool vkmorph::frontend::namesOwnObject(const VarDecl *variable, IsTranslated isTranslated) {
  return Names(isTranslated, nullptr).isObject(variable, 0);
}

bool vkmorph::frontend::namesOwner(const Expr *expression, IsTranslated isTranslated,
                                   IsOwner isOwner) {
  return Names(isTranslated, &isOwner).isObject(expression, 0);
}

bool vkmorph::frontend::namesOwner(const VarDecl *variable, IsTranslated isTranslated,
                                   IsOwner isOwner) {
  return Names(isTranslated, &isOwner).isObject(variable, 0);
}
