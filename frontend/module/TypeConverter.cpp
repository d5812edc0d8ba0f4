//===- TypeConverter.cpp - C++ types as types of the dialect, structs as records -------------===//

#include "frontend/module/TypeConverter.h"

#include "frontend/library/Callee.h"
#include "frontend/library/Containers.h"
#include "frontend/library/VectorMaths.h"
#include "frontend/module/Enumerations.h"
#include "frontend/module/ObjectParts.h"
#include "frontend/source/Nesting.h"
#include "ir/CppTypes.h"
#include "ir/HostCode.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

std::string SymbolNames::unique(llvm::StringRef wanted) {
  std::string name = wanted.str();
  for (unsigned number = 2; !m_taken.insert(name).second; ++number)
    name = (wanted + "_" + llvm::Twine(number)).str();
  return name;
}

TypeConverter::TypeConverter(Program &program, Reporter &reporter, mlir::ModuleOp module,
                             SymbolNames &symbols, const std::set<std::string> &classKeys)
    : m_program(program), m_reporter(reporter), m_module(module), m_context(module.getContext()),
      m_symbols(symbols), m_classKeys(classKeys) {}

mlir::IntegerType TypeConverter::integerType(unsigned width, bool isSigned) const {
  return mlir::IntegerType::get(m_context, width,
                                isSigned ? mlir::IntegerType::Signed : mlir::IntegerType::Unsigned);
}

mlir::IntegerType TypeConverter::pointerIndexType(mlir::Type element) {
  bool isByte = false;
  if (auto integer = llvm::dyn_cast<mlir::IntegerType>(element))
    isByte = integer.getWidth() <= 8;
  else if (auto record = llvm::dyn_cast<vkm::RecordType>(element))
    if (auto op = llvm::dyn_cast_or_null<vkm::RecordOp>(
            mlir::SymbolTable::lookupSymbolIn(m_module.getOperation(), record.getName())))
      isByte = op.getSize() == 1;
  return integerType(32, !isByte);
}

//===------------------------------------------------------------------------------------------===//
// Scalars, arrays, pointers
//===------------------------------------------------------------------------------------------===//

mlir::Type TypeConverter::convertBuiltin(const clang::BuiltinType *type,
                                         const clang::ASTContext &ast) {
  switch (type->getKind()) {
  case clang::BuiltinType::Bool:
    return boolType();
  case clang::BuiltinType::Float:
    return mlir::Float32Type::get(m_context);
  case clang::BuiltinType::Double:
    return mlir::Float64Type::get(m_context);
  default:
    break;
  }
  if (!type->isInteger())
    return {};
  uint64_t width = ast.getTypeSize(type);
  return width <= 64 ? integerType(width, type->isSignedInteger()) : mlir::Type();
}

mlir::Type TypeConverter::convert(clang::QualType type, const clang::ASTContext &ast,
                                  mlir::Location loc) {
  llvm::SaveAndRestore<unsigned> nesting(m_nesting, m_nesting + 1);
  if (m_nesting > kMaxTypeNesting) {
    m_reporter.report(loc, diag::NestingTooDeep,
                      {"arrays and structs", std::to_string(kMaxTypeNesting)});
    return {};
  }
  auto refuse = [&](const DiagInfo &info) {
    m_reporter.report(loc, info, {type.getAsString(ast.getPrintingPolicy())});
    return mlir::Type();
  };
  clang::QualType canonical = type.getCanonicalType();
  noteVariantName(type);
  if (canonical.isVolatileQualified())
    return refuse(diag::TypeVolatile);
  if (canonical->isAtomicType())
    return refuse(diag::TypeAtomic);
  if (auto *array = ast.getAsConstantArrayType(canonical)) {
    mlir::Type element = convert(array->getElementType(), ast, loc);
    if (!element)
      return {};
    if (array->getSize().isZero())
      return refuse(diag::TypeUnsupported);
    return vkm::ArrayType::get(m_context, array->getSize().getZExtValue(), element);
  }
  if (auto *enumeration = canonical->getAs<clang::EnumType>()) {
    const clang::EnumDecl *decl = enumeration->getDecl();
    clang::QualType underlying = decl->getIntegerType(), promoted = decl->getPromotionType();
    // The sign of an enumeration that names no type is the compiler's choice; it computes in the
    // type that it is promoted to, which has the same value for all that the enumeration can hold.
    if (!underlying.isNull() && !decl->isFixed() && !promoted.isNull() &&
        ast.getTypeSize(promoted) == ast.getTypeSize(underlying))
      underlying = promoted;
    return underlying.isNull() ? refuse(diag::TypeUnsupported) : convert(underlying, ast, loc);
  }
  if (clang::CXXRecordDecl *record = canonical->getAsCXXRecordDecl())
    return convertRecord(record, loc);
  if (auto *builtin = canonical->getAs<clang::BuiltinType>())
    if (mlir::Type converted = convertBuiltin(builtin, ast))
      return converted;
  return refuse(diag::TypeUnsupported);
}

