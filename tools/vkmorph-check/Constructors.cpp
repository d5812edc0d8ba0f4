//===- Constructors.cpp - Which constructor the harness calls ---------------------------------===//
//===------------------------------------------------------------------------------------------===//

#include "Declarations.h"

#include "Options.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace vkmorph;
using namespace vkmorph::check;

/// The IR's type of an arithmetic or enumeration type; null for others.
static mlir::Type convertType(mlir::MLIRContext &context, const clang::ASTContext &ast,
                              clang::QualType type) {
  type = type.getCanonicalType();
  if (const auto *enumeration = type->getAs<clang::EnumType>())
    type = enumeration->getDecl()->getIntegerType().getCanonicalType();
  if (type->isBooleanType())
    return mlir::IntegerType::get(&context, 1);
  if (type->isSpecificBuiltinType(clang::BuiltinType::Float))
    return mlir::FloatType::getF32(&context);
  if (type->isSpecificBuiltinType(clang::BuiltinType::Double))
    return mlir::FloatType::getF64(&context);
  if (!type->isIntegerType() || ast.getTypeSize(type) > 64)
    return {};
  return mlir::IntegerType::get(&context, ast.getTypeSize(type),
                                type->isSignedIntegerType() ? mlir::IntegerType::Signed
                                                            : mlir::IntegerType::Unsigned);
}

/// The parameters of a constructor; nothing where one of them is no scalar.
static std::optional<std::vector<ConstructorParameter>>
readParameters(mlir::MLIRContext &context, const clang::CXXConstructorDecl *constructor) {
  const clang::ASTContext &ast = constructor->getASTContext();
  clang::PrintingPolicy policy(ast.getLangOpts());
  policy.FullyQualifiedName = true;
  std::vector<ConstructorParameter> parameters;
  for (const clang::ParmVarDecl *parameter : constructor->parameters()) {
    clang::QualType type = parameter->getType().getNonReferenceType().getUnqualifiedType();
    ConstructorParameter read;
    read.type = convertType(context, ast, type);
    read.name = parameter->getNameAsString();
    read.cppType = type.getCanonicalType().getAsString(policy);
    if (!read.type)
      return std::nullopt;
    parameters.push_back(std::move(read));
  }
  return parameters;
}

static bool isCallable(const clang::CXXConstructorDecl *constructor) {
  return constructor->getAccess() == clang::AS_public && !constructor->isDeleted() &&
         !constructor->isCopyOrMoveConstructor() && !constructor->isVariadic();
}

mlir::FailureOr<std::vector<ConstructorParameter>>
vkmorph::check::chooseConstructor(mlir::MLIRContext &context, const clang::CXXRecordDecl *record,
                                  const llvm::StringSet<> &names) {
  bool hasDefault = !record->hasUserDeclaredConstructor();
  std::optional<std::vector<ConstructorParameter>> chosen;
  for (const clang::CXXConstructorDecl *constructor : record->ctors()) {
    if (!isCallable(constructor))
      continue;
    hasDefault |= constructor->isDefaultConstructor();
    std::optional<std::vector<ConstructorParameter>> parameters =
        readParameters(context, constructor);
    if (!parameters)
      continue;
    if (llvm::any_of(*parameters, [&](const auto &one) { return names.contains(one.name); }))
      return *parameters;
    if (!chosen)
      chosen = std::move(parameters);
  }
  if (hasDefault)
    return std::vector<ConstructorParameter>();
  if (chosen)
    return *chosen;
  usageError("class '" + record->getQualifiedNameAsString() +
             "' has no public constructor that takes nothing, or numbers only: --construct='" +
             record->getNameAsString() + "(...)' says how to make an object");
  return mlir::failure();
}
