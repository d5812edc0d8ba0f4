//===- CountedLoops.cpp - Loops that count ----------------------------------------------------===//

#include "passes/CountedLoops.h"

#include "passes/Utils.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// Whether evaluating a region, up to its yield and but for the statement `except`, changes
/// nothing.
static bool isPure(Region &region, Operation *except = nullptr) {
  return llvm::all_of(region.front(), [&](Operation &op) {
    return &op == except || isa<YieldOp>(op) || isWithoutEffect(&op);
  });
}

/// Whether a value is that of the counter, possibly converted to an integer that is at least as
/// wide.
static bool isCounter(Value value, Value place) {
  while (auto cast = value.getDefiningOp<CastOp>()) {
    auto from = dyn_cast<IntegerType>(cast.getOperand().getType());
    auto to = dyn_cast<IntegerType>(cast.getType());
    if (!from || !to || to.getWidth() < from.getWidth())
      return false;
    value = cast.getOperand();
  }
  auto load = value.getDefiningOp<LoadOp>();
  return load && load.getRef() == place;
}

/// What a statement adds to the counter or takes from it: `i++`, `i += 2`, `i = i - 1`, `i =
/// (uint8_t)(i + stride)`.
static bool matchStep(Operation *statement, Value place, CountedLoop &result) {
  BinaryKind kind;
  if (auto update = dyn_cast<UpdateOp>(statement); update && update.getRef() == place) {
    kind = update.getKind();
    result.amount = update.getValue();
  } else if (auto assign = dyn_cast<AssignOp>(statement); assign && assign.getRef() == place) {
    Value value = assign.getValue();
    if (auto cast = value.getDefiningOp<CastOp>())
      value = cast.getOperand();
    auto sum = value.getDefiningOp<BinaryOp>();
    if (!sum)
      return false;
    kind = sum.getKind();
    if (isCounter(sum.getLhs(), place))
      result.amount = sum.getRhs();
    else if (kind == BinaryKind::Add && isCounter(sum.getRhs(), place))
      result.amount = sum.getLhs();
    else
      return false;
  } else {
    return false;
  }
  result.subtracted = kind == BinaryKind::Sub;
  return kind == BinaryKind::Add || kind == BinaryKind::Sub;
}

std::optional<CountedLoop> vkmorph::vkm::matchLoopHeader(ForOp loop, StringRef *whyNot) {
  auto fail = [&](StringRef why) {
    if (whyNot)
      *whyNot = why;
    return std::nullopt;
  };
  auto type = dyn_cast<IntegerType>(loop.getInit().getType());
  if (!type || type.getWidth() == 1)
    return fail("its variable is no integer");
  if (!isPure(loop.getCond()))
    return fail("its condition has side effects");

  CountedLoop result;
  auto cmp = cast<YieldOp>(loop.getCond().front().back()).getValue().getDefiningOp<CmpOp>();
  if (cmp && isCounter(cmp.getLhs(), loop.getCondVar())) {
    result.bound = cmp.getRhs();
    result.predicate = cmp.getKind();
  } else if (cmp && isCounter(cmp.getRhs(), loop.getCondVar())) {
    result.bound = cmp.getLhs();
    result.predicate = swapOperands(cmp.getKind());
  } else {
    return fail("its condition is no comparison of the counter with a bound");
  }
  if (!isa<IntegerType>(result.bound.getType()))
    return fail("its bound is no integer");

  Operation *statement = nullptr;
  for (Operation &op : loop.getStep().front())
    if (!op.hasTrait<VkmExpression>())
      statement = &op;
  if (!statement || !isPure(loop.getStep(), statement) ||
      !matchStep(statement, loop.getStepVar(), result))
    return fail("its step does not add one value to the counter");
  return result;
}

std::optional<CountedLoop> vkmorph::vkm::matchCountedLoop(ForOp loop) {
  if (!llvm::all_of(loop.getBodyVar().getUsers(),
                    [](Operation *user) { return isa<LoadOp>(user); }))
    return std::nullopt;
  return matchLoopHeader(loop);
}

Operation *vkmorph::vkm::getJumpTarget(Operation *jump) {
  if (isa<ReturnOp>(jump))
    return nullptr;
  Operation *target = jump->getParentOp();
  while (!isa<ForOp, WhileOp, DoWhileOp, GridOp>(target) &&
         !(isa<BreakOp>(jump) && isa<SwitchOp>(target)))
    target = target->getParentOp();
  return target;
}

SmallVector<Operation *> vkmorph::vkm::getExits(Operation *loop) {
  SmallVector<Operation *> exits;
  loop->walk([&](Operation *jump) {
    if (isa<ReturnOp>(jump) || (isa<BreakOp>(jump) && getJumpTarget(jump) == loop))
      exits.push_back(jump);
  });
  return exits;
}
