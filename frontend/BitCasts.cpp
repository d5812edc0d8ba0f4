//===- BitCasts.cpp - memcpy between values, std::bit_cast
//--------------------------------------===//

#include "frontend/BodyBuilder.h"

using namespace vkmorph;
using namespace vkmorph::frontend;
using clang::dyn_cast;

/// Whether a vkm.bitcast takes or gives it.
static bool isNumber(mlir::Type type) {
  return llvm::isa<mlir::FloatType>(type) ||
         (llvm::isa<mlir::IntegerType>(type) && type.getIntOrFloatBitWidth() >= 8);
}

mlir::Value BodyBuilder::emitBitCast(mlir::Value value, clang::QualType type,
                                     const clang::Expr *use) {
  mlir::Location where = loc(use);
  mlir::Type converted = value ? convert(type, where) : mlir::Type();
  if (!converted || value.getType() == converted)
    return converted ? value : mlir::Value();
  // Control functions run on the host, which has no such operator.
  bool isPossible = isNumber(value.getType()) && isNumber(converted) && !m_isControl &&
                    value.getType().getIntOrFloatBitWidth() == converted.getIntOrFloatBitWidth();
  if (!isPossible) {
    report(use, diag::CopyBits);
    return {};
  }
  if (llvm::isa<mlir::IntegerType>(value.getType()) && llvm::isa<mlir::IntegerType>(converted))
    return emitCast(value, converted, where);
  return m_builder.create<vkm::BitcastOp>(where, converted, value);
}

/// A pointer without its conversion to void *.
static const clang::Expr *withoutVoid(const clang::Expr *pointer) {
  const clang::Expr *e = pointer->IgnoreParens();
  while (auto *cast = dyn_cast<clang::ImplicitCastExpr>(e)) {
    if (cast->getCastKind() != clang::CK_BitCast && cast->getCastKind() != clang::CK_NoOp)
      break;
    e = cast->getSubExpr()->IgnoreParens();
  }
  return e;
}

bool BodyBuilder::emitCopyBits(const clang::CallExpr *call) {
  const clang::Expr *to = withoutVoid(call->getArg(0)), *from = withoutVoid(call->getArg(1));
  clang::Expr::EvalResult size;
  clang::QualType target = to->getType()->getPointeeType();
  clang::QualType source = from->getType()->getPointeeType();
  bool isWhole = !target.isNull() && !source.isNull() && !target->isVoidType() &&
                 !source->isVoidType() && call->getArg(2)->EvaluateAsInt(size, m_ast) &&
                 m_ast.getTypeSizeInChars(target).getQuantity() == size.Val.getInt() &&
                 m_ast.getTypeSizeInChars(source).getQuantity() == size.Val.getInt();
  if (!isWhole) {
    report(call, diag::CopyBits);
    return false;
  }
  mlir::Location where = loc(call);
  std::optional<PointerValue> toPointer = emitPointer(to);
  std::optional<PointerValue> fromPointer = emitPointer(from);
  if (!toPointer || !fromPointer)
    return false;
  mlir::Value place = dereference(*toPointer, where), read = dereference(*fromPointer, where);
  mlir::Type type = llvm::cast<vkm::RefType>(read.getType()).getPointee();
  mlir::Value value = emitBitCast(m_builder.create<vkm::LoadOp>(where, type, read),
                                  target.getUnqualifiedType(), call);
  if (!value)
    return false;
  m_builder.create<vkm::AssignOp>(where, place, value);
  return true;
}
