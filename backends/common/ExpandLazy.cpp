//===- ExpandLazy.cpp - Short-circuit operators and conditionals as statements ----------------===//

#include "backends/common/Raise.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Moves the operations of an operand's region to the end of `block`, and assigns what it yielded.
static void moveOperand(Region &region, Block *block, Value variable) {
  Operation *yield = &region.front().back();
  OpBuilder builder(yield);
  builder.create<AssignOp>(yield->getLoc(), variable, cast<YieldOp>(yield).getValue());
  yield->erase();
  block->getOperations().splice(block->end(), region.front().getOperations());
}

void vkmorph::expandLazy(Operation *op, StringRef name) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  auto declare = [&](Value init) {
    return builder
        .create<VarOp>(loc, RefType::get(type), builder.getStringAttr(name), init, UnitAttr())
        .getRef();
  };
  Value variable;
  if (auto select = dyn_cast<SelectOp>(op)) {
    variable = declare({});
    auto branch = builder.create<IfOp>(loc, select.getCondition(), /*withElse=*/true);
    moveOperand(select.getWhenTrue(), &branch.getThenRegion().front(), variable);
    moveOperand(select.getWhenFalse(), &branch.getElseRegion().front(), variable);
  } else {
    variable = declare(op->getOperand(0));
    Value condition = builder.create<LoadOp>(loc, type, variable);
    if (isa<OrOp>(op))
      condition = builder.create<UnaryOp>(loc, type, UnaryKind::Not, condition);
    auto branch = builder.create<IfOp>(loc, condition);
    moveOperand(op->getRegion(0), &branch.getThenRegion().front(), variable);
  }
  Value result = builder.create<LoadOp>(loc, type, variable);
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
}