mlir::Type TypeConverter::convertPointer(clang::QualType pointee, const clang::ASTContext &ast,
                                         mlir::Location loc) {
  mlir::Type element = convert(pointee, ast, loc);
  if (!element)
    return {};
  bool isConst = ast.getBaseElementType(pointee).isConstQualified();
  return vkm::PtrType::get(element, isConst);
}

mlir::Type TypeConverter::vectorType(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  std::optional<VectorShape> vector;
  if (record)
    vector = matchVectorType(record, m_context);
  return vector ? vector->type : mlir::Type();
}

void TypeConverter::noteCppName(const std::string &key, llvm::StringRef name) {
  mlir::NamedAttrList names(m_module->getAttrOfType<mlir::DictionaryAttr>(vkm::kCppNamesAttr));
  names.set(key, mlir::StringAttr::get(m_context, name));
  m_module->setAttr(vkm::kCppNamesAttr, names.getDictionary(m_context));
}

bool TypeConverter::holdsPair(mlir::Type type) const {
  if (auto array = llvm::dyn_cast<vkm::ArrayType>(type))
    return holdsPair(array.getElementType());
  auto record = llvm::dyn_cast<vkm::RecordType>(type);
  if (!record)
    return false;
  vkm::RecordOp op = vkm::lookupRecord(m_module, record);
  return op->hasAttr("vkm.pair") ||
         llvm::any_of(op.getMembers().getAsRange<vkm::MemberAttr>(),
                      [&](vkm::MemberAttr member) { return holdsPair(member.getType()); });
}

bool TypeConverter::checkMemory(mlir::Type type, llvm::StringRef what, mlir::Location loc,
                                bool isRead) {
  if (llvm::isa<vkm::VecType, vkm::MatType>(type)) {
    if (!vkm::getComponentType(type).isInteger(1))
      return true;
    m_reporter.report(loc, diag::TypeBoolVectorMemory, {what.str()});
    return false;
  }
  if (auto array = llvm::dyn_cast<vkm::ArrayType>(type))
    return checkMemory(array.getElementType(), what, loc, isRead);
  if (auto record = llvm::dyn_cast<vkm::RecordType>(type)) {
    vkm::RecordOp op = vkm::lookupRecord(m_module, record);
    if (holdsVariants(type)) {
      m_reporter.report(loc, diag::TypeVariantMemory, {what.str()});
      return false;
    }
    if (op->hasAttr("vkm.pair") && !isRead) {
      m_reporter.report(loc, diag::TypePairMemory, {what.str()});
      return false;
    }
    return llvm::all_of(op.getMembers().getAsRange<vkm::MemberAttr>(), [&](vkm::MemberAttr member) {
      return checkMemory(member.getType(), (op.getSymName() + "::" + member.getName()).str(), loc,
                         isRead);
    });
  }
  return true;
}

//===------------------------------------------------------------------------------------------===//
// Structs
//===------------------------------------------------------------------------------------------===//

