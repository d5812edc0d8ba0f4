//===- ObjectParts.cpp - Members that are objects of container classes of the user's ----------===//

#include "frontend/module/ObjectParts.h"

#include "frontend/body/BodyBuilder.h"
#include "frontend/body/Lambdas.h"
#include "frontend/library/Containers.h"
#include "frontend/library/StdVectors.h"
#include "ir/MemberNames.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

//===------------------------------------------------------------------------------------------===//
// Classes
//===------------------------------------------------------------------------------------------===//

void vkmorph::frontend::forEachClass(const clang::CXXRecordDecl *record,
                                     llvm::function_ref<void(const clang::CXXRecordDecl *)> visit) {
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (const clang::CXXRecordDecl *baseRecord = base.getType()->getAsCXXRecordDecl())
      if (baseRecord->hasDefinition())
        forEachClass(baseRecord->getDefinition(), visit);
  visit(record);
}

using Seen = llvm::SmallPtrSet<const clang::CXXRecordDecl *, 8>;

static bool holdsVectors(const clang::CXXRecordDecl *declaration, Seen &seen) {
  const clang::CXXRecordDecl *record = declaration ? declaration->getDefinition() : nullptr;
  if (!record || record->isInvalidDecl() || record->isDependentContext() || record->isLambda() ||
      record->isUnion() || isOfStandardLibrary(record) || !seen.insert(record).second)
    return false;
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (holdsVectors(base.getType()->getAsCXXRecordDecl(), seen))
      return true;
  return llvm::any_of(record->fields(), [&](const clang::FieldDecl *field) {
    clang::QualType type = field->getType();
    return !type->isReferenceType() &&
           (matchStdVector(type) || holdsVectors(type->getAsCXXRecordDecl(), seen));
  });
}

bool vkmorph::frontend::holdsVectors(clang::QualType type) {
  Seen seen;
  return ::holdsVectors(type.getNonReferenceType()->getAsCXXRecordDecl(), seen);
}

std::string vkmorph::frontend::nameOfObject(clang::QualType type) {
  return qualifiedName(type.getNonReferenceType()->getAsCXXRecordDecl());
}

std::string vkmorph::frontend::joinNames(llvm::StringRef outer, llvm::StringRef name) {
  return (outer.rtrim('_') + "_" + vkm::withoutMemberMark(name)).str();
}

std::string vkmorph::frontend::nameOfPart(const ObjectPart &part) {
  return vkm::withoutMemberMark(part.symbol).str();
}

//===------------------------------------------------------------------------------------------===//
// Parts
//===------------------------------------------------------------------------------------------===//

void ModuleImporter::addPart(const ObjectPart &part) {
  // Deeper ones are refused where they are used, as a whole.
  constexpr unsigned kMostLevels = 16;
  unsigned level = 0;
  for (const ObjectPart *outer = part.outer; outer; outer = outer->outer)
    ++level;
  // Names of the outer object come first, so that none of them has to change.
  llvm::SmallVector<const ObjectPart *> inside;
  forEachClass(part.record, [&](const clang::CXXRecordDecl *record) {
    for (const clang::FieldDecl *field : record->fields()) {
      std::string name = m_types.memberName(field), key = fieldKey(part, field);
      std::string wanted = part.isWhole() ? name : joinNames(part.symbol, name);
      bool isPart = holdsVectors(field->getType()) && level < kMostLevels;
      auto [it, isNew] = m_fields.try_emplace(key, Field{wanted, {}, field, "", &part});
      if (!isNew)
        continue;
      it->second.symbol = m_symbols.unique(wanted);
      m_fieldOrder.push_back(&it->second);
      if (!isPart)
        continue;
      auto inner = std::make_unique<ObjectPart>();
      inner->outer = &part;
      inner->field = field;
      inner->lent = part.lent;
      inner->record = field->getType()->getAsCXXRecordDecl()->getDefinition();
      inner->key = key;
      inner->symbol = it->second.symbol;
      it->second.part = inner.get();
      inside.push_back(inner.get());
      m_parts.push_back(std::move(inner));
    }
  });
  for (const ObjectPart *inner : inside)
    addPart(*inner);
}

std::string ModuleImporter::fieldKey(const ObjectPart &part, const clang::FieldDecl *field) const {
  return part.isWhole() ? m_program.key(field) : part.key + "/" + m_program.key(field);
}

const ObjectPart *ModuleImporter::findPart(const ObjectPart &outer,
                                           const clang::FieldDecl *field) const {
  auto found = m_fields.find(fieldKey(outer, field));
  return found == m_fields.end() ? nullptr : found->second.part;
}

bool ModuleImporter::isClassOf(const ObjectPart &part, const clang::CXXRecordDecl *record) const {
  if (part.isWhole())
    return isTranslatedClass(record);
  bool isBase = false;
  forEachClass(part.record, [&](const clang::CXXRecordDecl *known) {
    isBase |= known->getCanonicalDecl() == record->getCanonicalDecl() ||
              (&known->getASTContext() != &record->getASTContext() &&
               m_program.key(known) == m_program.key(record));
  });
  return isBase;
}

