//===- BitCasts.cpp - The bits of a value as another type -------------------------------------===//

#include "frontend/body/Expressions.h"

using namespace vkmorph;
using namespace vkmorph::frontend;

/// Whether a vkm.bitcast takes or gives it.
static bool isNumber(mlir::Type type) {
  return llvm::isa<mlir::FloatType>(type) ||
         (llvm::isa<mlir::IntegerType>(type) && type.getIntOrFloatBitWidth() >= 8);
}

mlir::Value ExpressionEmitter::emitBitCast(mlir::Value value, clang::QualType type,
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
