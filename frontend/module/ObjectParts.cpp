//===- ObjectParts.cpp - Members that are objects of container classes of the user's ----------===//

#include "frontend/module/ObjectParts.h"

#include "frontend/body/Lambdas.h"
#include "frontend/library/Containers.h"
#include "ir/HostCode.h"
#include "ir/MemberNames.h"

#include "clang/AST/CXXInheritance.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

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

/// What an array, or a std::array, has as elements; other types themselves.
static clang::QualType elementOf(clang::QualType type) {
  while (true) {
    if (auto *array = llvm::dyn_cast<clang::ConstantArrayType>(type.getCanonicalType()))
      type = array->getElementType();
    else if (std::optional<StdArray> object = matchStdArray(type))
      type = object->element;
    else
      return type;
  }
}

/// Whether objects of a class hold a member of a type that `isWanted`, itself or in members and
/// bases; `inArrays`: also in elements of arrays.
static bool holds(const clang::CXXRecordDecl *declaration, Seen &seen, bool inArrays,
                  llvm::function_ref<bool(clang::QualType)> isWanted) {
  const clang::CXXRecordDecl *record = declaration ? declaration->getDefinition() : nullptr;
  if (!record || record->isInvalidDecl() || record->isDependentContext() || record->isLambda() ||
      record->isUnion() || isOfStandardLibrary(record) || !seen.insert(record).second)
    return false;
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (holds(base.getType()->getAsCXXRecordDecl(), seen, inArrays, isWanted))
      return true;
  return llvm::any_of(record->fields(), [&](const clang::FieldDecl *field) {
    clang::QualType type = field->getType();
    return !type->isReferenceType() &&
           (isWanted(type) || holds((inArrays ? elementOf(type) : type)->getAsCXXRecordDecl(), seen,
                                    inArrays, isWanted));
  });
}

bool vkmorph::frontend::holdsVectors(clang::QualType type) {
  Seen seen;
  return holds(type.getNonReferenceType()->getAsCXXRecordDecl(), seen, /*inArrays=*/true,
               [](clang::QualType member) { return matchStdVector(member).has_value(); });
}

bool vkmorph::frontend::holdsPointers(clang::QualType type) {
  Seen seen;
  return holds(type->getAsCXXRecordDecl(), seen, /*inArrays=*/false, isArrayPointer);
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
      bool isTakenApart =
          holdsVectors(field->getType()) || (!part.lent && holdsPointers(field->getType()));
      bool isPart = isTakenApart && level < kMostLevels;
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

/// Whether the generated class cannot name what a base of an object's class declares: on each way
/// to the base stands a private one, or, where the object is not its own, a protected one.
static bool isBehindPrivateBase(const ObjectPart &object, const clang::CXXRecordDecl *base) {
  const clang::CXXRecordDecl *record = object.record;
  clang::CXXBasePaths ways;
  if (record->getCanonicalDecl() == base->getCanonicalDecl() || !record->isDerivedFrom(base, ways))
    return false;
  return llvm::all_of(ways, [&](const clang::CXXBasePath &way) {
    return llvm::any_of(way, [&](const clang::CXXBasePathElement &step) {
      clang::AccessSpecifier access = step.Base->getAccessSpecifier();
      return access == clang::AS_private || (access == clang::AS_protected && !object.isWhole());
    });
  });
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
  llvm::SmallVector<int32_t> steps;
  int32_t step = static_cast<int32_t>(outer.size());
  const clang::FieldDecl *decl = field.decl;
  for (const ObjectPart *part = field.owner; part; part = part->outer) {
    if (isBehindPrivateBase(*part, llvm::cast<clang::CXXRecordDecl>(decl->getParent())))
      steps.insert(steps.begin(), step);
    decl = part->field;
    --step;
  }
  if (!steps.empty()) {
    op.setCppAccess(vkm::CppAccess::Private);
    op->setAttr(vkm::kInheritedPrivatelyAttr, m_builder.getDenseI32ArrayAttr(steps));
  }
  if (isConst)
    op->setAttr("is_const", m_builder.getUnitAttr());
}
