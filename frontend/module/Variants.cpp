//===- Variants.cpp - A std::variant as a record of all its alternatives ----------------------===//
//
//   using Rule = std::variant<Flat, Bands>;   ->   struct Rule { uint type; Flat flat; Bands bands;
//   }
//
// `type` says which alternative a variant holds: 1 for the first, 0 for none. The host packs
// variants when it uploads them, and takes out of the records what kernels leave there. A struct
// with variants inside is a record that is laid out likewise, and packed member by member.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/library/Containers.h"
#include "frontend/module/ModuleImporter.h"
#include "frontend/module/TypeConverter.h"
#include "ir/CppTypes.h"
#include "ir/Effects.h"
#include "ir/HostCode.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

bool vkmorph::frontend::isStdVariant(const clang::CXXRecordDecl *record) {
  auto *instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  return instance && isOfStandardLibrary(instance) && instance->getName() == "variant";
}

llvm::SmallVector<clang::QualType>
vkmorph::frontend::alternativesOf(const clang::CXXRecordDecl *record) {
  llvm::SmallVector<clang::QualType> types;
  auto *instance = llvm::cast<clang::ClassTemplateSpecializationDecl>(record);
  for (const clang::TemplateArgument &argument : instance->getTemplateArgs()[0].pack_elements())
    types.push_back(argument.getAsType());
  return types;
}

bool vkmorph::frontend::isDefaultConstructible(clang::QualType type) {
  while (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record)
    return !type->isReferenceType();
  record = record->getDefinition();
  if (isStdVariant(record))
    return isDefaultConstructible(alternativesOf(record).front());
  if (!record || !record->hasDefaultConstructor())
    return false;
  for (const clang::CXXConstructorDecl *constructor : record->ctors())
    if (constructor->isDefaultConstructor()) {
      if (constructor->isDeleted() || constructor->getAccess() != clang::AS_public)
        return false;
      if (constructor->isUserProvided())
        return true;
    }
  return llvm::all_of(record->bases(),
                      [](const clang::CXXBaseSpecifier &base) {
                        return isDefaultConstructible(base.getType());
                      }) &&
         llvm::all_of(record->fields(), [](const clang::FieldDecl *field) {
           return field->hasInClassInitializer() || isDefaultConstructible(field->getType());
         });
}

void TypeConverter::noteVariantName(clang::QualType type, const std::string &otherwise) {
  if (auto *array = llvm::dyn_cast<clang::ConstantArrayType>(type.getCanonicalType()))
    type = type->getAsArrayTypeUnsafe() ? type->getAsArrayTypeUnsafe()->getElementType()
                                        : array->getElementType();
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  // std::vector<Rule>, std::array<Rule, 3>
  if (record && isOfStandardLibrary(record) && !isStdVariant(record))
    if (auto *instance = type->getAs<clang::TemplateSpecializationType>();
        instance && !instance->template_arguments().empty() &&
        instance->template_arguments()[0].getKind() == clang::TemplateArgument::Type) {
      type = instance->template_arguments()[0].getAsType();
      record = type->getAsCXXRecordDecl();
    }
  auto *alias = type->getAs<clang::TypedefType>();
  std::string name = alias ? alias->getDecl()->getNameAsString() : otherwise;
  if (record && isStdVariant(record) && !name.empty())
    m_variantNames.try_emplace(m_program.key(record), name);
}

std::string TypeConverter::nameOfVariant(const clang::CXXRecordDecl *record) const {
  auto known = m_variantNames.find(m_program.key(record));
  return known == m_variantNames.end() ? "variant" : known->second;
}

/// What the member of the record for an alternative is called.
static std::string nameOfAlternative(clang::QualType type, unsigned index) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier())
    return "value" + std::to_string(index);
  std::string name = plainName(record);
  name[0] = llvm::toLower(name[0]);
  return name;
}

