//===- Hierarchies.cpp - Objects behind an interface, as records -----------------------------===//

#include "frontend/module/Hierarchies.h"

#include "frontend/library/Callee.h"
#include "frontend/library/Containers.h"
#include "frontend/module/ModuleImporter.h"
#include "frontend/module/ObjectParts.h"
#include "frontend/module/TypeConverter.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

const clang::CXXRecordDecl *vkmorph::frontend::matchObjectPointer(clang::QualType type) {
  clang::QualType canonical = type.getCanonicalType(), pointee;
  auto *instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      canonical->getAsCXXRecordDecl());
  if (canonical->isPointerType())
    pointee = canonical->getPointeeType();
  else if (isStd(instance, "unique_ptr") || isStd(instance, "shared_ptr"))
    pointee = instance->getTemplateArgs()[0].getAsType();
  const clang::CXXRecordDecl *record = pointee.isNull() ? nullptr : pointee->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  return record && (record->isPolymorphic() || holdsVectors(pointee)) ? record : nullptr;
}

const clang::CXXRecordDecl *vkmorph::frontend::matchHeldObject(clang::QualType type) {
  return holdsVectors(type) && !type->isReferenceType()
             ? type->getAsCXXRecordDecl()->getDefinition()
             : matchObjectPointer(type);
}

const clang::CXXRecordDecl *vkmorph::frontend::matchObjectHolder(clang::QualType type) {
  bool isElement = false;
  while (true) {
    if (auto *array = llvm::dyn_cast<clang::ConstantArrayType>(type.getCanonicalType()))
      type = array->getElementType();
    else if (std::optional<StdArray> object = matchStdArray(type))
      type = object->element;
    else
      return isElement ? matchHeldObject(type) : matchObjectPointer(type);
    isElement = true;
  }
}

//===------------------------------------------------------------------------------------------===//
// The classes and their data
//===------------------------------------------------------------------------------------------===//

/// Whether the device can have a member of that type; others stay on the host.
static bool isPlainData(TypeConverter &types, clang::QualType type, const clang::ASTContext &ast) {
  clang::QualType canonical = type.getCanonicalType();
  if (canonical.isVolatileQualified() || canonical->isAtomicType())
    return false;
  if (auto *array = ast.getAsConstantArrayType(canonical))
    return !array->getSize().isZero() && isPlainData(types, array->getElementType(), ast);
  if (canonical->isEnumeralType())
    return true;
  if (canonical->isBuiltinType())
    return (canonical->isIntegerType() && ast.getTypeSize(canonical) <= 64) ||
           canonical->isSpecificBuiltinType(clang::BuiltinType::Float) ||
           canonical->isSpecificBuiltinType(clang::BuiltinType::Double);
  if (types.vectorType(canonical))
    return true;
  if (std::optional<StdArray> array = matchStdArray(canonical))
    return isPlainData(types, array->element, ast);
  const clang::CXXRecordDecl *record = canonical->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || record->isInvalidDecl() || isOfStandardLibrary(record) || record->isUnion() ||
      record->isLambda() || record->isPolymorphic() || record->getNumVBases() != 0 ||
      !record->hasTrivialDestructor() || record->isEmpty())
    return false;
  return llvm::all_of(record->bases(),
                      [&](const clang::CXXBaseSpecifier &base) {
                        return base.getType()->getAsCXXRecordDecl()->isEmpty() ||
                               isPlainData(types, base.getType(), ast);
                      }) &&
         llvm::all_of(record->fields(), [&](const clang::FieldDecl *field) {
           return !field->isBitField() && isPlainData(types, field->getType(), ast);
         });
}

/// Calls `visit` for the members of a class and of its bases, farthest bases first.
static void forEachField(const clang::CXXRecordDecl *record,
                         llvm::function_ref<void(const clang::FieldDecl *)> visit) {
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (const clang::CXXRecordDecl *inner = base.getType()->getAsCXXRecordDecl();
        inner && inner->hasDefinition() && !base.isVirtual())
      forEachField(inner->getDefinition(), visit);
  for (const clang::FieldDecl *field : record->fields())
    visit(field);
}

