//===- Throws.cpp - Exceptions and assertions in control functions ----------------------------===//
//
//   throw std::invalid_argument("n is " + std::to_string(n));
//     ->  vkm.host ["throw std::invalid_argument(\"n is \" + std::to_string(", "))"](%n)
//     {vkm.throws}
//   assert(n > 0);
//     ->  vkm.host ["assert(", ")"](%c) {vkm.asserts}
//
//===------------------------------------------------------------------------------------------===//

#include "frontend/host/HostCode.h"

#include "ir/HostCode.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

void HostEmitter::emitThrow(const clang::CXXThrowExpr *statement) {
  const clang::Expr *thrown = statement->getSubExpr();
  if (!thrown)
    return report(statement, diag::HostExceptions, {"'throw' without an exception"});
  HostText text;
  text.add("throw ");
  if (emitHostText(thrown, text))
    makeHostOp(text, {}, loc(statement))->setAttr(vkm::kThrowsAttr, m_builder.getUnitAttr());
}

/// Whether a condition is made of numbers alone, without calls.
static bool isOfNumbers(const clang::Expr *expression) {
  const clang::Expr *e = expression->IgnoreParenCasts();
  if (!e->getType()->isArithmeticType() && !e->getType()->isUnscopedEnumerationType())
    return false;
  if (auto *member = llvm::dyn_cast<clang::MemberExpr>(e)) {
    const clang::Expr *base = member->getBase()->IgnoreParenImpCasts();
    while (auto *outer = llvm::dyn_cast<clang::MemberExpr>(base))
      base = outer->getBase()->IgnoreParenImpCasts();
    return llvm::isa<clang::CXXThisExpr>(base);
  }
  if (llvm::isa<clang::DeclRefExpr>(e))
    return true;
  bool isOperator =
      llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::ConditionalOperator,
                clang::IntegerLiteral, clang::FloatingLiteral, clang::CXXBoolLiteralExpr>(e);
  return isOperator && llvm::all_of(e->children(), [](const clang::Stmt *child) {
           return isOfNumbers(llvm::cast<clang::Expr>(child));
         });
}

bool HostEmitter::emitAssertion(const clang::Expr *assertion, const clang::Expr *condition) {
  const clang::Expr *asserted = condition->IgnoreParenCasts();
  const clang::StringLiteral *message = nullptr;
  if (auto *both = llvm::dyn_cast<clang::BinaryOperator>(asserted);
      both && both->getOpcode() == clang::BO_LAnd) {
    message = llvm::dyn_cast<clang::StringLiteral>(both->getRHS()->IgnoreParenImpCasts());
    if (message)
      asserted = both->getLHS();
  }
  if (!isOfNumbers(asserted))
    return false;
  mlir::Value value = emitValueOf(asserted);
  if (!value)
    return true;
  HostText text;
  text.headers.insert("<cassert>");
  text.add("assert(");
  text.add(value);
  if (message) {
    text.add(" && ");
    emitHostText(message, text);
  }
  text.add(")");
  makeHostOp(text, {}, loc(assertion))->setAttr(vkm::kAssertsAttr, m_builder.getUnitAttr());
  return true;
}
