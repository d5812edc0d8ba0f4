//===- NearIdentities.cpp - Operations whose results only NaN, infinities and -0.0 change -===//

#include "backends/shading/raise/NearIdentities.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static bool isZero(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op)) {
    auto number = dyn_cast<FloatAttr>(constant.getValue());
    return number && number.getValue().isZero();
  }
  return isa_and_nonnull<UnaryOp, SplatOp, AggregateOp>(op) && op->getNumOperands() != 0 &&
         llvm::all_of(op->getOperands(), isZero);
}

bool vkmorph::shading::isAlike(Value a, Value b) {
  auto resolve = [](Value value) {
    while (auto load = value.getDefiningOp<LoadOp>()) {
      auto var = load.getRef().getDefiningOp<VarOp>();
      if (!var || !var.getInit() || !var.getInit().getDefiningOp<LoadOp>())
        break;
      value = var.getInit();
    }
    return value;
  };
  a = resolve(a);
  b = resolve(b);
  if (a == b)
    return true;
  Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
  // Whatever they are called.
  if (auto number = dyn_cast_or_null<ConstantOp>(x))
    return isa_and_nonnull<ConstantOp>(y) && number.getValue() == cast<ConstantOp>(y).getValue();
  return x && y && x->getName() == y->getName() &&
         x->getAttrDictionary() == y->getAttrDictionary() && x->getNumRegions() == 0 &&
         x->getNumResults() == 1 && !isa<VarOp>(x) &&
         llvm::equal(x->getOperands(), y->getOperands(), isAlike);
}

static bool isNearIdentity(BinaryKind kind, bool zeroLhs, bool zeroRhs, bool alike) {
  switch (kind) {
  case BinaryKind::Add:
  case BinaryKind::Mul:
    return zeroLhs || zeroRhs;
  case BinaryKind::Sub:
    return zeroLhs || zeroRhs || alike;
  case BinaryKind::Div:
    return zeroLhs || alike;
  default:
    return false;
  }
}

bool vkmorph::shading::isNearIdentity(BinaryOp binary) {
  Value lhs = binary.getLhs(), rhs = binary.getRhs();
  return isFloating(binary.getType()) &&
         ::isNearIdentity(binary.getKind(), isZero(lhs), isZero(rhs), isAlike(lhs, rhs));
}

bool vkmorph::shading::isNearIdentity(UpdateOp update) {
  Value value = update.getValue();
  auto load = value.getDefiningOp<LoadOp>();
  return isFloating(value.getType()) &&
         ::isNearIdentity(update.getKind(), false, isZero(value),
                          load && isAlike(load.getRef(), update.getRef()));
}
