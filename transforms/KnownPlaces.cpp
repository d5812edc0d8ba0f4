//===- KnownPlaces.cpp - Pointers of which it is known whether they are null -----------------===//
//
//   if (mean)                 Measure(x, n, &m_mean)    m_mean = m_sum / n;
//     *mean = m_sum / n;  ->  Measure(x, n, nullptr)    (nothing)
//
//===------------------------------------------------------------------------------------------===//

#include "transforms/KnownPlaces.h"

#include "ir/Effects.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// `const bool masked = true;` is known where it is read.
static std::optional<bool> getConstant(Value part) {
  auto load = part.getDefiningOp<LoadOp>();
  auto variable = load ? load.getRef().getDefiningOp<VarOp>() : VarOp();
  if (variable && variable.getConstant() && variable.getInit())
    return getConstant(variable.getInit());
  auto constant = part.getDefiningOp<ConstantOp>();
  auto number = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : nullptr;
  return number && part.getType().isInteger(1) ? std::optional(!number.getValue().isZero())
                                               : std::nullopt;
}

/// What is known of `!a`, `a && b` and `a || b` stands in their place: a constant, or `b`.
static bool foldOne(Operation *op) {
  OpBuilder builder(op);
  bool isNot = isa<UnaryOp>(op) && cast<UnaryOp>(op).getKind() == UnaryKind::Not;
  if (!isNot && !isa<AndOp, OrOp>(op))
    return false;
  if (std::optional<bool> truth = getTruth(op->getResult(0), getConstant)) {
    Value constant = builder.create<ConstantOp>(op->getLoc(), builder.getBoolAttr(*truth));
    op->getResult(0).replaceAllUsesWith(constant);
    op->erase();
    return true;
  }
  if (isNot || !getTruth(op->getOperand(0), getConstant))
    return false;
  Block &right = op->getRegion(0).front();
  auto yield = cast<YieldOp>(right.back());
  Value value = yield.getValue();
  yield.erase();
  op->getBlock()->getOperations().splice(op->getIterator(), right.getOperations());
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
  return true;
}

void vkmorph::vkm::takeKnownConditions(Region &body, DroppedOperation dropped) {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    body.walk<WalkOrder::PostOrder>([&](Operation *op) {
      isChanged = foldOne(op);
      return isChanged ? WalkResult::interrupt() : WalkResult::advance();
    });
  }
  takeKnownBranches(body, getConstant, dropped);
}

std::optional<bool> vkmorph::vkm::isKnownPlace(Value root) {
  if (root && root.getDefiningOp<NoPlaceOp>())
    return false;
  // Of a vector without elements it is not known whether there is a place for some.
  if (root && root.getDefiningOp<VectorDataOp>())
    return std::nullopt;
  auto argument = dyn_cast_or_null<BlockArgument>(root);
  bool isGiven = argument && isa<ControlOp>(argument.getOwner()->getParentOp());
  return isGiven ? std::nullopt : std::optional(true);
}

void vkmorph::vkm::answerPlaces(Region &body, PlaceAnswer answer, DroppedOperation dropped) {
  bool isAnswered = false;
  body.walk([&](IsSetOp op) {
    std::optional<bool> known = answer(getRoot(op.getPlace()).value);
    if (!known)
      return;
    OpBuilder builder(op);
    Value constant = builder.create<ConstantOp>(op.getLoc(), builder.getBoolAttr(*known));
    op.getResult().replaceAllUsesWith(constant);
    op.erase();
    isAnswered = true;
  });
  if (isAnswered)
    takeKnownConditions(body, dropped);
}
