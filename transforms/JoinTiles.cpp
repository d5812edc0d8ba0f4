//===- JoinTiles.cpp - Loops over tiles and in them become one --------------------------------===//

#include "transforms/JoinTiles.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/Expressions.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Whether a value is the counter of a loop, read in its body.
static bool isCounter(Value value, ForOp loop) {
  auto load = value.getDefiningOp<LoadOp>();
  return load && load.getRef() == loop.getBodyVar();
}

/// Whether the loop counts upwards to less than a bound.
static bool countsUp(const CountedLoop &loop) {
  return loop.predicate == CmpKind::Lt && !loop.subtracted;
}

/// Whether a bound is min(counter of `tiles` + its step, its bound).
static bool isEndOfTile(Value bound, ForOp tiles, const CountedLoop &counted) {
  auto smaller = bound.getDefiningOp<MathOp>();
  if (!smaller || smaller.getFn() != MathFn::Min || smaller->getNumOperands() != 2)
    return false;
  auto isNext = [&](Value value) {
    auto sum = value.getDefiningOp<BinaryOp>();
    if (!sum || sum.getKind() != BinaryKind::Add)
      return false;
    return (isCounter(sum.getLhs(), tiles) && isSameExpression(sum.getRhs(), counted.amount)) ||
           (isCounter(sum.getRhs(), tiles) && isSameExpression(sum.getLhs(), counted.amount));
  };
  Value first = smaller->getOperand(0), second = smaller->getOperand(1);
  return (isNext(first) && isSameExpression(second, counted.bound)) ||
         (isNext(second) && isSameExpression(first, counted.bound));
}

/// Whether an operation is part of a loop's head.
static bool isInHead(Operation *op, ForOp loop) {
  return loop.getCond().isAncestor(op->getParentRegion()) ||
         llvm::all_of(op->getUsers(), [&](Operation *user) { return user == loop; });
}

bool vkmorph::vkm::joinTiles(ForOp tiles, ForOp tile) {
  std::optional<CountedLoop> outer = matchCountedLoop(tiles), inner = matchCountedLoop(tile);
  if (!outer || !inner || !countsUp(*outer) || !countsUp(*inner) ||
      getConstantInt(inner->amount) != 1 || !isCounter(tile.getInit(), tiles) ||
      !isEndOfTile(inner->bound, tiles, *outer) ||
      tiles.getInit().getType() != tile.getInit().getType())
    return false;
  EffectSet effects = getEffects(tiles);
  if (!isInvariant(outer->bound, tiles, effects) || !isInvariant(outer->amount, tiles, effects))
    return false;
  if (!llvm::all_of(tiles.getBodyVar().getUsers(),
                    [&](Operation *user) { return isInHead(user, tile); }))
    return false;
  auto yield = cast<YieldOp>(tile.getCond().front().back());
  auto compared = yield.getValue().getDefiningOp<CmpOp>();
  OpBuilder builder(compared);
  IRMapping mapping;
  Value bound = cloneExpression(builder, outer->bound, mapping);
  for (OpOperand &operand : compared->getOpOperands())
    if (operand.get() == inner->bound)
      operand.set(bound);
  tile.getInitMutable().assign(tiles.getInit());
  eraseDeadExpressions(tiles.getBody());
  tiles->getBlock()->getOperations().splice(tiles->getIterator(),
                                            tiles.getBody().front().getOperations());
  tiles.erase();
  return true;
}