llvm::SmallVector<const clang::CXXRecordDecl *>
TypeConverter::nonEmptyBases(const clang::CXXRecordDecl *record) {
  llvm::SmallVector<const clang::CXXRecordDecl *> bases;
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (const clang::CXXRecordDecl *baseRecord = base.getType()->getAsCXXRecordDecl();
        !baseRecord->isEmpty())
      bases.push_back(baseRecord->getDefinition());
  return bases;
}

/// `Point_float` of `Point<float>`: host code has parameters with such names in theirs.
static std::string partName(const clang::CXXRecordDecl *base) {
  std::string name;
  for (char letter : plainName(base))
    if (llvm::isAlnum(letter) || letter == '_' || !llvm::isASCII(letter))
      name += letter;
    else if (name.back() != '_')
      name += '_';
  return llvm::StringRef(name).rtrim('_').str();
}

/// `Base`; `Base_2` where the struct has a member or an earlier base class of that name.
std::string TypeConverter::baseName(const clang::CXXRecordDecl *record,
                                    const clang::CXXRecordDecl *base) {
  llvm::StringSet<> taken;
  for (const clang::FieldDecl *field : record->getDefinition()->fields())
    taken.insert(memberName(field));
  std::string name;
  for (const clang::CXXRecordDecl *part : nonEmptyBases(record->getDefinition())) {
    std::string plain = partName(part);
    name = plain;
    for (int number = 2; !taken.insert(name).second; ++number)
      name = plain + "_" + std::to_string(number);
    if (part == base->getDefinition())
      break;
  }
  return name;
}

std::string TypeConverter::memberName(const clang::FieldDecl *field) {
  if (!field->getName().empty())
    return field->getNameAsString();
  return "unnamed" + std::to_string(field->getFieldIndex());
}

/// The C++ name; of a struct without one, that of the member which has it.
std::string TypeConverter::recordName(const clang::CXXRecordDecl *record) {
  if (record->getIdentifier() || record->getTypedefNameForAnonDecl())
    return qualifiedName(record);
  auto *parent = dyn_cast<clang::CXXRecordDecl>(record->getDeclContext());
  if (!parent)
    return "Unnamed";
  for (const clang::FieldDecl *field : parent->fields()) {
    const clang::Type *type = field->getType()->getBaseElementTypeUnsafe();
    if (type->getAsCXXRecordDecl() &&
        type->getAsCXXRecordDecl()->getCanonicalDecl() == record->getCanonicalDecl())
      return recordName(parent) + "::" + memberName(field);
  }
  return recordName(parent) + "::Unnamed";
}

/// Whether a struct is plain data that the device can hold.
bool TypeConverter::checkRecord(const clang::CXXRecordDecl *record, mlir::Location loc) {
  std::string name = qualifiedName(record);
  auto refuse = [&](const DiagInfo &info) {
    m_reporter.report(loc, info, {name});
    return false;
  };
  if (isStd(record, "atomic"))
    return refuse(diag::TypeAtomic);
  if (isStd(record, "function")) {
    m_reporter.report(loc, diag::Lambda,
                      {"is stored in '" + name + "', which hides which one it is"});
    return false;
  }
  clang::QualType type = record->getASTContext().getRecordType(record);
  if (matchStdVector(type))
    return refuse(diag::StdVectorPlace);
  if (holdsVectors(type))
    return refuse(diag::VectorObjectPlace);
  if (isOfStandardLibrary(record) && !isStdPair(record) && !isStdTuple(record))
    return refuse(diag::TypeLibrary);
  if (record->isUnion())
    return refuse(diag::TypeUnion);
  if (record->isLambda()) {
    m_reporter.report(loc, diag::Lambda, {"is stored in an object, an array or a result"});
    return false;
  }
  if (record->isPolymorphic() || record->getNumVBases() > 0)
    return refuse(diag::TypePolymorphic);
  if (!record->hasTrivialDestructor())
    return refuse(diag::TypeDestructor);
  if (record->isEmpty())
    return refuse(diag::TypeEmpty);
  return true;
}

