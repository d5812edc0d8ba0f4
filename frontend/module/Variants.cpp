//===- Variants.cpp - A std::variant as a record of all its alternatives ----------------------===//
//
//   using Rule = std::variant<Flat, Bands>;   ->   struct Rule { uint type; Flat flat; Bands bands;
//   }
//
// `type` says which alternative a variant holds: 1 for the first, 0 for none. The host packs
// variants when it uploads them, and takes out of the records what kernels leave there.
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/library/Containers.h"
#include "frontend/module/TypeConverter.h"
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

void TypeConverter::noteVariantName(clang::QualType type) {
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
  if (record && isStdVariant(record) && alias)
    m_variantNames.try_emplace(m_program.key(record), alias->getDecl()->getNameAsString());
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

bool TypeConverter::checkVariants(mlir::Type type, llvm::StringRef what, mlir::Location loc) {
  vkm::RecordOp op = findVariant(type);
  return llvm::all_of(op.getMembers().getAsRange<vkm::MemberAttr>(), [&](vkm::MemberAttr member) {
    return checkMemory(member.getType(), (what + "::" + member.getName()).str(), loc);
  });
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
  return findHierarchy(type) || findVariant(type);
}