static bool hasBaseTwice(Program &program, const clang::CXXRecordDecl *record,
                         llvm::StringSet<> &seen) {
  return llvm::any_of(record->bases(), [&](const clang::CXXBaseSpecifier &base) {
    const clang::CXXRecordDecl *inner = base.getType()->getAsCXXRecordDecl();
    return inner && inner->hasDefinition() &&
           (!seen.insert(program.key(inner)).second ||
            hasBaseTwice(program, inner->getDefinition(), seen));
  });
}

static bool isDerivedFrom(Program &program, const clang::CXXRecordDecl *record,
                          const clang::CXXRecordDecl *base) {
  std::string wanted = program.key(base);
  if (program.key(record) == wanted)
    return true;
  return llvm::any_of(record->bases(), [&](const clang::CXXBaseSpecifier &specifier) {
    const clang::CXXRecordDecl *inner = specifier.getType()->getAsCXXRecordDecl();
    return inner && inner->hasDefinition() && isDerivedFrom(program, inner->getDefinition(), base);
  });
}

/// What the generated host code calls a class: as a user would.
static std::string spellClass(const clang::CXXRecordDecl *record) { return qualifiedName(record); }

static std::string includeNameOf(Program &program, const clang::CXXRecordDecl *record) {
  return program.sourceOf(record).includeName(record->getLocation());
}

/// Whether the generated code, which is another translation unit, can name a class.
bool TypeConverter::isReachable(const clang::CXXRecordDecl *record) {
  if (record->isInAnonymousNamespace() || record->isLocalClass())
    return false;
  clang::SourceManager &sources = m_program.sourceOf(record).sources();
  bool isInSource =
      sources.getFileID(sources.getFileLoc(record->getLocation())) == sources.getMainFileID();
  auto classes = m_module.getOps<vkm::ClassOp>();
  return !isInSource || classes.empty() ||
         (*classes.begin()).getHeader() == includeNameOf(m_program, record);
}

const Hierarchy *TypeConverter::getHierarchy(const clang::CXXRecordDecl *root, mlir::Location loc) {
  std::string rootKey = m_program.key(root);
  for (const auto &known : m_hierarchies)
    if (m_program.key(known->root) == rootKey)
      return known.get();
  auto hierarchy = std::make_unique<Hierarchy>();
  hierarchy->root = root;
  // Of other classes, an object is what its pointer says.
  if (!root->isPolymorphic())
    hierarchy->classes.push_back(root);
  else
    for (const clang::CXXRecordDecl *record : m_program.classes())
      if (isDerivedFrom(m_program, record, root) && !record->isAbstract() &&
          !record->isDependentType())
        hierarchy->classes.push_back(record);
  std::string name = qualifiedName(root);
  if (hierarchy->classes.empty()) {
    m_reporter.report(loc, diag::HierarchyEmpty, {name});
    return nullptr;
  }
  for (const clang::CXXRecordDecl *record : hierarchy->classes) {
    const Hierarchy *other =
        root->isPolymorphic() ? findKnownHierarchy(record) : findRelative(record);
    if (other) {
      m_reporter.report(loc, diag::HierarchyTwice,
                        {qualifiedName(record), qualifiedName(other->root), name});
      return nullptr;
    }
    if (!isReachable(record)) {
      m_reporter.report(m_program.sourceOf(record).text().location(record->getLocation()),
                        diag::HierarchyHidden, {qualifiedName(record), name}, {{loc, "used here"}});
      return nullptr;
    }
    llvm::StringSet<> bases;
    if (record->getNumVBases() != 0 || hasBaseTwice(m_program, record, bases)) {
      m_reporter.report(m_program.sourceOf(record).text().location(record->getLocation()),
                        diag::HierarchyBases, {qualifiedName(record), name}, {{loc, "used here"}});
      return nullptr;
    }
  }
  Hierarchy *known = hierarchy.get();
  m_hierarchies.push_back(std::move(hierarchy));
  declareHierarchy(*known, loc);
  return known;
}

