//===- Parts.cpp - Objects that are taken apart, in bodies -----------------------------------===//
//
// An object with std::vectors inside is known while compiling, as a lambda is: what names it leads
// to its fields, and a method of it becomes a function for that object.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/body/Parts.h"

#include "frontend/body/Lambdas.h"
#include "frontend/host/HostCode.h"
#include "frontend/library/StdVectors.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

const ObjectPart *PartEmitter::findPart(const clang::Expr *expression) const {
  const clang::Expr *e = stripGlvalue(expression);
  if (const ObjectPart *own = findOwnObject(e))
    return own;
  if (auto *cast = dyn_cast<clang::CastExpr>(e))
    return isBaseCast(cast) || cast->getCastKind() == clang::CK_NoOp ? findPart(cast->getSubExpr())
                                                                     : nullptr;
  if (auto *unary = dyn_cast<clang::UnaryOperator>(e)) {
    bool isWay = unary->getOpcode() == clang::UO_Deref || unary->getOpcode() == clang::UO_AddrOf;
    return isWay ? findPart(unary->getSubExpr()) : nullptr;
  }
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(e)) {
    const Binding *binding = lookup(reference->getDecl());
    return binding && binding->kind == Binding::Kind::Closure ? binding->closure->part : nullptr;
  }
  auto *member = dyn_cast<clang::MemberExpr>(e);
  auto *field = member ? dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  bool isObject = field && (holdsVectors(field->getType()) || holdsPointers(field->getType()));
  const ObjectPart *outer = isObject ? findPart(member->getBase()) : nullptr;
  return outer ? m_importer.findPart(*outer, field) : nullptr;
}

bool PartEmitter::isRecordObject(const clang::Expr *expression) const {
  const clang::Expr *e = stripGlvalue(expression);
  clang::QualType type = e->getType();
  if (type->isPointerType())
    type = type->getPointeeType();
  if (!holdsVectors(type) || findPart(e))
    return false;
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(e)) {
    const Binding *binding = lookup(reference->getDecl());
    return binding && binding->kind != Binding::Kind::Closure;
  }
  return m_importer.types().findHierarchy(type->getAsCXXRecordDecl()->getDefinition()) != nullptr;
}

/// `this == &other`, `this != &other` of objects that are taken apart.
std::optional<bool> PartEmitter::compareParts(const clang::Expr *condition) const {
  auto *comparison = dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!comparison || !comparison->isEqualityOp() ||
      !comparison->getLHS()->getType()->isPointerType())
    return std::nullopt;
  const ObjectPart *left = findPart(comparison->getLHS()), *right = findPart(comparison->getRHS());
  if (!left || !right || left->isWhole() || right->isWhole())
    return std::nullopt;
  return (left == right) == (comparison->getOpcode() == clang::BO_EQ);
}

ClosurePtr PartEmitter::makePartClosure(const ObjectPart *part) {
  auto closure = std::make_shared<Closure>();
  closure->part = part;
  closure->record = part->record;
  closure->name = part->symbol;
  return closure;
}

ClosurePtr PartEmitter::emitPart(const clang::Expr *expression) {
  const ObjectPart *part = findPart(expression);
  if (part && !part->isWhole())
    return makePartClosure(part);
  if (auto *reference = dyn_cast<clang::DeclRefExpr>(stripGlvalue(expression));
      reference && isRefused(reference->getDecl()))
    return nullptr;
  if (part)
    report(expression, diag::ThisEscapes);
  else
    report(expression, diag::VectorObjectPlace, {nameOfObject(expression->getType())});
  return nullptr;
}

