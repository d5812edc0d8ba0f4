//===- Contract.cpp - A product and a sum as one operation ------------------------------------===//
//
// Where --fp-contract=on says so:
//
//     a * b + c                        ->   fma(a, b, c)
//     c - a * b                        ->   fma(-a, b, c)
//     sum += a * b;                    ->   sum = fma(a, b, sum);
//
// Of two products in one sum the left one is taken, as clang does. Written out instead of leaving
// away `precise`: without that a device might as well regroup sums, by which results change without
// bound.
//
//===------------------------------------------------------------------------------------------===//

#include "backends/shading/raise/NearIdentities.h"
#include "backends/shading/raise/Raise.h"
#include "ir/Contraction.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;
using namespace vkmorph::shading;

static Value negate(OpBuilder &at, Value value) {
  return at.create<UnaryOp>(value.getLoc(), value.getType(), UnaryKind::Neg, value);
}

/// The product, if nobody else needs it.
static Product matchOwnProduct(Value value) {
  Product product = matchProduct(value);
  bool isOwn = product && value.hasOneUse() && product.op->hasOneUse() &&
               !product.op->hasAttr(kComputedAttr);
  return isOwn ? product : Product();
}

/// fma(a, b, other), of `product + other` or, with `isSubtracted`, of `other - product`.
static MathOp buildFma(OpBuilder &at, Location loc, Product product, bool isSubtracted,
                       Value other) {
  Type type = product.op.getType();
  // A number that a vector is multiplied by.
  auto widen = [&](Value value) -> Value {
    return value.getType() == type ? value : at.create<SplatOp>(loc, type, value);
  };
  Value lhs = product.op.getLhs();
  if (product.isNegated != isSubtracted)
    lhs = negate(at, lhs);
  auto fma = at.create<MathOp>(loc, type, MathFn::Fma,
                               ValueRange{widen(lhs), widen(product.op.getRhs()), other});
  fma->setAttr(kContractedAttr, at.getUnitAttr());
  return fma;
}

static void erase(Value sumOperand) {
  Operation *op = sumOperand.getDefiningOp();
  Value below = isa<UnaryOp>(op) ? op->getOperand(0) : Value();
  op->erase();
  if (below)
    below.getDefiningOp()->erase();
}

static bool isSum(BinaryKind kind) { return kind == BinaryKind::Add || kind == BinaryKind::Sub; }

static void contract(BinaryOp sum) {
  Value lhs = sum.getLhs(), rhs = sum.getRhs();
  if (lhs.getType() != sum.getType() || rhs.getType() != sum.getType() || isNearIdentity(sum))
    return;
  bool isDifference = sum.getKind() == BinaryKind::Sub;
  OpBuilder at(sum);
  MathOp fma;
  Value taken = lhs;
  if (Product left = matchOwnProduct(lhs)) {
    fma = buildFma(at, sum.getLoc(), left, /*isSubtracted=*/false,
                   isDifference ? negate(at, rhs) : rhs);
  } else if (Product right = matchOwnProduct(rhs)) {
    taken = rhs;
    fma = buildFma(at, sum.getLoc(), right, isDifference, lhs);
  } else {
    return;
  }
  sum.getResult().replaceAllUsesWith(fma.getResult());
  if (Attribute isFree = sum->getAttr(kFreeOrderAttr))
    fma->setAttr(kFreeOrderAttr, isFree);
  sum.erase();
  erase(taken);
}

static void contract(UpdateOp update) {
  Type type = cast<RefType>(update.getRef().getType()).getPointee();
  Product product = matchOwnProduct(update.getValue());
  if (!product || product.op.getType() != type || isNearIdentity(update))
    return;
  OpBuilder at(update);
  Value old = at.create<LoadOp>(update.getLoc(), type, update.getRef());
  MathOp fma = buildFma(at, update.getLoc(), product, update.getKind() == BinaryKind::Sub, old);
  auto assign = at.create<AssignOp>(update.getLoc(), update.getRef(), fma.getResult());
  assign->setDiscardableAttrs(update->getDiscardableAttrDictionary());
  if (Attribute isFree = update->getAttr(kFreeOrderAttr))
    fma->setAttr(kFreeOrderAttr, isFree);
  Value taken = update.getValue();
  update.erase();
  erase(taken);
}

void vkmorph::shading::contractProducts(ModuleOp module) {
  SmallVector<Operation *> sums;
  module.walk([&](Operation *op) {
    auto binary = dyn_cast<BinaryOp>(op);
    auto update = dyn_cast<UpdateOp>(op);
    if (op->hasAttr(kComputedAttr))
      return;
    if ((binary && isSum(binary.getKind())) || (update && isSum(update.getKind())))
      sums.push_back(op);
  });
  for (Operation *op : sums) {
    if (auto update = dyn_cast<UpdateOp>(op))
      contract(update);
    else
      contract(cast<BinaryOp>(op));
  }
}