std::string vkmorph::frontend::asIdentifier(llvm::StringRef name) {
  std::string text;
  for (char c : name)
    if (llvm::isAlnum(c) || c == '_')
      text += c;
    else if (!text.empty() && text.back() != '_')
      text += '_';
  return llvm::StringRef(text).rtrim('_').str();
}

/// A hierarchy that has a class, or a base of it, already.
const Hierarchy *TypeConverter::findRelative(const clang::CXXRecordDecl *record) const {
  const Hierarchy *found = findKnownHierarchy(record);
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (const clang::CXXRecordDecl *inner = base.getType()->getAsCXXRecordDecl();
        !found && inner && inner->hasDefinition())
      found = findRelative(inner->getDefinition());
  return found;
}

/// The objects that a member of objects holds, where their records can be part of its own; null
/// where they stay on the host.
const clang::CXXRecordDecl *TypeConverter::findWithin(const clang::FieldDecl *field) {
  clang::QualType type = field->getType();
  if (pointsToTranslated(field))
    return nullptr;
  const clang::CXXRecordDecl *root =
      holdsVectors(type) ? matchHeldObject(type) : matchObjectHolder(type);
  return root && canBeWithin(root) ? root : nullptr;
}

bool TypeConverter::canBeWithin(const clang::CXXRecordDecl *root) {
  for (const auto &known : m_hierarchies)
    if (m_program.key(known->root) == m_program.key(root))
      return static_cast<bool>(known->record); // else it would be within itself
  llvm::StringSet<> bases;
  return !root->isPolymorphic() && !findRelative(root) && isReachable(root) &&
         root->getNumVBases() == 0 && !hasBaseTwice(m_program, root, bases);
}

/// The type of a member of objects in their record, and of the elements of one that is a vector;
/// null where it stays on the host, or after an error.
mlir::Type TypeConverter::convertWithin(const Hierarchy &hierarchy, const clang::FieldDecl *field,
                                        mlir::Location loc) {
  const clang::ASTContext &ast = field->getASTContext();
  // Overriders stand outside of the class, and cannot name its pools.
  if (hierarchy.root->isPolymorphic())
    return isPlainData(*this, field->getType(), ast)
               ? convert(field->getType().getUnqualifiedType(), ast, loc)
               : mlir::Type();
  if (std::optional<StdVector> vector = matchStdVector(field->getType())) {
    if (const clang::CXXRecordDecl *root = matchHeldObject(vector->element)) {
      const Hierarchy *elements = canBeWithin(root) ? getHierarchy(root, loc) : nullptr;
      return elements ? mlir::Type(elements->record) : mlir::Type();
    }
    bool isPlain = isPlainData(*this, vector->element, ast) && !vector->element->isBooleanType();
    return isPlain ? convert(vector->element.getUnqualifiedType(), ast, loc) : mlir::Type();
  }
  if (findWithin(field))
    return convertHolder(field->getType(), ast, loc);
  return isPlainData(*this, field->getType(), ast)
             ? convert(field->getType().getUnqualifiedType(), ast, loc)
             : mlir::Type();
}