mlir::Type TypeConverter::convertVariant(const clang::CXXRecordDecl *record, mlir::Location loc) {
  const clang::ASTContext &ast = record->getASTContext();
  mlir::OpBuilder builder(m_context);
  llvm::SmallVector<mlir::Attribute> members = {
      vkm::MemberAttr::get(m_context, vkm::HierarchyOp::kTypeMember, integerType(32, false), 0)};
  llvm::SmallVector<mlir::Attribute> alternatives;
  llvm::StringSet<> names;
  names.insert(vkm::HierarchyOp::kTypeMember);
  int64_t end = 4, align = 4;
  for (auto [index, type] : llvm::enumerate(alternativesOf(record))) {
    const clang::CXXRecordDecl *one = type->getAsCXXRecordDecl();
    one = one ? one->getDefinition() : nullptr;
    if (one && one->isEmpty() && one->hasTrivialDestructor()) { // std::monostate, too
      alternatives.push_back(builder.getStringAttr(""));
      continue;
    }
    mlir::Type converted = convert(type, ast, loc);
    if (!converted)
      return {};
    std::string name = nameOfAlternative(type, index);
    while (!names.insert(name).second)
      name += "_";
    vkm::Layout layout = vkm::getLayout(m_module, converted);
    int64_t offset = llvm::alignTo(end, layout.align);
    members.push_back(vkm::MemberAttr::get(m_context, name, converted, offset));
    alternatives.push_back(builder.getStringAttr(name));
    end = offset + layout.size;
    align = std::max<int64_t>(align, layout.align);
  }
  if (m_lastRecord)
    builder.setInsertionPointAfter(m_lastRecord);
  else
    builder.setInsertionPointToStart(m_module.getBody());
  auto op = builder.create<vkm::RecordOp>(loc, m_symbols.unique(nameOfVariant(record)),
                                          llvm::alignTo(end, align), align,
                                          builder.getArrayAttr(members));
  op->setAttr(vkm::kAlternativesAttr, builder.getArrayAttr(alternatives));
  m_lastRecord = op;
  return vkm::RecordType::get(m_context, mlir::FlatSymbolRefAttr::get(op.getSymNameAttr()));
}

vkm::RecordOp TypeConverter::findVariant(mlir::Type type) const {
  while (auto array = llvm::dyn_cast_or_null<vkm::ArrayType>(type))
    type = array.getElementType();
  auto record = llvm::dyn_cast_or_null<vkm::RecordType>(type);
  vkm::RecordOp op = record ? vkm::lookupRecord(m_module, record) : vkm::RecordOp();
  return op && op->hasAttr(vkm::kAlternativesAttr) ? op : vkm::RecordOp();
}

bool TypeConverter::holdsVariants(mlir::Type type) const {
  auto record = llvm::dyn_cast_or_null<vkm::RecordType>(elementOf(type));
  vkm::RecordOp op = record ? vkm::lookupRecord(m_module, record) : vkm::RecordOp();
  return op &&
         (op->hasAttr(vkm::kAlternativesAttr) ||
          llvm::any_of(op.getMembers().getAsRange<vkm::MemberAttr>(),
                       [&](vkm::MemberAttr member) { return holdsVariants(member.getType()); }));
}

bool TypeConverter::checkVariants(mlir::Type type, llvm::StringRef what, mlir::Location loc) {
  if (!holdsVariants(type))
    return checkMemory(type, what, loc);
  vkm::RecordOp op = vkm::lookupRecord(m_module, llvm::cast<vkm::RecordType>(elementOf(type)));
  bool isVariant = op->hasAttr(vkm::kAlternativesAttr);
  auto check = [&](vkm::MemberAttr member) {
    std::string name = (what + "::" + member.getName()).str();
    return isVariant ? checkMemory(member.getType(), name, loc)
                     : checkVariants(member.getType(), name, loc);
  };
  if (isVariant || op->hasAttr(vkm::kPartsAttr))
    return llvm::all_of(op.getMembers().getAsRange<vkm::MemberAttr>(), check);
  m_reporter.report(loc, diag::TypeVariantMemory, {what.str()});
  return false;
}

bool TypeConverter::checkGiven(mlir::Type element, llvm::StringRef what, mlir::Location loc) {
  if (!holdsVariants(element))
    return checkMemory(element, what, loc);
  auto type = llvm::cast<vkm::RecordType>(elementOf(element));
  vkm::RecordOp op = vkm::lookupRecord(m_module, type);
  if (op->hasAttr(vkm::kAlternativesAttr))
    return checkVariants(element, what, loc);
  if (!op->hasAttr(vkm::kPartsAttr) || op->hasAttr(vkm::kPrivateMembersAttr)) {
    m_reporter.report(loc, diag::TypeVariantMemory, {what.str()});
    return false;
  }
  return llvm::all_of(op.getMembers().getAsRange<vkm::MemberAttr>(), [&](vkm::MemberAttr member) {
    return checkGiven(member.getType(), (what + "::" + member.getName()).str(), loc);
  });
}

/// Lays out members one behind the other, whatever C++ does.
vkm::Layout TypeConverter::layOutPacked(llvm::MutableArrayRef<mlir::Attribute> members) const {
  vkm::Layout whole{0, 1};
  for (mlir::Attribute &attribute : members) {
    auto member = llvm::cast<vkm::MemberAttr>(attribute);
    vkm::Layout layout = vkm::getLayout(m_module, member.getType());
    int64_t offset = llvm::alignTo(whole.size, layout.align);
    attribute = vkm::MemberAttr::get(m_context, member.getName(), member.getType(), offset);
    whole.size = offset + layout.size;
    whole.align = std::max(whole.align, layout.align);
  }
  whole.size = llvm::alignTo(whole.size, whole.align);
  return whole;
}

