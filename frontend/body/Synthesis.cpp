//===- Synthesis.cpp - Expressions over what has been evaluated -------------------------------===//

#include "frontend/body/Synthesis.h"

#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Initialization.h"
#include "clang/Sema/Sema.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

Synthesis::Synthesis(Body &body, const clang::Expr *use)
    : m_body(body), m_location(use->getExprLoc()) {}

clang::Expr *Synthesis::make(llvm::function_ref<clang::ExprResult(clang::Sema &)> act) {
  clang::Expr *made = nullptr;
  m_body.source.whileParsing([&](clang::Sema &sema) {
    clang::EnterExpressionEvaluationContext context(
        sema, clang::Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
    clang::ExprResult result = act(sema);
    made = result.isUsable() ? result.get() : nullptr;
  });
  return made;
}

clang::Expr *Synthesis::place(clang::QualType type, mlir::Value ref) {
  if (!ref)
    return nullptr;
  auto *opaque = new (m_body.ast)
      clang::OpaqueValueExpr(m_location, type.getNonReferenceType(), clang::VK_LValue);
  m_body.opaqueValues[opaque] = ref;
  return opaque;
}

clang::Expr *Synthesis::value(clang::QualType type, mlir::Value value) {
  if (!value)
    return nullptr;
  auto *opaque = new (m_body.ast) clang::OpaqueValueExpr(
      m_location, type.getNonReferenceType().getUnqualifiedType(), clang::VK_PRValue);
  m_body.opaqueValues[opaque] = value;
  return opaque;
}

mlir::Value Synthesis::valueOf(const clang::Expr *made) const {
  return m_body.opaqueValues.lookup(llvm::cast<clang::OpaqueValueExpr>(made));
}

clang::Expr *Synthesis::closure(clang::QualType type, std::shared_ptr<const Closure> closure) {
  if (!closure)
    return nullptr;
  auto *opaque = new (m_body.ast)
      clang::OpaqueValueExpr(m_location, type.getNonReferenceType(), clang::VK_LValue);
  m_body.opaqueClosures[opaque] = std::move(closure);
  return opaque;
}

clang::Expr *Synthesis::unary(clang::UnaryOperatorKind kind, clang::Expr *operand) {
  if (!operand)
    return nullptr;
  return make(
      [&](clang::Sema &sema) { return sema.BuildUnaryOp(nullptr, m_location, kind, operand); });
}

clang::Expr *Synthesis::binary(clang::BinaryOperatorKind kind, clang::Expr *lhs, clang::Expr *rhs) {
  if (!lhs || !rhs)
    return nullptr;
  return make(
      [&](clang::Sema &sema) { return sema.BuildBinOp(nullptr, m_location, kind, lhs, rhs); });
}

clang::Expr *Synthesis::call(clang::Expr *function, llvm::ArrayRef<clang::Expr *> arguments) {
  if (!function || llvm::is_contained(arguments, nullptr))
    return nullptr;
  llvm::SmallVector<clang::Expr *> list(arguments);
  return make([&](clang::Sema &sema) {
    return sema.BuildCallExpr(sema.getCurScope(), function, m_location, list, m_location);
  });
}

clang::Expr *Synthesis::condition(clang::Expr *expression) {
  if (!expression)
    return nullptr;
  return make([&](clang::Sema &sema) { return sema.PerformContextuallyConvertToBool(expression); });
}

clang::Expr *Synthesis::convert(clang::Expr *expression, clang::QualType type) {
  if (!expression)
    return nullptr;
  return make([&](clang::Sema &sema) {
    clang::QualType target = type.getNonReferenceType().getUnqualifiedType();
    auto entity = clang::InitializedEntity::InitializeTemporary(target);
    return sema.PerformCopyInitialization(entity, m_location, expression);
  });
}

clang::Expr *Synthesis::construct(clang::QualType type, llvm::ArrayRef<clang::Expr *> arguments) {
  llvm::SmallVector<clang::Expr *> list(arguments);
  clang::TypeSourceInfo *source = m_body.ast.getTrivialTypeSourceInfo(type, m_location);
  return make([&](clang::Sema &sema) {
    return sema.BuildCXXTypeConstructExpr(source, m_location, list, m_location,
                                          /*ListInitialization=*/false);
  });
}