/// Of the declarations that lead to a struct, the strictest: who can name it.
static vkm::CppAccess accessOf(const clang::CXXRecordDecl *record) {
  vkm::CppAccess access = vkm::CppAccess::Public;
  for (const clang::CXXRecordDecl *inner = record; inner;
       inner = dyn_cast<clang::CXXRecordDecl>(inner->getDeclContext())) {
    auto *instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(inner);
    clang::AccessSpecifier here =
        instance ? instance->getSpecializedTemplate()->getAccess() : inner->getAccess();
    if (here == clang::AS_private)
      return vkm::CppAccess::Private;
    if (here == clang::AS_protected)
      access = vkm::CppAccess::Protected;
  }
  return access;
}

/// Why a type is refused that was refused before: each use is an error of its own, since the one
/// that the user sees may not be the first.
void TypeConverter::refuseAgain(const clang::CXXRecordDecl *record, mlir::Location loc) {
  std::optional<VectorShape> vector = matchVectorType(record, m_context);
  if (vector && vector->isAligned)
    m_reporter.report(loc, diag::TypeAligned, {qualifiedName(record), vector->spelling});
  else
    checkRecord(record, loc);
}

/// Types of libraries that are no records; none for others.
std::optional<mlir::Type> TypeConverter::convertKnown(const clang::CXXRecordDecl *record,
                                                      mlir::Location loc) {
  if (std::optional<VectorShape> vector = matchVectorType(record, m_context)) {
    if (vector->isAligned) {
      m_reporter.report(loc, diag::TypeAligned, {qualifiedName(record), vector->spelling});
      return mlir::Type();
    }
    if (vector->type) {
      noteCppName(vkm::getCppNameKey(vector->type), vector->spelling);
      return vector->type;
    }
  }
  if (isStdVariant(record))
    return convertVariant(record, loc);
  std::optional<StdArray> array = matchStdArray(record->getASTContext().getRecordType(record));
  if (!array)
    return std::nullopt;
  mlir::Type element = convert(array->element, record->getASTContext(), loc);
  return element ? vkm::ArrayType::get(m_context, array->length, element) : mlir::Type();
}

/// The elements of a tuple in order of their offsets, none of other structs; false after an error.
bool TypeConverter::findElements(const clang::CXXRecordDecl *record, mlir::Location loc,
                                 llvm::SmallVectorImpl<TupleElement> &elements) {
  if (!isStdTuple(record))
    return true;
  elements = tupleElements(record);
  bool isOfReferences = llvm::any_of(
      elements, [](const TupleElement &element) { return element.type->isReferenceType(); });
  if (elements.empty() || isOfReferences) {
    m_reporter.report(loc, diag::TypeLibrary, {qualifiedName(record)});
    return false;
  }
  llvm::sort(elements, [](const auto &a, const auto &b) { return a.offset < b.offset; });
  return true;
}

mlir::Type TypeConverter::convertField(const clang::FieldDecl *field, mlir::Location use) {
  const clang::ASTContext &ast = field->getASTContext();
  mlir::Location loc = m_program.sourceOf(field).text().location(field->getLocation());
  clang::QualType type = field->getType();
  if (field->isBitField()) {
    m_reporter.report(loc, diag::TypeBitField, {nameOfBitField(field)}, {{use, "used here"}});
    return {};
  }
  if (type->isPointerType() || type->isReferenceType()) {
    m_reporter.report(loc, diag::MemberPointer,
                      {field->getNameAsString(), type->isPointerType() ? "pointer" : "reference"},
                      {{use, "used here"}});
    return {};
  }
  noteVariantName(type, qualifiedName(field->getParent()) + "::" + memberName(field));
  return convert(type, ast, loc);
}

