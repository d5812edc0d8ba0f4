//===- Enumerations.cpp - What generated host code says of enumerations ----------------------===//

#include "frontend/module/Enumerations.h"

#include "frontend/library/Containers.h"
#include "frontend/source/Program.h"

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

/// Whether a file that includes that of the class sees a declaration.
static bool isSeenWithClass(const clang::Decl *decl, const clang::CXXRecordDecl *theClass) {
  const clang::SourceManager &sources = decl->getASTContext().getSourceManager();
  const clang::SourceManager &ofClass = theClass->getASTContext().getSourceManager();
  llvm::StringRef wanted = ofClass.getFilename(ofClass.getFileLoc(theClass->getLocation()));
  clang::SourceLocation where = sources.getFileLoc(decl->getLocation());
  while (where.isValid()) {
    if (sources.getFilename(where) == wanted)
      return true;
    where = sources.getIncludeLoc(sources.getFileID(where));
  }
  return false;
}

HostName vkmorph::frontend::spellOnHost(const clang::ValueDecl *constant,
                                        const clang::CXXRecordDecl *theClass) {
  const clang::ASTContext &ast = constant->getASTContext();
  if (ast.getSourceManager().isInSystemHeader(constant->getLocation()) ||
      !isSeenWithClass(constant, theClass))
    return {};
  auto *enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(constant);
  // `static const int kMost = 8;` in a class has no address, which std::min asks for.
  auto *variable = llvm::dyn_cast<clang::VarDecl>(constant);
  if (variable && variable->isStaticDataMember() && !variable->isInline())
    return {};
  if (!enumerator)
    return {isNameable(constant) ? qualifiedName(constant) : std::string(), {}};
  auto *enumeration = llvm::cast<clang::EnumDecl>(enumerator->getDeclContext());
  bool isNamed = enumeration->getIdentifier() || enumeration->getTypedefNameForAnonDecl();
  // `enum { Idle, Busy };`: names of what is around.
  auto *scope = llvm::cast<clang::Decl>(enumeration->getDeclContext());
  if (!isNamed && enumeration->getAccess() != clang::AS_private && isNameable(scope))
    return {qualifiedName(constant), {}};
  if (!isNamed || !isNameable(enumeration))
    return {};
  std::string name = clang::TypeName::getFullyQualifiedName(ast.getEnumType(enumeration), ast,
                                                            ast.getPrintingPolicy());
  return {name + "::" + enumerator->getNameAsString(), enumeration->isScoped() ? name : ""};
}
