//===- VectorMaths.cpp - Libraries of vectors and matrices: their types ----------------------===//

#include "frontend/library/VectorMaths.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;
using llvm::ArrayRef;
using llvm::StringRef;

//===------------------------------------------------------------------------------------------===//
// The table
//===------------------------------------------------------------------------------------------===//

static constexpr VectorTypeRow kLiteMathTypes[] = {
    {"float2", 'f', 1, 2},   {"float3", 'f', 1, 3},   {"float4", 'f', 1, 4},
    {"double2", 'd', 1, 2},  {"double3", 'd', 1, 3},  {"double4", 'd', 1, 4},
    {"int2", 'i', 1, 2},     {"int3", 'i', 1, 3},     {"int4", 'i', 1, 4},
    {"uint2", 'u', 1, 2},    {"uint3", 'u', 1, 3},    {"uint4", 'u', 1, 4},
    {"float2x2", 'f', 2, 2}, {"float3x3", 'f', 3, 3}, {"float4x4", 'f', 4, 4},
};

static const VectorLibrary kLibraries[] = {
    {"GLM",
     "glm",
     "vec",
     "mat",
     /*lastPackedQualifier=*/2,
     {},
     /*constructsByRows=*/false,
     /*fillsMatrices=*/false,
     /*subscriptIsRow=*/false,
     /*comparesWhole=*/true,
     /*translatesOthers=*/false},
    {"LiteMath", "LiteMath", "", "", /*lastPackedQualifier=*/0, kLiteMathTypes,
     /*constructsByRows=*/true, /*fillsMatrices=*/true, /*subscriptIsRow=*/true,
     /*comparesWhole=*/false, /*translatesOthers=*/true},
};

//===------------------------------------------------------------------------------------------===//
// Types
//===------------------------------------------------------------------------------------------===//

/// The namespace at the top that a declaration is in, inline namespaces left out; null in none.
static const clang::NamespaceDecl *outermostNamespace(const clang::Decl *decl) {
  const clang::NamespaceDecl *result = nullptr;
  for (const clang::DeclContext *context = decl->getDeclContext(); context;
       context = context->getParent())
    if (auto *space = dyn_cast<clang::NamespaceDecl>(context); space && !space->isInline())
      result = space;
  return result;
}

/// Whether nothing but inline namespaces stands between a declaration and its namespace.
static bool isDirectlyIn(const clang::Decl *decl, const clang::NamespaceDecl *space) {
  const clang::DeclContext *context = decl->getDeclContext();
  while (context->isInlineNamespace())
    context = context->getParent();
  return context->isNamespace() && context->Equals(space);
}

const VectorLibrary *vkmorph::frontend::findVectorLibrary(const clang::Decl *decl) {
  const clang::NamespaceDecl *space = outermostNamespace(decl);
  if (!space || !space->getIdentifier())
    return nullptr;
  for (const VectorLibrary &library : kLibraries)
    if (space->getName() == library.nameSpace)
      return &library;
  return nullptr;
}

namespace {
/// What the name of a type says.
struct NamedShape {
  mlir::Type component;
  unsigned columns = 1, rows = 1;
  std::string spelling;
  bool isAligned = false;
};
} // namespace

static mlir::Type componentType(char letter, mlir::MLIRContext *context) {
  switch (letter) {
  case 'f':
    return mlir::Float32Type::get(context);
  case 'd':
    return mlir::Float64Type::get(context);
  case 'b':
    return mlir::IntegerType::get(context, 1);
  default:
    return mlir::IntegerType::get(
        context, 32, letter == 'i' ? mlir::IntegerType::Signed : mlir::IntegerType::Unsigned);
  }
}

/// The letter of a component type; 0 where vectors have none of that type.
static char componentLetter(clang::QualType type, const clang::ASTContext &ast) {
  if (type->isBooleanType())
    return 'b';
  if (type->isSpecificBuiltinType(clang::BuiltinType::Float))
    return 'f';
  if (type->isSpecificBuiltinType(clang::BuiltinType::Double))
    return 'd';
  if (!type->isIntegerType() || type->isEnumeralType() || ast.getTypeSize(type) != 32)
    return 0;
  return type->isSignedIntegerType() ? 'i' : 'u';
}

