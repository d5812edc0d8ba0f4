//===- TypeConverter.cpp - C++ types as types of the dialect, structs as records -------------===//

#include "frontend/module/TypeConverter.h"

#include "frontend/library/Containers.h"
#include "frontend/library/VectorMaths.h"
#include "frontend/module/Enumerations.h"
#include "frontend/module/ObjectParts.h"
#include "frontend/source/Nesting.h"
#include "ir/HostCode.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
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
                             SymbolNames &symbols)
    : m_program(program), m_reporter(reporter), m_module(module), m_context(module.getContext()),
      m_symbols(symbols) {}

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

std::string TypeConverter::baseName(const clang::CXXRecordDecl *base) { return plainName(base); }

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
  if (name == "std::atomic" || llvm::StringRef(name).starts_with("std::atomic<"))
    return refuse(diag::TypeAtomic);
  if (isOfStandardLibrary(record) && record->getName() == "function") {
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

mlir::Type TypeConverter::convertRecord(const clang::CXXRecordDecl *declaration,
                                        mlir::Location loc) {
  const clang::CXXRecordDecl *record = declaration->getDefinition();
  if (!record || record->isInvalidDecl()) {
    m_reporter.report(loc, diag::TypeUnsupported, {qualifiedName(declaration)});
    return {};
  }
  Reporter::LibraryScope scope(m_reporter, m_program.isLibrary(record), loc);
  std::string key = m_program.key(record);
  if (auto known = m_records.find(key); known != m_records.end()) {
    // Each use of a refused type is an error of its own: the one that the user sees may not be the
    // first.
    if (!known->second) {
      std::optional<VectorShape> vector = matchVectorType(record, m_context);
      if (vector && vector->isAligned)
        m_reporter.report(loc, diag::TypeAligned, {qualifiedName(record), vector->spelling});
      else
        checkRecord(record, loc);
    }
    return known->second;
  }
  mlir::Type &result = m_records[key];
  if (std::optional<VectorShape> vector = matchVectorType(record, m_context)) {
    if (vector->isAligned) {
      m_reporter.report(loc, diag::TypeAligned, {qualifiedName(record), vector->spelling});
      return {};
    }
    if (vector->type) {
      noteCppName(vkm::getCppNameKey(vector->type), vector->spelling);
      return result = vector->type;
    }
  }
  if (std::optional<StdArray> array =
          matchStdArray(record->getASTContext().getRecordType(record))) {
    mlir::Type element = convert(array->element, record->getASTContext(), loc);
    return result = element ? vkm::ArrayType::get(m_context, array->length, element) : mlir::Type();
  }
  if (!checkRecord(record, loc))
    return {};

  const clang::ASTContext &ast = record->getASTContext();
  const clang::ASTRecordLayout &layout = ast.getASTRecordLayout(record);
  SourceText &text = m_program.sourceOf(record).text();
  mlir::Location recordLoc = text.location(record->getLocation());
  llvm::SmallVector<mlir::Attribute> members;
  int64_t end = 0;
  auto addMember = [&](const std::string &name, mlir::Type type, int64_t offset) {
    // Two members that share bytes cannot be told apart on the device.
    if (offset < end) {
      m_reporter.report(recordLoc, diag::TypeLayout, {qualifiedName(record), name});
      return false;
    }
    members.push_back(vkm::MemberAttr::get(m_context, name, type, offset));
    end = offset + vkm::getLayout(m_module, type).size;
    return true;
  };
  llvm::SmallVector<TupleElement> elements;
  llvm::SmallVector<const clang::CXXRecordDecl *> bases;
  if (isStdTuple(record))
    elements = tupleElements(record);
  else
    bases = nonEmptyBases(record);
  bool isOfReferences = llvm::any_of(
      elements, [](const TupleElement &element) { return element.type->isReferenceType(); });
  if (isStdTuple(record) && (elements.empty() || isOfReferences)) {
    m_reporter.report(loc, diag::TypeLibrary, {qualifiedName(record)});
    return {};
  }
  llvm::sort(elements, [](const auto &a, const auto &b) { return a.offset < b.offset; });
  for (const TupleElement &element : elements) {
    mlir::Type type = convert(element.type, ast, loc);
    if (!type || !addMember(element.name, type, element.offset))
      return {};
  }
  for (const clang::CXXRecordDecl *base : bases) {
    mlir::Type type = convertRecord(base, recordLoc);
    if (!type || !addMember(baseName(base), type, layout.getBaseClassOffset(base).getQuantity()))
      return {};
  }
  for (const clang::FieldDecl *field : record->fields()) {
    mlir::Location fieldLoc = text.location(field->getLocation());
    if (field->isBitField()) {
      m_reporter.report(fieldLoc, diag::TypeBitField, {nameOfBitField(field)},
                        {{loc, "used here"}});
      return {};
    }
    if (field->getType()->isPointerType() || field->getType()->isReferenceType()) {
      m_reporter.report(
          fieldLoc, diag::MemberPointer,
          {field->getNameAsString(), field->getType()->isPointerType() ? "pointer" : "reference"},
          {{loc, "used here"}});
      return {};
    }
    mlir::Type type = convert(field->getType(), ast, fieldLoc);
    if (!type ||
        !addMember(memberName(field), type, layout.getFieldOffset(field->getFieldIndex()) / 8))
      return {};
  }

  std::string symbol = m_symbols.unique(isStdPair(record)    ? "pair"
                                        : isStdTuple(record) ? "tuple"
                                                             : recordName(record));
  mlir::OpBuilder builder(m_context);
  // Structs stand at the top of the module, each after those that it is made of.
  if (m_lastRecord)
    builder.setInsertionPointAfter(m_lastRecord);
  else
    builder.setInsertionPointToStart(m_module.getBody());
  auto op = builder.create<vkm::RecordOp>(recordLoc, symbol, layout.getSize().getQuantity(),
                                          layout.getAlignment().getQuantity(),
                                          builder.getArrayAttr(members));
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
  result = vkm::RecordType::get(m_context, mlir::FlatSymbolRefAttr::get(m_context, symbol));
  return result;
}
