//===- Enumerations.cpp - What generated host code says of enumerations ----------------------===//

#include "frontend/module/Enumerations.h"

#include "frontend/library/Containers.h"

#include "mlir/IR/Builders.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/QualTypeNames.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

/// Whether classes that derive from those around a declaration, and code in general, may name it.
static bool isNameable(const clang::Decl *decl) {
  for (; !llvm::isa<clang::TranslationUnitDecl>(decl);
       decl = llvm::cast<clang::Decl>(decl->getDeclContext())) {
    auto *tag = llvm::dyn_cast<clang::TagDecl>(decl);
    if (tag && !tag->getIdentifier() && !tag->getTypedefNameForAnonDecl())
      return false;
    if (decl->getAccess() == clang::AS_private || decl->getParentFunctionOrMethod())
      return false;
  }
  return true;
}

/// Of more enumerators than these, generated code says the numbers.
static constexpr size_t kMostEnumerators = 64;

mlir::DictionaryAttr vkmorph::frontend::describeEnumeration(clang::QualType type,
                                                            mlir::MLIRContext *context) {
  mlir::Builder builder(context);
  while (true) {
    if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    else if (auto library = matchStdArray(type))
      type = library->element;
    else
      break;
  }
  auto *enumeration = type->getAs<clang::EnumType>();
  if (!enumeration)
    return {};
  const clang::EnumDecl *decl = enumeration->getDecl();
  const clang::ASTContext &ast = decl->getASTContext();
  mlir::NamedAttrList facts, values;
  if (isNameable(decl)) {
    facts.set("name", builder.getStringAttr(clang::TypeName::getFullyQualifiedName(
                          clang::QualType(enumeration, 0), ast, ast.getPrintingPolicy())));
    size_t count = 0;
    for (const clang::EnumConstantDecl *constant : decl->enumerators())
      if (count++ < kMostEnumerators)
        values.set(constant->getName(),
                   builder.getI64IntegerAttr(constant->getInitVal().getExtValue()));
    facts.set("values", values.getDictionary(context));
  }
  if (decl->isScoped())
    facts.set("scoped", builder.getUnitAttr());
  return facts.getDictionary(context);
}