/// `vec<3, float, packed_highp>`, `mat<4, 4, float, packed_highp>`
static std::optional<NamedShape> matchTemplate(const VectorLibrary &library,
                                               const clang::CXXRecordDecl *record,
                                               mlir::MLIRContext *context) {
  auto *instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!instance || library.vectorTemplate.empty())
    return std::nullopt;
  StringRef name = instance->getName();
  bool isMatrix = name == library.matrixTemplate;
  if (!isMatrix && name != library.vectorTemplate)
    return std::nullopt;
  ArrayRef<clang::TemplateArgument> arguments = instance->getTemplateArgs().asArray();
  unsigned sizes = isMatrix ? 2 : 1;
  if (arguments.size() < sizes + 1 || arguments[sizes].getKind() != clang::TemplateArgument::Type)
    return std::nullopt;
  unsigned numbers[2] = {1, 1};
  for (unsigned i = 0; i < sizes; ++i) {
    if (arguments[i].getKind() != clang::TemplateArgument::Integral)
      return std::nullopt;
    numbers[2 - sizes + i] = arguments[i].getAsIntegral().getZExtValue();
  }
  char letter = componentLetter(arguments[sizes].getAsType(), record->getASTContext());
  bool isSize =
      numbers[1] >= 2 && numbers[1] <= 4 && (!isMatrix || numbers[0] >= 2) && numbers[0] <= 4;
  if (!letter || !isSize || (isMatrix && letter != 'f' && letter != 'd'))
    return std::nullopt;
  NamedShape shape;
  shape.component = componentType(letter, context);
  shape.columns = numbers[0];
  shape.rows = numbers[1];
  if (arguments.size() > sizes + 1 &&
      arguments[sizes + 1].getKind() == clang::TemplateArgument::Integral)
    shape.isAligned =
        arguments[sizes + 1].getAsIntegral().getExtValue() > library.lastPackedQualifier;
  std::string size = isMatrix && numbers[0] != numbers[1]
                         ? std::to_string(numbers[0]) + "x" + std::to_string(numbers[1])
                         : std::to_string(numbers[1]);
  shape.spelling =
      (library.nameSpace + "::" + (letter == 'f' ? "" : StringRef(&letter, 1)) + name + size).str();
  return shape;
}

static std::optional<NamedShape> matchName(const VectorLibrary &library,
                                           const clang::CXXRecordDecl *record,
                                           mlir::MLIRContext *context) {
  if (!record->getIdentifier() || llvm::isa<clang::ClassTemplateSpecializationDecl>(record))
    return std::nullopt;
  for (const VectorTypeRow &row : library.types)
    if (record->getName() == row.name) {
      NamedShape shape;
      shape.component = componentType(row.component, context);
      shape.columns = row.columns;
      shape.rows = row.rows;
      shape.spelling = (library.nameSpace + "::" + row.name).str();
      return shape;
    }
  return std::nullopt;
}

/// Marks the components that the data members from `offset` on are; false where one is something
/// else. Names of one component in a union count once.
static bool markComponents(clang::QualType type, int64_t offset, char letter, int64_t size,
                           const clang::ASTContext &ast, llvm::SmallVectorImpl<bool> &seen) {
  if (auto *array = ast.getAsConstantArrayType(type)) {
    int64_t stride = ast.getTypeSizeInChars(array->getElementType()).getQuantity();
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      if (!markComponents(array->getElementType(), offset + static_cast<int64_t>(i) * stride,
                          letter, size, ast, seen))
        return false;
    return true;
  }
  if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl()) {
    record = record->getDefinition();
    if (!record || record->getNumBases() > 0)
      return false;
    const clang::ASTRecordLayout &layout = ast.getASTRecordLayout(record);
    for (const clang::FieldDecl *field : record->fields()) {
      int64_t at = offset + static_cast<int64_t>(layout.getFieldOffset(field->getFieldIndex())) / 8;
      if (field->isBitField() || !markComponents(field->getType(), at, letter, size, ast, seen))
        return false;
    }
    return true;
  }
  size_t index = static_cast<size_t>(offset / size);
  if (componentLetter(type.getCanonicalType(), ast) != letter || offset % size != 0 ||
      index >= seen.size())
    return false;
  seen[index] = true;
  return true;
}

