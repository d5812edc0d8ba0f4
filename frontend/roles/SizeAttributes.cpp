//===- SizeAttributes.cpp - [[vkmorph::size("w*h")]]: how long a pointer parameter's array is

#include "frontend/roles/SizeAttributes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace vkmorph::frontend;

/// How the attribute is kept in clang's syntax tree.
static constexpr llvm::StringLiteral kSizeAnnotation = "vkmorph.size";

namespace {

class SizeAttribute : public clang::ParsedAttrInfo {
public:
  SizeAttribute() {
    static constexpr Spelling kSpellings[] = {{clang::ParsedAttr::AS_CXX11, "vkmorph::size"},
                                              {clang::ParsedAttr::AS_CXX11, "size"},
                                              {clang::ParsedAttr::AS_GNU, "size"}};
    Spellings = kSpellings;
    NumArgs = 1;
    OptArgs = 15;
  }

  bool diagAppertainsToDecl(clang::Sema &sema, const clang::ParsedAttr &attribute,
                            const clang::Decl *decl) const override {
    auto *variable = llvm::dyn_cast<clang::DeclaratorDecl>(decl);
    bool isParameter = llvm::isa<clang::ParmVarDecl>(decl);
    if ((isParameter || llvm::isa<clang::FieldDecl>(decl)) &&
        (variable->getType()->isDependentType() || variable->getType()->isPointerType() ||
         (isParameter && variable->getType()->isArrayType())))
      return true;
    sema.Diag(attribute.getLoc(), sema.getDiagnostics().getCustomDiagID(
                                      clang::DiagnosticsEngine::Error,
                                      "'size' states the number of elements behind a pointer "
                                      "parameter or member; it does not apply here"));
    return false;
  }

  AttrHandling handleDeclAttribute(clang::Sema &sema, clang::Decl *decl,
                                   const clang::ParsedAttr &attribute) const override {
    llvm::SmallVector<clang::Expr *, 4> strings;
    for (unsigned i = 0; i < attribute.getNumArgs(); ++i) {
      clang::Expr *argument =
          attribute.isArgExpr(i) ? attribute.getArgAsExpr(i)->IgnoreParens() : nullptr;
      if (!llvm::isa_and_nonnull<clang::StringLiteral>(argument)) {
        sema.Diag(attribute.getLoc(),
                  sema.getDiagnostics().getCustomDiagID(
                      clang::DiagnosticsEngine::Error,
                      "'size' takes expressions as strings, as in size(\"width*height\")"));
        return AttributeNotApplied;
      }
      strings.push_back(argument);
    }
    decl->addAttr(clang::AnnotateAttr::Create(sema.Context, kSizeAnnotation, strings.data(),
                                              strings.size(), attribute));
    return AttributeApplied;
  }
};

} // namespace

static clang::ParsedAttrInfoRegistry::Add<SizeAttribute>
    sizeAttribute("vkmorph-size", "states the number of elements behind a pointer");

void vkmorph::frontend::registerSizeAttribute() {}

llvm::SmallVector<const clang::StringLiteral *>
vkmorph::frontend::getSizeStrings(const clang::DeclaratorDecl *pointer) {
  llvm::SmallVector<const clang::StringLiteral *> strings;
  for (const auto *attribute : pointer->specific_attrs<clang::AnnotateAttr>())
    if (attribute->getAnnotation() == kSizeAnnotation)
      for (const clang::Expr *argument : attribute->args())
        strings.push_back(llvm::cast<clang::StringLiteral>(argument->IgnoreParenImpCasts()));
  return strings;
}