/// `m_image.read(p)`, `m_image[p]`: a function for each object that is taken apart, which names its
/// fields.
std::optional<CallResult> PartEmitter::emitPartCall(const clang::CallExpr *call,
                                                    const clang::CXXMethodDecl *method,
                                                    const clang::Expr *object,
                                                    llvm::ArrayRef<const clang::Expr *> arguments) {
  const ObjectPart *part = findPart(object);
  if (!part || part->isWhole() || isOfStandardLibrary(method->getParent()))
    return std::nullopt;
  CallResult failure;
  failure.failed = true;
  auto *memberCall = dyn_cast<clang::CXXMemberCallExpr>(call);
  auto *member =
      memberCall ? dyn_cast<clang::MemberExpr>(memberCall->getCallee()->IgnoreParens()) : nullptr;
  // Which overrider runs is known: the object is a member, of the class that it is declared with.
  const clang::CXXMethodDecl *actual = method;
  if (method->isVirtual() && !(member && member->hasQualifier()))
    if (const clang::CXXMethodDecl *known =
            const_cast<clang::CXXMethodDecl *>(method)->getCorrespondingMethodInClass(part->record))
      actual = known;
  if (!method->isUserProvided()) {
    if (method->isCopyAssignmentOperator() && m_isControl && m_body.discarded == call)
      failure.failed = !copyPart(*part, arguments.front(), method->getParent(), call);
    else
      report(call, diag::VectorObjectPlace, {qualifiedName(part->record)});
    return failure;
  }
  ClosurePtr closure = makePartClosure(part);
  if (std::optional<CallResult> host = HostEmitter(m_body).emitHostFunction(call, actual, closure))
    return host;
  return emitDeviceCall(actual, nullptr, arguments, call, closure);
}

bool PartEmitter::forFieldsOf(
    const ObjectPart &a, const ObjectPart &b, mlir::Location where,
    llvm::function_ref<bool(const ModuleImporter::Field &, const ModuleImporter::Field &)> act) {
  bool isDone = true;
  forEachClass(a.record, [&](const clang::CXXRecordDecl *record) {
    for (const clang::FieldDecl *field : record->fields()) {
      if (!isDone)
        return;
      if (const ObjectPart *inner = m_importer.findPart(a, field)) {
        isDone = forFieldsOf(*inner, *m_importer.findPart(b, field), where, act);
        continue;
      }
      const ModuleImporter::Field *here = m_importer.getField(a, field, where),
                                  *there = here ? m_importer.getField(b, field, where) : nullptr;
      isDone = there && act(*here, *there);
    }
  });
  return isDone;
}

mlir::Value PartEmitter::emitFieldPlace(const ModuleImporter::Field &field, mlir::Location where) {
  return m_builder.create<vkm::FieldRefOp>(where, vkm::RefType::get(field.type), field.symbol);
}

bool PartEmitter::exchangeParts(const ObjectPart &a, const ObjectPart &b, const clang::Expr *use) {
  mlir::Location where = loc(use);
  return forFieldsOf(
      a, b, where, [&](const ModuleImporter::Field &here, const ModuleImporter::Field &there) {
        if (llvm::isa<vkm::DynArrayType>(here.type))
          return StdVectorEmitter(m_body).exchange(
              StdVectorEmitter(m_body).makeMember(here, /*isConst=*/false, where),
              StdVectorEmitter(m_body).makeMember(there, /*isConst=*/false, where), use);
        mlir::Value first = emitFieldPlace(here, where), second = emitFieldPlace(there, where);
        mlir::Value old = m_builder.create<vkm::LoadOp>(where, here.type, first);
        mlir::Value other = m_builder.create<vkm::LoadOp>(where, here.type, second);
        m_builder.create<vkm::AssignOp>(where, first, other);
        m_builder.create<vkm::AssignOp>(where, second, old);
        return true;
      });
}

bool PartEmitter::copyPart(const ObjectPart &to, const clang::Expr *source,
                           const clang::CXXRecordDecl *owner, const clang::Expr *use) {
  ClosurePtr from = emitPart(source);
  if (!from)
    return false;
  // The whole of both, and no base of one of them.
  if (to.record != from->part->record ||
      to.record->getCanonicalDecl() != owner->getCanonicalDecl()) {
    report(use, diag::VectorObjectPlace, {qualifiedName(to.record)});
    return false;
  }
  mlir::Location where = loc(use);
  return &to == from->part ||
         forFieldsOf(
             to, *from->part, where,
             [&](const ModuleImporter::Field &here, const ModuleImporter::Field &there) {
               if (llvm::isa<vkm::DynArrayType>(here.type))
                 return StdVectorEmitter(m_body).copy(
                     StdVectorEmitter(m_body).makeMember(here, /*isConst=*/false, where),
                     StdVectorEmitter(m_body).makeMember(there, /*isConst=*/true, where), use);
               mlir::Value value =
                   m_builder.create<vkm::LoadOp>(where, there.type, emitFieldPlace(there, where));
               m_builder.create<vkm::AssignOp>(where, emitFieldPlace(here, where), value);
               return true;
             });
}