/// What a struct consists of, in order of the offsets: `elements` of a tuple, else bases and
/// fields. False after an error.
bool TypeConverter::collectMembers(const clang::CXXRecordDecl *record,
                                   llvm::ArrayRef<TupleElement> elements, mlir::Location loc,
                                   llvm::SmallVectorImpl<mlir::Attribute> &members) {
  const clang::ASTContext &ast = record->getASTContext();
  const clang::ASTRecordLayout &layout = ast.getASTRecordLayout(record);
  mlir::Location recordLoc = m_program.sourceOf(record).text().location(record->getLocation());
  int64_t end = 0;
  bool isPacked = false;
  auto add = [&](const std::string &name, mlir::Type type, int64_t offset) {
    if (!type)
      return false;
    // Two members that share bytes cannot be told apart on the device, unless the host packs them.
    isPacked |= holdsVariants(type);
    if (offset < end && !isPacked) {
      m_reporter.report(recordLoc, diag::TypeLayout, {qualifiedName(record), name});
      return false;
    }
    members.push_back(vkm::MemberAttr::get(m_context, name, type, offset));
    end = offset + vkm::getLayout(m_module, type).size;
    return true;
  };
  for (const TupleElement &element : elements)
    if (!add(element.name, convert(element.type, ast, loc), element.offset))
      return false;
  if (!isStdTuple(record))
    for (const clang::CXXRecordDecl *base : nonEmptyBases(record))
      if (!add(baseName(record, base), convertRecord(base, recordLoc),
               layout.getBaseClassOffset(base).getQuantity()))
        return false;
  for (const clang::FieldDecl *field : record->fields())
    if (!add(memberName(field), convertField(field, loc),
             layout.getFieldOffset(field->getFieldIndex()) / 8))
      return false;
  return true;
}

/// Whether C++ assigns values of an array type as a whole: `std::array<std::array<int, 2>, 3>`.
static bool isAssignable(clang::QualType type) {
  std::optional<StdArray> array = matchStdArray(type);
  if (!array)
    return false;
  for (; array; array = matchStdArray(type))
    type = array->element;
  return !type->isArrayType();
}

/// Whether a struct has a constructor with as many parameters as it has members.
static bool takesMembers(const clang::CXXRecordDecl *record, unsigned count) {
  return llvm::any_of(record->ctors(), [&](const clang::CXXConstructorDecl *constructor) {
    return !constructor->isCopyOrMoveConstructor() &&
           constructor->getMinRequiredArguments() <= count && count <= constructor->getNumParams();
  });
}