void TypeConverter::declareHierarchy(Hierarchy &hierarchy, mlir::Location loc) {
  mlir::OpBuilder builder(m_context);
  int64_t end = 4, align = 4;
  llvm::SmallVector<mlir::Attribute> members = {
      vkm::MemberAttr::get(m_context, vkm::HierarchyOp::kTypeMember, integerType(32, false), 0)};
  llvm::StringSet<> names;
  names.insert(vkm::HierarchyOp::kTypeMember);
  llvm::SmallVector<llvm::SmallVector<mlir::Attribute>> parts(hierarchy.classes.size());
  auto addMember = [&](std::string name, mlir::Type type) {
    while (!names.insert(name).second)
      name += "_";
    vkm::Layout layout = vkm::getLayout(m_module, type);
    int64_t offset = llvm::alignTo(end, layout.align);
    members.push_back(vkm::MemberAttr::get(m_context, name, type, offset));
    end = offset + layout.size;
    align = std::max<int64_t>(align, layout.align);
    return name;
  };
  auto addField = [&](const clang::FieldDecl *field, mlir::Type type) {
    auto *owner = llvm::cast<clang::CXXRecordDecl>(field->getParent());
    bool isOfRoot = m_program.key(owner) == m_program.key(hierarchy.root);
    std::string name = isOfRoot ? memberName(field) : plainName(owner) + "_" + memberName(field);
    std::string key = m_program.key(field);
    if (!matchStdVector(field->getType())) {
      hierarchy.members[key] = addMember(name, type);
      if (findWithin(field))
        hierarchy.within.insert(key);
      return;
    }
    std::string stem = llvm::StringRef(name).rtrim('_').str();
    VectorPool &pool = hierarchy.pools[key];
    pool = {m_symbols.unique(joinNames(asIdentifier(plainName(owner)), memberName(field))), type,
            field, addMember(stem + "_first", integerType(32, false)),
            addMember(stem + "_size", integerType(32, false))};
    hierarchy.members.erase(key);
  };
  llvm::StringSet<> seen;
  for (auto [record, list] : llvm::zip(hierarchy.classes, parts))
    forEachField(record, [&, &list = list](const clang::FieldDecl *field) {
      std::string key = m_program.key(field);
      if (field->isBitField())
        return;
      mlir::Location where = m_program.sourceOf(field).text().location(field->getLocation());
      bool isNew = seen.insert(key).second;
      if (mlir::Type type = isNew ? convertWithin(hierarchy, field, where) : mlir::Type())
        addField(field, type);
      auto *owner = llvm::cast<clang::CXXRecordDecl>(field->getParent());
      std::string cpp = spellClass(owner);
      if (auto pool = hierarchy.pools.find(key); pool != hierarchy.pools.end())
        list.push_back(builder.getStrArrayAttr(
            {pool->second.first, cpp, field->getName(), pool->second.symbol}));
      else if (auto known = hierarchy.members.find(key); known != hierarchy.members.end())
        list.push_back(builder.getStrArrayAttr({known->second, cpp, field->getName()}));
    });
  // Structs stand at the top of the module, each after those that it is made of.
  if (m_lastRecord)
    builder.setInsertionPointAfter(m_lastRecord);
  else
    builder.setInsertionPointToStart(m_module.getBody());
  SourceText &text = m_program.sourceOf(hierarchy.root).text();
  mlir::Location where = text.location(hierarchy.root->getLocation());
  auto record = builder.create<vkm::RecordOp>(
      where, m_symbols.unique(qualifiedName(hierarchy.root)), llvm::alignTo(end, align), align,
      builder.getArrayAttr(members));
  if (std::string comment = text.takeComment(hierarchy.root->getSourceRange()); !comment.empty())
    record->setAttr(vkm::kCommentAttr, builder.getStringAttr(comment));
  hierarchy.record =
      vkm::RecordType::get(m_context, mlir::FlatSymbolRefAttr::get(record.getSymNameAttr()));
  hierarchy.op = builder.create<vkm::HierarchyOp>(
      where, m_symbols.unique(record.getSymName().str() + "_objects"), record.getSymName());
  m_lastRecord = hierarchy.op;
  builder.setInsertionPointToEnd(&hierarchy.op.getBody().emplaceBlock());
  llvm::StringSet<> symbols;
  for (auto [index, list] : llvm::enumerate(parts)) {
    const clang::CXXRecordDecl *one = hierarchy.classes[index];
    std::string symbol = plainName(one);
    while (!symbols.insert(symbol).second)
      symbol += "_";
    builder.create<vkm::ObjectClassOp>(loc, symbol, spellClass(one), includeNameOf(m_program, one),
                                       builder.getArrayAttr(list), mlir::ArrayAttr());
  }
}

//===------------------------------------------------------------------------------------------===//
// Questions
//===------------------------------------------------------------------------------------------===//

const Hierarchy *TypeConverter::findKnownHierarchy(const clang::CXXRecordDecl *record) const {
  for (const auto &known : m_hierarchies)
    if ((known->root->isPolymorphic() && isDerivedFrom(m_program, record, known->root)) ||
        llvm::any_of(known->classes, [&](const clang::CXXRecordDecl *one) {
          return isDerivedFrom(m_program, one, record);
        }))
      return known.get();
  return nullptr;
}

