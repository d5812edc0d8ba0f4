//===- Contraction.cpp - Products that sums take in without rounding them ---------------------===//

#include "ir/Contraction.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

Product vkmorph::vkm::matchProduct(Value value) {
  Product product;
  if (auto negation = value.getDefiningOp<UnaryOp>();
      negation && negation.getKind() == UnaryKind::Neg) {
    product.isNegated = true;
    value = negation.getOperand();
  }
  auto binary = value.getDefiningOp<BinaryOp>();
  bool isProduct = binary && binary.getKind() == BinaryKind::Mul && isFloating(binary.getType()) &&
                   !isa<MatType>(binary.getType());
  // A vector times a matrix is a sum of products itself.
  if (isProduct && !isa<MatType>(binary.getLhs().getType()) &&
      !isa<MatType>(binary.getRhs().getType()))
    product.op = binary;
  return product;
}
