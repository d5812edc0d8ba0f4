//===- ObjectCopies.cpp - Assigning and swapping objects behind an interface ------------------===//

#include "frontend/body/ObjectCopies.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

bool ObjectCopyEmitter::isObject(mlir::Value place) const {
  return m_importer.types().findHierarchy(place.getType()) != nullptr;
}

/// Whether the user wrote what copies or moves objects of a class.
static bool hasOwnCopies(const clang::CXXRecordDecl *record) {
  auto isOwn = [](const clang::CXXMethodDecl *method) {
    auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method);
    bool copies = method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator() ||
                  (constructor && constructor->isCopyOrMoveConstructor());
    return copies && method->isUserProvided();
  };
  return llvm::any_of(record->methods(), isOwn);
}

/// Visits the members that are copied, those of bases first; false where one cannot be.
bool ObjectCopyEmitter::forEachMember(const clang::CXXRecordDecl *record, const clang::Expr *use,
                                      llvm::function_ref<bool(const clang::FieldDecl *)> visit) {
  record = record->getDefinition();
  auto refuse = [&] {
    report(use, diag::TypePolymorphic, {qualifiedName(record)});
    return false;
  };
  if (hasOwnCopies(record))
    return refuse();
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (!forEachMember(base.getType()->getAsCXXRecordDecl(), use, visit))
      return false;
  for (const clang::FieldDecl *field : record->fields()) {
    const clang::CXXRecordDecl *type =
        m_ast.getBaseElementType(field->getType())->getAsCXXRecordDecl();
    if (field->isUnnamedBitField() || (type && type->isEmpty()))
      continue;
    if (!visit(field))
      return false;
    // The device has what is plain data, whose bytes are all of it.
    if (type && type->hasDefinition() && !type->hasTrivialCopyAssignment())
      return refuse();
  }
  return true;
}

bool ObjectCopyEmitter::assign(const clang::CXXRecordDecl *record, mlir::Value to, mlir::Value from,
                               const clang::Expr *use) {
  mlir::Location where = loc(use);
  bool isPlace = llvm::isa<vkm::RefType>(from.getType());
  mlir::Type given =
      isPlace ? llvm::cast<vkm::RefType>(from.getType()).getPointee() : from.getType();
  if (given != llvm::cast<vkm::RefType>(to.getType()).getPointee()) {
    report(use, diag::TypePolymorphic, {qualifiedName(record)});
    return false;
  }
  return forEachMember(record, use, [&](const clang::FieldDecl *field) {
    mlir::Value target = emitMemberOf(to, field, where);
    mlir::Value source = target ? emitMemberOf(from, field, where) : mlir::Value();
    if (source)
      m_builder.create<vkm::AssignOp>(where, target, isPlace ? emitLoad(source, where) : source);
    return static_cast<bool>(source);
  });
}

bool ObjectCopyEmitter::exchange(const clang::CXXRecordDecl *record, mlir::Value a, mlir::Value b,
                                 const clang::Expr *use) {
  mlir::Location where = loc(use);
  return forEachMember(record, use, [&](const clang::FieldDecl *field) {
    mlir::Value first = emitMemberOf(a, field, where);
    mlir::Value second = first ? emitMemberOf(b, field, where) : mlir::Value();
    if (second)
      emitSwap(first, second, where);
    return static_cast<bool>(second);
  });
}
