//===- Callee.cpp - What a call names, decoded once -------------------------------------------===//

#include "frontend/library/Callee.h"

#include "frontend/library/VectorMaths.h"
#include "frontend/source/Program.h"

#include "llvm/ADT/STLExtras.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

static llvm::StringRef nameOf(clang::OverloadedOperatorKind operation) {
  switch (operation) {
#define OVERLOADED_OPERATOR(Name, Spelling, Token, Unary, Binary, MemberOnly)                      \
  case clang::OO_##Name:                                                                           \
    return "operator" Spelling;
#include "clang/Basic/OperatorKinds.def"
  default:
    return "";
  }
}

Callee::Callee(const clang::FunctionDecl *decl)
    : function(decl), method(llvm::dyn_cast_or_null<clang::CXXMethodDecl>(decl)) {
  if (!function)
    return;
  isStd = isOfStandardLibrary(function);
  isC = function->isExternC() || function->getBuiltinID() != 0;
  if (method && method->getParent()->getIdentifier())
    record = method->getParent()->getName();
  name =
      function->getIdentifier() ? function->getName() : nameOf(function->getOverloadedOperator());
  if (auto *conversion = llvm::dyn_cast<clang::CXXConversionDecl>(function);
      conversion && conversion->getConversionType()->isBooleanType())
    name = "operator bool";
  isBuiltin = name.consume_front("__builtin_");
  if (const clang::TemplateArgumentList *arguments = function->getTemplateSpecializationArgs())
    templateArguments = arguments->asArray();
  vectors = findVectorLibrary(function);
}

/// `std::ranges::sort` is an object of a class whose name is the library's own: the name of that
/// object; empty for calls of all else.
static llvm::StringRef nameOfRangesFunction(const clang::CallExpr *call) {
  auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  if (!operation || operation->getOperator() != clang::OO_Call)
    return "";
  auto *object = llvm::dyn_cast<clang::DeclRefExpr>(operation->getArg(0)->IgnoreParenImpCasts());
  auto *variable = object ? llvm::dyn_cast<clang::VarDecl>(object->getDecl()) : nullptr;
  for (const clang::DeclContext *home = variable ? variable->getDeclContext() : nullptr; home;
       home = home->getParent())
    if (auto *space = llvm::dyn_cast<clang::NamespaceDecl>(home); space && isStd(space, "ranges"))
      return variable->getName();
  return "";
}

Callee::Callee(const clang::CallExpr *call) : Callee(call->getDirectCallee()) {
  llvm::StringRef ofRanges = isStd && method ? nameOfRangesFunction(call) : "";
  if (ofRanges.empty())
    return;
  record = "ranges";
  name = ofRanges;
}

bool Callee::isIdentity() const {
  static constexpr llvm::StringLiteral names[] = {"move", "forward", "as_const",
                                                  "move_if_noexcept"};
  return isStd && !method && function->getNumParams() == 1 && llvm::is_contained(names, name);
}

bool Callee::isAllocation() const {
  static constexpr llvm::StringLiteral names[] = {
      "malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "free", "alloca"};
  return isC && !method && llvm::is_contained(names, name);
}

bool vkmorph::frontend::isStd(const clang::NamedDecl *decl, llvm::StringRef name) {
  return decl && decl->getIdentifier() && decl->getName() == name && isOfStandardLibrary(decl);
}

bool vkmorph::frontend::isOfChrono(const clang::Decl *decl) {
  for (const clang::DeclContext *scope = decl->getDeclContext(); scope; scope = scope->getParent())
    if (auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
        space && space->getName() == "chrono" && space->getParent()->isStdNamespace())
      return true;
  return false;
}
