//===- KnownPlaces.cpp - Pointers of which it is known whether they are null -----------------===//
//
//   if (mean)                 Measure(x, n, &m_mean)    m_mean = m_sum / n;
//     *mean = m_sum / n;  ->  Measure(x, n, nullptr)    (nothing)
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/values/KnownPlaces.h"

#include "ir/Effects.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

static std::optional<bool> evaluate(Value value);

static std::optional<bool> evaluateRegion(Region &region) {
  auto yield = dyn_cast<YieldOp>(region.front().back());
  return yield ? evaluate(yield.getValue()) : std::nullopt;
}

/// What a condition is where constants decide about it.
static std::optional<bool> evaluate(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op)) {
    auto number = dyn_cast<IntegerAttr>(constant.getValue());
    return number && value.getType().isInteger(1) ? std::optional(!number.getValue().isZero())
                                                  : std::nullopt;
  }
  if (auto unary = dyn_cast_or_null<UnaryOp>(op); unary && unary.getKind() == UnaryKind::Not) {
    std::optional<bool> operand = evaluate(unary.getOperand());
    return operand ? std::optional(!*operand) : std::nullopt;
  }
  bool isAnd = isa_and_nonnull<AndOp>(op);
  if (!isAnd && !isa_and_nonnull<OrOp>(op))
    return std::nullopt;
  // `false && x`; what stands left of `x && false` is still evaluated, and has no effect here.
  std::optional<bool> left = evaluate(op->getOperand(0));
  if (left && *left != isAnd)
    return left;
  std::optional<bool> right = evaluateRegion(op->getRegion(0));
  bool isDecided = right && *right != isAnd;
  return isDecided || left ? right : std::nullopt;
}

/// Moves a block's operations in front of another operation; what stands behind a return never
/// runs.
static void spliceBefore(Operation *op, Block &from) {
  bool leaves = !from.empty() && isa<ReturnOp>(from.back());
  op->getBlock()->getOperations().splice(op->getIterator(), from.getOperations());
  if (!leaves)
    return;
  Block *block = op->getBlock();
  while (&block->back() != op)
    block->back().erase();
}

static bool takeBranch(IfOp op) {
  std::optional<bool> condition = evaluate(op.getCondition());
  if (!condition)
    return false;
  Region &taken = *condition ? op.getThenRegion() : op.getElseRegion();
  if (!taken.empty())
    spliceBefore(op, taken.front());
  op.erase();
  return true;
}

static bool takeBranch(SelectOp op) {
  std::optional<bool> condition = evaluate(op.getCondition());
  if (!condition)
    return false;
  Block &taken = (*condition ? op.getWhenTrue() : op.getWhenFalse()).front();
  Value value = cast<YieldOp>(taken.back()).getValue();
  taken.back().erase();
  op->getBlock()->getOperations().splice(op->getIterator(), taken.getOperations());
  op.getResult().replaceAllUsesWith(value);
  op.erase();
  return true;
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
  while (isAnswered) {
    Operation *decided = nullptr;
    body.walk([&](Operation *op) {
      bool isBranch = isa<IfOp, SelectOp>(op);
      if (!isBranch || !evaluate(op->getOperand(0)))
        return WalkResult::advance();
      decided = op;
      return WalkResult::interrupt();
    });
    if (auto branch = dyn_cast_or_null<IfOp>(decided))
      isAnswered = takeBranch(branch);
    else if (auto choice = dyn_cast_or_null<SelectOp>(decided))
      isAnswered = takeBranch(choice);
    else
      isAnswered = false;
  }
}