/// How the generated program reaches a field of a part: the members on the way to it, and the
/// strictest access of all.
void ModuleImporter::describePath(const Field &field, vkm::FieldOp op) {
  llvm::SmallVector<mlir::Attribute> outer;
  const LentObject *lent = field.owner->lent;
  bool isConst = lent && lent->isConst;
  if (lent && field.decl->getAccess() != clang::AS_public)
    op.setCppAccess(vkm::CppAccess::Private);
  for (const ObjectPart *part = field.owner; part->outer; part = part->outer) {
    auto *owner = llvm::cast<clang::CXXRecordDecl>(part->field->getParent());
    outer.insert(outer.begin(),
                 m_builder.getStrArrayAttr({qualifiedName(owner), part->field->getName()}));
    isConst |= part->field->getType().isConstQualified();
    // Names in another class that are not public are private to this one.
    bool isOwn = part->outer->isWhole();
    clang::AccessSpecifier access = part->field->getAccess();
    if (access == clang::AS_private || (access == clang::AS_protected && !isOwn) ||
        field.decl->getAccess() != clang::AS_public)
      op.setCppAccess(vkm::CppAccess::Private);
    else if (access == clang::AS_protected && op.getCppAccess() == vkm::CppAccess::Public)
      op.setCppAccess(vkm::CppAccess::Protected);
  }
  if (!outer.empty())
    op->setAttr("cpp_within", m_builder.getArrayAttr(outer));
  if (isConst)
    op->setAttr("is_const", m_builder.getUnitAttr());
}

//===------------------------------------------------------------------------------------------===//
// Expressions
//===------------------------------------------------------------------------------------------===//

const ObjectPart *BodyBuilder::findPart(const clang::Expr *expression) const {
  const clang::Expr *e = stripGlvalue(expression);
  if (isOwnObject(e))
    return m_part;
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
  const ObjectPart *outer =
      field && holdsVectors(field->getType()) ? findPart(member->getBase()) : nullptr;
  return outer ? m_importer.findPart(*outer, field) : nullptr;
}

/// `this == &other`, `this != &other` of objects that are taken apart.
std::optional<bool> BodyBuilder::compareParts(const clang::Expr *condition) const {
  auto *comparison = dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!comparison || !comparison->isEqualityOp() ||
      !comparison->getLHS()->getType()->isPointerType())
    return std::nullopt;
  const ObjectPart *left = findPart(comparison->getLHS()), *right = findPart(comparison->getRHS());
  if (!left || !right || left->isWhole() || right->isWhole())
    return std::nullopt;
  return (left == right) == (comparison->getOpcode() == clang::BO_EQ);
}

ClosurePtr BodyBuilder::makePartClosure(const ObjectPart *part) {
  auto closure = std::make_shared<Closure>();
  closure->part = part;
  closure->record = part->record;
  closure->name = part->symbol;
  return closure;
}

ClosurePtr BodyBuilder::emitPart(const clang::Expr *expression) {
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
std::optional<CallResult> BodyBuilder::emitPartCall(const clang::CallExpr *call,
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
    if (method->isCopyAssignmentOperator() && m_isControl && m_discarded == call)
      failure.failed = !copyPart(*part, arguments.front(), method->getParent(), call);
    else
      report(call, diag::VectorObjectPlace, {qualifiedName(part->record)});
    return failure;
  }
  ClosurePtr closure = makePartClosure(part);
  if (std::optional<CallResult> host = emitHostFunction(call, actual, closure))
    return *host;
  return emitDeviceCall(actual, nullptr, arguments, call, closure);
}

bool BodyBuilder::forFieldsOf(
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

mlir::Value BodyBuilder::emitFieldPlace(const ModuleImporter::Field &field, mlir::Location where) {
  return m_builder.create<vkm::FieldRefOp>(where, vkm::RefType::get(field.type), field.symbol);
}

bool BodyBuilder::exchangeParts(const ObjectPart &a, const ObjectPart &b, const clang::Expr *use) {
  mlir::Location where = loc(use);
  return forFieldsOf(
      a, b, where, [&](const ModuleImporter::Field &here, const ModuleImporter::Field &there) {
        if (llvm::isa<vkm::DynArrayType>(here.type))
          return StdVectorEmitter(*this).exchange(
              StdVectorEmitter(*this).makeMember(here, /*isConst=*/false, where),
              StdVectorEmitter(*this).makeMember(there, /*isConst=*/false, where), use);
        mlir::Value first = emitFieldPlace(here, where), second = emitFieldPlace(there, where);
        mlir::Value old = m_builder.create<vkm::LoadOp>(where, here.type, first);
        mlir::Value other = m_builder.create<vkm::LoadOp>(where, here.type, second);
        m_builder.create<vkm::AssignOp>(where, first, other);
        m_builder.create<vkm::AssignOp>(where, second, old);
        return true;
      });
}

bool BodyBuilder::copyPart(const ObjectPart &to, const clang::Expr *source,
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
                 return StdVectorEmitter(*this).copy(
                     StdVectorEmitter(*this).makeMember(here, /*isConst=*/false, where),
                     StdVectorEmitter(*this).makeMember(there, /*isConst=*/true, where), use);
               mlir::Value value =
                   m_builder.create<vkm::LoadOp>(where, there.type, emitFieldPlace(there, where));
               m_builder.create<vkm::AssignOp>(where, emitFieldPlace(here, where), value);
               return true;
             });
}