bool TypeConverter::hasMutableParts(const clang::CXXRecordDecl *record) {
  record = record ? record->getDefinition() : nullptr;
  if (!record)
    return false;
  bool mayBeObject = record->isPolymorphic() || !m_hierarchies.empty();
  if (const Hierarchy *hierarchy = mayBeObject ? findHierarchy(record) : nullptr)
    return llvm::any_of(hierarchy->classes,
                        [](const clang::CXXRecordDecl *one) { return one->hasMutableFields(); });
  return record->hasMutableFields();
}

const Hierarchy *TypeConverter::findHierarchy(const clang::CXXRecordDecl *record) {
  if (const Hierarchy *known = findKnownHierarchy(record))
    return known;
  for (auto [root, loc] : m_objectRoots)
    if ((root->isPolymorphic() && isDerivedFrom(m_program, record, root)) ||
        isDerivedFrom(m_program, root, record))
      return getHierarchy(root, loc);
  return nullptr;
}

void TypeConverter::addObjectsOf(const clang::CXXRecordDecl *record) {
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 8> seen;
  auto visit = [&](auto &&visit, const clang::CXXRecordDecl *inner) -> void {
    inner = inner ? inner->getDefinition() : nullptr;
    if (!inner || m_program.isLibrary(inner) || !seen.insert(inner).second)
      return;
    for (const clang::CXXBaseSpecifier &base : inner->bases())
      visit(visit, base.getType()->getAsCXXRecordDecl());
    for (const clang::FieldDecl *field : inner->fields()) {
      std::optional<StdVector> vector = matchStdVector(field->getType());
      if (const clang::CXXRecordDecl *root =
              vector ? matchHeldObject(vector->element) : matchObjectHolder(field->getType()))
        m_objectRoots.push_back(
            {root, m_program.sourceOf(field).text().location(field->getLocation())});
      visit(visit, field->getType()->getAsCXXRecordDecl());
    }
  };
  visit(visit, record);
}

const Hierarchy *TypeConverter::findHierarchy(mlir::Type type) const {
  if (auto place = llvm::dyn_cast<vkm::RefType>(type))
    type = place.getPointee();
  for (const auto &known : m_hierarchies)
    if (known->record == type)
      return known.get();
  return nullptr;
}

std::string TypeConverter::memberName(const Hierarchy &hierarchy, const clang::FieldDecl *field) {
  auto found = hierarchy.members.find(m_program.key(field));
  return found == hierarchy.members.end() ? std::string() : found->second;
}

const VectorPool *TypeConverter::findPool(const Hierarchy &hierarchy,
                                          const clang::FieldDecl *field) {
  auto found = hierarchy.pools.find(m_program.key(field));
  return found == hierarchy.pools.end() ? nullptr : &found->second;
}

bool TypeConverter::pointsToTranslated(const clang::FieldDecl *field) {
  clang::QualType type = field->getType();
  const clang::CXXRecordDecl *pointee = type->isPointerType() || type->isLValueReferenceType()
                                            ? type->getPointeeType()->getAsCXXRecordDecl()
                                            : nullptr;
  return pointee && m_classKeys.count(m_program.key(pointee)) > 0;
}

bool TypeConverter::isOwner(const clang::FieldDecl *field) {
  auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
  if (!record || !pointsToTranslated(field) || m_classKeys.count(m_program.key(record)) > 0)
    return false;
  const Hierarchy *hierarchy = findHierarchy(record);
  if (hierarchy && hierarchy->owners.insert(m_program.key(field)).second)
    checkOwner(*hierarchy, field);
  return hierarchy != nullptr;
}

