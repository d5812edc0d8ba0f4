//===- AssociativeAttribute.cpp - [[vkmorph::associative]]: f(f(a, b), c) is f(a, f(b, c)) ---===//

#include "frontend/roles/Config.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace vkmorph::frontend;

/// How the attribute is kept in clang's syntax tree.
static constexpr llvm::StringLiteral kAssociativeAnnotation = "vkmorph.associative";

namespace {

class AssociativeAttribute : public clang::ParsedAttrInfo {
public:
  AssociativeAttribute() {
    static constexpr Spelling kSpellings[] = {
        {clang::ParsedAttr::AS_CXX11, "vkmorph::associative"}};
    Spellings = kSpellings;
  }

  bool diagAppertainsToDecl(clang::Sema &sema, const clang::ParsedAttr &attribute,
                            const clang::Decl *decl) const override {
    auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(decl);
    bool hasObject = method && !method->isStatic();
    if (function && !function->getReturnType()->isVoidType() &&
        function->getNumParams() + (hasObject ? 1 : 0) >= 2)
      return true;
    sema.Diag(attribute.getLoc(),
              sema.getDiagnostics().getCustomDiagID(
                  clang::DiagnosticsEngine::Error,
                  "'associative' is about a function that combines two values into one"));
    return false;
  }

  AttrHandling handleDeclAttribute(clang::Sema &sema, clang::Decl *decl,
                                   const clang::ParsedAttr &attribute) const override {
    decl->addAttr(
        clang::AnnotateAttr::Create(sema.Context, kAssociativeAnnotation, nullptr, 0, attribute));
    return AttributeApplied;
  }
};

} // namespace

static clang::ParsedAttrInfoRegistry::Add<AssociativeAttribute>
    associativeAttribute("vkmorph-associative", "states that a function is associative");

bool vkmorph::frontend::isDeclaredAssociative(const clang::FunctionDecl *function) {
  auto isMarked = [](const clang::FunctionDecl *one) {
    return llvm::any_of(one->specific_attrs<clang::AnnotateAttr>(), [](const auto *attribute) {
      return attribute->getAnnotation() == kAssociativeAnnotation;
    });
  };
  if (llvm::any_of(function->redecls(), isMarked))
    return true;
  const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  return pattern && llvm::any_of(pattern->redecls(), isMarked);
}