/// Whether the host can name the members of a struct and of its bases by pointers to them.
bool TypeConverter::canNameParts(const clang::CXXRecordDecl *record) {
  bool hasName = record->getIdentifier() || record->getTypedefNameForAnonDecl();
  return hasName && !isOfStandardLibrary(record) && isReachable(record) &&
         llvm::none_of(record->fields(),
                       [](const clang::FieldDecl *field) { return field->getName().empty(); }) &&
         llvm::all_of(nonEmptyBases(record),
                      [&](const clang::CXXRecordDecl *base) { return canNameParts(base); });
}

/// The members of a struct, and of its bases by those that stand for them in the record.
void TypeConverter::addParts(const clang::CXXRecordDecl *record,
                             llvm::ArrayRef<mlir::Attribute> path,
                             llvm::SmallVectorImpl<mlir::Attribute> &parts) {
  mlir::Builder builder(m_context);
  auto pathTo = [&](const std::string &name) {
    llvm::SmallVector<mlir::Attribute> steps(path);
    steps.push_back(builder.getStringAttr(name));
    return steps;
  };
  for (const clang::CXXRecordDecl *base : nonEmptyBases(record))
    addParts(base, pathTo(baseName(record, base)), parts);
  for (const clang::FieldDecl *field : record->fields()) {
    llvm::SmallVector<mlir::Attribute> part = pathTo(memberName(field));
    part.insert(part.begin(), builder.getStringAttr(qualifiedName(record)));
    parts.push_back(builder.getArrayAttr(part));
  }
}

mlir::Type TypeConverter::elementOf(mlir::Type type) {
  if (auto vector = llvm::dyn_cast<vkm::DynArrayType>(type))
    type = vector.getElementType();
  while (auto array = llvm::dyn_cast<vkm::ArrayType>(type))
    type = array.getElementType();
  return type;
}

bool TypeConverter::isPacked(mlir::Type type) const {
  type = elementOf(type);
  return findHierarchy(type) || holdsVariants(type);
}

//===------------------------------------------------------------------------------------------===//
// Host code
//===------------------------------------------------------------------------------------------===//

/// What messages call a value that host code has; "" for a part of another value, or of a member.
static std::string nameOnHost(mlir::Value value) {
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value)) {
    auto function = llvm::dyn_cast<mlir::FunctionOpInterface>(argument.getOwner()->getParentOp());
    return function ? vkm::argName(function, argument.getArgNumber()).str() : "";
  }
  if (auto var = value.getDefiningOp<vkm::VarOp>())
    return var.getName().str();
  if (auto call = value.getDefiningOp<vkm::CallOp>())
    return call.getCallee().str();
  bool isElement = llvm::isa<vkm::RefType>(value.getType()) && vkm::getRoot(value).value;
  auto array = llvm::dyn_cast_or_null<mlir::BlockArgument>(isElement ? vkm::getRoot(value).value
                                                                     : mlir::Value());
  return array ? nameOnHost(array) : "";
}

/// Host code has no records of variants: what it computes itself, in functions that it calls, too,
/// is about other values.
void ModuleImporter::checkHostVariants(mlir::FunctionOpInterface function, vkm::ControlOp control,
                                       mlir::Location use,
                                       llvm::DenseSet<mlir::Operation *> &seen) {
  if (!seen.insert(function).second)
    return;
  bool isOfControl = function == control;
  llvm::StringSet<> reported;
  auto check = [&](mlir::Value value, mlir::Location loc) {
    if (llvm::isa<vkm::PtrType>(value.getType()))
      return;
    auto place = llvm::dyn_cast<vkm::RefType>(value.getType());
    std::string name = m_types.holdsVariants(place ? place.getPointee() : value.getType())
                           ? nameOnHost(value)
                           : "";
    if (!name.empty() && reported.insert(name).second)
      m_reporter.report(isOfControl ? loc : use, diag::PackedOnHost,
                        {name, control.getSymName().str()});
  };
  for (mlir::BlockArgument argument : function.getArguments())
    check(argument, argument.getLoc());
  function->walk([&](mlir::Operation *op) {
    if (op->getParentOfType<vkm::SortOp>())
      return;
    for (mlir::Value result : op->getResults())
      check(result, op->getLoc());
    auto call = llvm::dyn_cast<vkm::CallOp>(op);
    auto callee = call ? llvm::dyn_cast_or_null<vkm::FuncOp>(vkm::lookupCallee(call).getOperation())
                       : vkm::FuncOp();
    if (callee && !callee.getThreadIndex() && !callee.getBody().empty())
      checkHostVariants(callee, control, isOfControl ? op->getLoc() : use, seen);
  });
}

void ModuleImporter::checkHostVariants() {
  for (auto control : m_class.getOps<vkm::ControlOp>()) {
    llvm::DenseSet<mlir::Operation *> seen;
    checkHostVariants(control, control, control.getLoc(), seen);
  }
}