/// Adds a member to what the host checks of each class that has it.
void TypeConverter::checkOwner(const Hierarchy &hierarchy, const clang::FieldDecl *field) {
  auto *declaring = llvm::cast<clang::CXXRecordDecl>(field->getParent());
  clang::QualType type = field->getType();
  llvm::SmallVector<std::string> owner = {spellClass(declaring), field->getNameAsString()};
  // C++ has no pointers to members that are references.
  if (type->isReferenceType()) {
    const clang::ASTContext &ast = field->getASTContext();
    uint64_t bits = ast.getASTRecordLayout(declaring).getFieldOffset(field->getFieldIndex());
    owner.push_back(spellClass(type->getPointeeType()->getAsCXXRecordDecl()));
    owner.push_back(std::to_string(ast.toCharUnitsFromBits(int64_t(bits)).getQuantity()));
  }
  mlir::Builder builder(m_context);
  llvm::SmallVector<llvm::StringRef> texts(owner.begin(), owner.end());
  vkm::HierarchyOp op = hierarchy.op;
  for (auto [record, one] :
       llvm::zip(hierarchy.classes, op.getBody().getOps<vkm::ObjectClassOp>())) {
    if (!isDerivedFrom(m_program, record, declaring))
      continue;
    llvm::SmallVector<mlir::Attribute> owners;
    if (mlir::ArrayAttr known = one.getOwnersAttr())
      llvm::append_range(owners, known);
    owners.push_back(builder.getStrArrayAttr(texts));
    one.setOwnersAttr(builder.getArrayAttr(owners));
  }
}

bool TypeConverter::isWithin(const Hierarchy &hierarchy, const clang::FieldDecl *field) {
  return hierarchy.within.count(m_program.key(field)) > 0;
}

mlir::Type TypeConverter::convertHolder(clang::QualType type, const clang::ASTContext &ast,
                                        mlir::Location loc) {
  auto arrayOf = [&](clang::QualType element, uint64_t length) {
    mlir::Type converted = convertHolder(element, ast, loc);
    return converted ? mlir::Type(vkm::ArrayType::get(m_context, length, converted)) : converted;
  };
  if (auto *array = ast.getAsConstantArrayType(type.getCanonicalType()))
    return arrayOf(array->getElementType(), array->getSize().getZExtValue());
  if (std::optional<StdArray> object = matchStdArray(type))
    return arrayOf(object->element, object->length);
  const Hierarchy *hierarchy = getHierarchy(matchHeldObject(type), loc);
  return hierarchy ? mlir::Type(hierarchy->record) : mlir::Type();
}

mlir::Type TypeConverter::convertObject(clang::QualType type, const clang::ASTContext &ast,
                                        mlir::Location loc) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (record && (record->isPolymorphic() || !m_hierarchies.empty()))
    if (const Hierarchy *hierarchy = findHierarchy(record))
      return hierarchy->record;
  return convert(type, ast, loc);
}

llvm::SmallVector<const clang::CXXMethodDecl *>
TypeConverter::findOverriders(const Hierarchy &hierarchy, const clang::CXXMethodDecl *method,
                              const clang::CXXRecordDecl *ofStaticType) {
  std::string key = m_program.key(method);
  auto findIn = [&](const clang::CXXRecordDecl *record) -> const clang::CXXMethodDecl * {
    const clang::CXXMethodDecl *known = nullptr;
    auto look = [&](const clang::CXXRecordDecl *owner) {
      for (const clang::CXXMethodDecl *candidate : owner->methods())
        if (m_program.key(candidate) == key)
          known = candidate;
      return true;
    };
    look(record);
    record->forallBases(look);
    return known ? const_cast<clang::CXXMethodDecl *>(known)->getCorrespondingMethodInClass(record)
                 : nullptr;
  };
  llvm::SmallVector<const clang::CXXMethodDecl *> overriders;
  const clang::CXXMethodDecl *any = nullptr;
  for (const clang::CXXRecordDecl *record : hierarchy.classes) {
    bool isPossible = isDerivedFrom(m_program, record, ofStaticType);
    overriders.push_back(isPossible ? findIn(record) : nullptr);
    if (!any)
      any = overriders.back();
  }
  if (!any)
    return {};
  // An object of another class than the expression says is none that the call may meet.
  for (const clang::CXXMethodDecl *&overrider : overriders)
    if (!overrider)
      overrider = any;
  return overriders;
}