/// Declares a struct at the top of the module, after those that it is made of.
vkm::RecordOp TypeConverter::declareRecord(const clang::CXXRecordDecl *record,
                                           llvm::ArrayRef<TupleElement> elements,
                                           llvm::ArrayRef<mlir::Attribute> members) {
  const clang::ASTRecordLayout &inCpp = record->getASTContext().getASTRecordLayout(record);
  vkm::Layout layout{inCpp.getSize().getQuantity(), inCpp.getAlignment().getQuantity()};
  llvm::SmallVector<mlir::Attribute> laidOut(members), parts;
  bool isPacked = llvm::any_of(members, [&](mlir::Attribute member) {
    return holdsVariants(llvm::cast<vkm::MemberAttr>(member).getType());
  });
  if (isPacked)
    layout = layOutPacked(laidOut);
  SourceText &text = m_program.sourceOf(record).text();
  std::string symbol = m_symbols.unique(isStdPair(record)    ? "pair"
                                        : isStdTuple(record) ? "tuple"
                                                             : recordName(record));
  mlir::OpBuilder builder(m_context);
  // Structs stand at the top of the module, each after those that it is made of.
  if (m_lastRecord)
    builder.setInsertionPointAfter(m_lastRecord);
  else
    builder.setInsertionPointToStart(m_module.getBody());
  auto op = builder.create<vkm::RecordOp>(text.location(record->getLocation()), symbol, layout.size,
                                          layout.align, builder.getArrayAttr(laidOut));
  if (isPacked && canNameParts(record)) {
    addParts(record, {}, parts);
    op->setAttr(vkm::kPartsAttr, builder.getArrayAttr(parts));
  }
  mlir::NamedAttrList enumerations;
  for (const clang::FieldDecl *field : record->fields())
    if (mlir::DictionaryAttr enumeration = describeEnumeration(field->getType(), m_context))
      enumerations.set(memberName(field), enumeration);
  if (!enumerations.empty())
    op->setAttr(vkm::kEnumerationsAttr, enumerations.getDictionary(m_context));
  if (!record->getIdentifier() && !record->getTypedefNameForAnonDecl())
    op->setAttr("unnamed", builder.getUnitAttr());
  if (vkm::CppAccess access = accessOf(record); access != vkm::CppAccess::Public)
    op->setAttr("cpp_access", vkm::CppAccessAttr::get(m_context, access));
  if (record->getParentFunctionOrMethod())
    op->setAttr(vkm::kLocalTypeAttr, builder.getUnitAttr());
  llvm::SmallVector<mlir::Attribute> privates;
  for (const clang::FieldDecl *field : record->fields())
    if (field->getAccess() != clang::AS_public && !record->getParentFunctionOrMethod())
      privates.push_back(builder.getStringAttr(memberName(field)));
  if (!privates.empty()) {
    op->setAttr(vkm::kPrivateMembersAttr, builder.getArrayAttr(privates));
    if (!takesMembers(record, members.size()))
      op->setAttr(vkm::kNeedsDefaultAttr, builder.getUnitAttr());
  }
  llvm::SmallVector<mlir::Attribute> arrays;
  for (const clang::FieldDecl *field : record->fields())
    if (isAssignable(field->getType()))
      arrays.push_back(builder.getStringAttr(memberName(field)));
  if (!arrays.empty())
    op->setAttr(vkm::kStdArraysAttr, builder.getArrayAttr(arrays));
  if (record->getNumBases() != 0 && !isStdPair(record) && !isStdTuple(record)) {
    llvm::SmallVector<mlir::Attribute> bases;
    for (const clang::CXXBaseSpecifier &base : record->bases()) {
      const clang::CXXRecordDecl *part = base.getType()->getAsCXXRecordDecl();
      bases.push_back(
          builder.getStringAttr(part->isEmpty() ? std::string() : baseName(record, part)));
    }
    op->setAttr(vkm::kBasesAttr, builder.getArrayAttr(bases));
  }
  if (isStdPair(record) || isStdTuple(record)) {
    op->setAttr("vkm.pair", builder.getUnitAttr());
    op->setAttr(vkm::kCppTypeAttr, builder.getStringAttr(qualifiedName(record)));
  }
  if (!elements.empty()) {
    llvm::SmallVector<int32_t> numbers;
    for (const TupleElement &element : elements)
      numbers.push_back(element.number);
    op->setAttr(vkm::kTupleElementsAttr, builder.getDenseI32ArrayAttr(numbers));
  }
  if (std::string comment = text.takeComment(record->getSourceRange()); !comment.empty())
    op->setAttr(vkm::kCommentAttr, builder.getStringAttr(comment));
  m_lastRecord = op;
  return op;
}

mlir::Type TypeConverter::convertRecord(const clang::CXXRecordDecl *declaration,
                                        mlir::Location loc) {
  const clang::CXXRecordDecl *record = declaration->getDefinition();
  if (!record || record->isInvalidDecl()) {
    // An instance that nothing of the source has needed so far.
    bool isLibrary =
        isOfStandardLibrary(declaration) && !isStdPair(declaration) && !isStdTuple(declaration);
    if (!isLibrary || checkRecord(declaration, loc))
      m_reporter.report(loc, diag::TypeUnsupported, {qualifiedName(declaration)});
    return {};
  }
  Reporter::LibraryScope scope(m_reporter, m_program.isLibrary(record), loc);
  std::string key = m_program.key(record);
  if (auto known = m_records.find(key); known != m_records.end()) {
    if (!known->second)
      refuseAgain(record, loc);
    return known->second;
  }
  mlir::Type &result = m_records[key];
  if (std::optional<mlir::Type> known = convertKnown(record, loc))
    return result = *known;
  if (!checkRecord(record, loc))
    return {};
  llvm::SmallVector<TupleElement> elements;
  llvm::SmallVector<mlir::Attribute> members;
  if (!findElements(record, loc, elements) || !collectMembers(record, elements, loc, members))
    return {};
  vkm::RecordOp op = declareRecord(record, elements, members);
  return result =
             vkm::RecordType::get(m_context, mlir::FlatSymbolRefAttr::get(op.getSymNameAttr()));
}
