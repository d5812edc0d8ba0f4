//===- KnownPlaces.cpp - Pointers of which it is known whether they are null -----------------===//
//
//   if (mean)                 Measure(x, n, &m_mean)    m_mean = m_sum / n;
//     *mean = m_sum / n;  ->  Measure(x, n, nullptr)    (nothing)
//
//===------------------------------------------------------------------------------------------===//

#include "transforms/KnownPlaces.h"

#include "ir/Effects.h"
#include "transforms/KnownConditions.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static std::optional<bool> getConstant(Value part) {
  auto constant = part.getDefiningOp<ConstantOp>();
  auto number = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : nullptr;
  return number && part.getType().isInteger(1) ? std::optional(!number.getValue().isZero())
                                               : std::nullopt;
}

std::optional<bool> vkmorph::vkm::isKnownPlace(Value root) {
  if (root && root.getDefiningOp<NoPlaceOp>())
    return false;
  auto argument = dyn_cast_or_null<BlockArgument>(root);
  bool isGiven = argument && isa<ControlOp>(argument.getOwner()->getParentOp());
  return isGiven ? std::nullopt : std::optional(true);
}

void vkmorph::vkm::answerPlaces(Region &body, PlaceAnswer answer) {
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
    takeKnownBranches(body, getConstant, [](Operation *) {});
}
