//===- Contraction.h - Products that sums take in without rounding them -----------------------===//
//
// With --fp-contract=on a product and the sum that takes it are one operation, rounded once, as
// clang's option of that name means it: where both stand in one expression. The back end writes
// such sums as fma(a, b, c); vkmorph-check allows for the rounding that is missing.
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_IR_CONTRACTION_H
#define VKMORPH_IR_CONTRACTION_H

#include "ir/VkmDialect.h"

namespace vkmorph::vkm {

/// Of a module from the planned phase on, a unit: products and sums may become one operation.
inline constexpr llvm::StringLiteral kFpContractAttr = "vkm.fp_contract";

/// `a * b`, or `-(a * b)`, as an operand of a sum.
struct Product {
  BinaryOp op;
  bool isNegated = false;

  explicit operator bool() const { return static_cast<bool>(op); }
};

/// The product that a sum of floats, or of vectors of them, can take in; none where the value is
/// something else, or a product of a matrix.
Product matchProduct(mlir::Value value);

} // namespace vkmorph::vkm

#endif // VKMORPH_IR_CONTRACTION_H