std::optional<VectorShape> vkmorph::frontend::matchVectorType(const clang::CXXRecordDecl *record,
                                                              mlir::MLIRContext *context) {
  const VectorLibrary *library = findVectorLibrary(record);
  record = record->getDefinition();
  if (!library || !record || !isDirectlyIn(record, outermostNamespace(record)))
    return std::nullopt;
  std::optional<NamedShape> named = matchTemplate(*library, record, context);
  if (!named)
    named = matchName(*library, record, context);
  if (!named)
    return std::nullopt;
  VectorShape shape;
  shape.library = library;
  shape.spelling = named->spelling;
  shape.isAligned = named->isAligned;
  const clang::ASTContext &ast = record->getASTContext();
  int64_t bytes = vkm::getLayout(nullptr, named->component).size;
  unsigned count = named->columns * named->rows;
  llvm::SmallVector<bool, 16> seen(count, false);
  clang::QualType type = ast.getRecordType(record);
  char letter = named->component.isInteger(1)        ? 'b'
                : named->component.isF32()           ? 'f'
                : named->component.isF64()           ? 'd'
                : named->component.isSignedInteger() ? 'i'
                                                     : 'u';
  bool fits = !record->isPolymorphic() && record->hasTrivialDestructor() &&
              ast.getTypeSizeInChars(type).getQuantity() == bytes * count &&
              markComponents(type, 0, letter, bytes, ast, seen) && !llvm::is_contained(seen, false);
  if (fits && !named->isAligned)
    shape.type =
        named->columns == 1
            ? mlir::Type(vkm::VecType::get(context, named->rows, named->component))
            : mlir::Type(vkm::MatType::get(context, named->columns, named->rows, named->component));
  return shape;
}

//===------------------------------------------------------------------------------------------===//
// Members
//===------------------------------------------------------------------------------------------===//

std::optional<VectorMember> vkmorph::frontend::matchVectorMember(const clang::MemberExpr *member) {
  auto *field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  if (!field || !findVectorLibrary(field))
    return std::nullopt;
  const clang::ASTContext &ast = field->getASTContext();
  clang::QualType type = field->getType();
  uint64_t offset = ast.getFieldOffset(field);
  const clang::MemberExpr *outer = member;
  // v.x is v.<union>.<struct>.x
  while (auto *inner = dyn_cast<clang::MemberExpr>(outer->getBase()->IgnoreParens())) {
    auto *unnamed = dyn_cast<clang::FieldDecl>(inner->getMemberDecl());
    if (!unnamed || !unnamed->isAnonymousStructOrUnion())
      break;
    offset += ast.getFieldOffset(unnamed);
    outer = inner;
  }
  VectorMember result;
  result.object = outer->getBase();
  result.isArrow = outer->isArrow();
  result.isWhole = type->isArrayType();
  result.index = result.isWhole ? 0 : static_cast<int64_t>(offset / ast.getTypeSize(type));
  return result;
}

const clang::Expr *vkmorph::frontend::subscriptedVector(const clang::CallExpr *call) {
  auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  bool isSubscript = method && (method->getOverloadedOperator() == clang::OO_Subscript ||
                                method->getOverloadedOperator() == clang::OO_Call);
  if (!isSubscript || !findVectorLibrary(method->getParent()))
    return nullptr;
  // The row that m[i] gives is a part of m.
  const clang::Expr *object = call->getArg(0)->IgnoreImplicit()->IgnoreParens();
  if (auto *inner = dyn_cast<clang::CXXOperatorCallExpr>(object))
    if (const clang::Expr *outer = subscriptedVector(inner); outer && inner->isPRValue())
      return outer;
  return call->getArg(0);
}
