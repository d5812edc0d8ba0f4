//===- Enumerations.cpp - What generated host code says of enumerations ----------------------===//

#include "frontend/module/Enumerations.h"

#include "frontend/library/Containers.h"
#include "frontend/roles/Roles.h"
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

/// Enumerations with more enumerators are numbers in generated code.
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

namespace {

/// What names mean in the generated class, which derives from the class and stands beside it.
class NameScopes {
public:
  NameScopes(const Program &program, const clang::CXXRecordDecl *theClass)
      : m_program(program), m_class(theClass) {}

  /// Whether members of the class may name a declaration that leads by `isNameable`.
  bool isReachable(const clang::Decl *decl, bool isInClass) const;
  /// Whether the name of a declaration, from the global namespace on, means something else there.
  bool isHidden(llvm::StringRef name, const clang::Decl *decl) const;

private:
  /// Visits the class and its bases, and says whether private inheritance leads to them.
  void forEachBase(const clang::CXXRecordDecl *record, bool isPrivate,
                   llvm::function_ref<void(const clang::CXXRecordDecl *, bool)> visit) const;

  const Program &m_program;
  const clang::CXXRecordDecl *m_class;
};

} // namespace

void NameScopes::forEachBase(
    const clang::CXXRecordDecl *record, bool isPrivate,
    llvm::function_ref<void(const clang::CXXRecordDecl *, bool)> visit) const {
  visit(record, isPrivate);
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (const clang::CXXRecordDecl *inner = base.getType()->getAsCXXRecordDecl();
        inner && inner->hasDefinition())
      forEachBase(inner->getDefinition(),
                  isPrivate || base.getAccessSpecifier() == clang::AS_private, visit);
}

bool NameScopes::isReachable(const clang::Decl *decl, bool isInClass) const {
  for (; !llvm::isa<clang::TranslationUnitDecl>(decl);
       decl = llvm::cast<clang::Decl>(decl->getDeclContext())) {
    if (decl->getAccess() != clang::AS_protected)
      continue;
    auto *owner = llvm::dyn_cast<clang::CXXRecordDecl>(decl->getDeclContext());
    bool isFound = false;
    forEachBase(m_class, /*isPrivate=*/false, [&](const clang::CXXRecordDecl *one, bool isPrivate) {
      isFound |= owner && !isPrivate && m_program.key(one) == m_program.key(owner);
    });
    if (!isInClass || !isFound)
      return false;
  }
  return true;
}

/// What the name of a declaration, from the global namespace on, begins with.
static const clang::Decl *outermostOf(const clang::Decl *decl) {
  const clang::Decl *outermost = decl;
  for (const clang::DeclContext *scope = decl->getDeclContext(); !scope->isTranslationUnit();
       scope = scope->getParent()) {
    auto *named = llvm::dyn_cast<clang::NamedDecl>(scope);
    if (named && named->getIdentifier())
      outermost = named;
  }
  return outermost;
}

bool NameScopes::isHidden(llvm::StringRef name, const clang::Decl *decl) const {
  llvm::StringRef first = name.take_until([](char c) { return c == ':' || c == '<'; });
  // What stands before `::` is a type or a namespace, whatever variables are called.
  bool isScope = first.size() < name.size();
  auto *meant = llvm::cast<clang::NamedDecl>(outermostOf(decl));
  auto means = [&](const clang::NamedDecl *found) {
    return m_program.key(found) == m_program.key(meant);
  };
  bool isHidden = false;
  auto lookIn = [&](const clang::DeclContext *scope, bool isPrivate) {
    clang::ASTContext &ast = scope->getParentASTContext();
    for (const clang::NamedDecl *found : scope->lookup(&ast.Idents.get(first))) {
      if (isScope && !llvm::isa<clang::TypeDecl, clang::NamespaceDecl, clang::NamespaceAliasDecl,
                                clang::ClassTemplateDecl, clang::TypeAliasTemplateDecl>(found))
        continue;
      // In a class, its own name is a member.
      auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(found);
      if (record && record->isInjectedClassName())
        found = llvm::cast<clang::CXXRecordDecl>(record->getDeclContext());
      isHidden |= isPrivate || !means(found);
    }
  };
  forEachBase(m_class, /*isPrivate=*/false, lookIn);
  for (const clang::DeclContext *scope = m_class->getDeclContext(); !scope->isTranslationUnit();
       scope = scope->getParent())
    lookIn(scope, /*isPrivate=*/false);
  return isHidden;
}

bool vkmorph::frontend::canNameOnHost(const clang::TagDecl *type,
                                      const clang::CXXRecordDecl *theClass) {
  return !type->getASTContext().getSourceManager().isInSystemHeader(type->getLocation()) &&
         isSeenWithClass(type, theClass) && isNameable(type);
}

std::string vkmorph::frontend::spellOnHost(std::string name, const clang::TagDecl *type,
                                           const Program &program,
                                           const clang::CXXRecordDecl *theClass) {
  if (NameScopes(program, theClass).isHidden(name, type))
    name.insert(0, "::");
  return name;
}

HostName vkmorph::frontend::spellOnHost(const clang::ValueDecl *constant, const Program &program,
                                        const clang::CXXRecordDecl *theClass, bool isInClass) {
  const clang::ASTContext &ast = constant->getASTContext();
  if (ast.getSourceManager().isInSystemHeader(constant->getLocation()) ||
      !isSeenWithClass(constant, theClass))
    return {};
  NameScopes scopes(program, theClass);
  auto *enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(constant);
  const clang::Decl *named = constant;
  std::string type;
  if (enumerator) {
    auto *enumeration = llvm::cast<clang::EnumDecl>(enumerator->getDeclContext());
    // `enum { Idle, Busy };`: names of what is around, where that is no function.
    bool isNamed = enumeration->getIdentifier() || enumeration->getTypedefNameForAnonDecl();
    if (enumeration->getParentFunctionOrMethod() || enumeration->getAccess() == clang::AS_private)
      return {};
    named = isNamed ? enumeration : llvm::cast<clang::Decl>(enumeration->getDeclContext());
    if (isNamed)
      type = clang::TypeName::getFullyQualifiedName(ast.getEnumType(enumeration), ast,
                                                    ast.getPrintingPolicy());
    if (!scopes.isReachable(enumeration, isInClass))
      return {};
  } else {
    // `static const int kMost = 8;` in a class has no address, which std::min asks for.
    auto *variable = llvm::dyn_cast<clang::VarDecl>(constant);
    if (variable && variable->isStaticDataMember() && !variable->isInline())
      return {};
    if (!scopes.isReachable(constant, isInClass))
      return {};
  }
  if (!isNameable(named))
    return {};
  std::string name =
      type.empty() ? qualifiedName(constant) : type + "::" + enumerator->getNameAsString();
  if (scopes.isHidden(name, constant))
    name.insert(0, "::");
  bool isScoped =
      enumerator && llvm::cast<clang::EnumDecl>(enumerator->getDeclContext())->isScoped();
  return {name, isScoped ? type : ""};
}
