//===- NestDimensions.cpp - Dimensions of a grid become loops of its iterations --------------===//

#include "transforms/NestDimensions.h"

#include "analysis/values/CountedLoops.h"
#include "ir/Constants.h"
#include "ir/Effects.h"
#include "transforms/Expressions.h"

using namespace mlir;
using namespace vkmorph::vkm;

ForOp vkmorph::vkm::buildDimensionLoop(OpBuilder &builder, GridOp grid, unsigned dim,
                                       IRMapping &mapping) {
  Location loc = grid.getLoc();
  Type type = grid.getLower()[dim].getType();
  auto loop = builder.create<ForOp>(loc, grid.getCounterName(dim),
                                    cloneExpression(builder, grid.getLower()[dim], mapping));
  OpBuilder at = OpBuilder::atBlockEnd(&loop.getCond().front());
  IRMapping inside(mapping);
  Value upper = cloneExpression(at, grid.getUpper()[dim], inside);
  Value counter =
      at.createOrFold<CastOp>(loc, upper.getType(), buildLoad(at, loc, loop.getCondVar()));
  at.create<YieldOp>(loc, at.create<CmpOp>(loc, grid.getPredicate(dim), counter, upper));
  at.setInsertionPointToEnd(&loop.getStep().front());
  CmpKind predicate = grid.getPredicate(dim);
  bool isDynamic = grid.hasDynamicStep(dim);
  bool isUp =
      isDynamic ? predicate == CmpKind::Lt || predicate == CmpKind::Le : grid.getSteps()[dim] > 0;
  IRMapping inStep(mapping);
  Value amount = isDynamic ? at.createOrFold<CastOp>(
                                 loc, type, cloneExpression(at, grid.getDynamicStep(dim), inStep))
                           : Value(at.create<ConstantOp>(
                                 loc, at.getIntegerAttr(type, std::abs(grid.getSteps()[dim]))));
  at.create<UpdateOp>(loc, isUp ? BinaryKind::Add : BinaryKind::Sub, loop.getStepVar(), amount);
  return loop;
}

void vkmorph::vkm::nestDimensions(GridOp grid, const llvm::SmallBitVector &kept) {
  OpBuilder builder(grid);
  SmallVector<Value> lower, upper, dynamicSteps;
  SmallVector<int64_t> steps;
  SmallVector<CmpKind> predicates;
  SmallVector<StringRef> names;
  for (unsigned dim : kept.set_bits()) {
    lower.push_back(grid.getLower()[dim]);
    upper.push_back(grid.getUpper()[dim]);
    if (grid.hasDynamicStep(dim))
      dynamicSteps.push_back(grid.getDynamicStep(dim));
    steps.push_back(grid.getSteps()[dim]);
    predicates.push_back(grid.getPredicate(dim));
    names.push_back(grid.getCounterName(dim));
  }
  auto nested =
      builder.create<GridOp>(grid.getLoc(), lower, upper, dynamicSteps, steps, predicates, names);
  nested->setDiscardableAttrs(grid->getDiscardableAttrDictionary());
  Block *inner = &nested.getBody().front();
  Block &body = grid.getBody().front();
  unsigned number = 0;
  IRMapping visible;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    BlockArgument counter = body.getArgument(dim);
    if (kept.test(dim)) {
      counter.replaceAllUsesWith(nested.getBody().getArgument(number++));
      continue;
    }
    OpBuilder at = OpBuilder::atBlockEnd(inner);
    ForOp loop = buildDimensionLoop(at, grid, dim, visible);
    inner = &loop.getBody().front();
    for (OpOperand &use : llvm::make_early_inc_range(counter.getUses())) {
      OpBuilder before(use.getOwner());
      use.set(buildLoad(before, use.getOwner()->getLoc(), loop.getBodyVar()));
    }
  }
  inner->getOperations().splice(inner->end(), body.getOperations());
  grid.erase();
}

/// Whether a value in a grid can be computed in front of it.
static bool isInvariant(Value value, GridOp grid, const EffectSet &effects) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return !grid->isAncestor(argument.getOwner()->getParentOp());
  Operation *op = value.getDefiningOp();
  if (!grid->isAncestor(op))
    return true;
  if (auto load = dyn_cast<LoadOp>(op))
    return load.getRef().getDefiningOp<FieldRefOp>() && !effects.writesAny(getRoot(load.getRef()));
  return isa<ConstantOp, BinaryOp, UnaryOp, CastOp, NarrowOp, MathOp>(op) &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isInvariant(operand, grid, effects); });
}

GridOp vkmorph::vkm::unnestLoop(GridOp grid) {
  ForOp loop;
  for (Operation &op : grid.getBody().front()) {
    if (op.hasTrait<VkmExpression>() && op.getNumRegions() == 0 && !isa<CallOp>(op))
      continue;
    if (loop || !isa<ForOp>(op))
      return {};
    loop = cast<ForOp>(op);
  }
  std::optional<CountedLoop> counted =
      loop && grid.getNumDims() < 3 ? matchCountedLoop(loop) : std::nullopt;
  std::optional<int64_t> step = counted ? getConstantInt(counted->amount) : std::nullopt;
  EffectSet effects = getEffects(grid);
  if (!step || *step <= 0 || !getExits(loop).empty() || counted->predicate == CmpKind::Eq ||
      counted->predicate == CmpKind::Ne || !isInvariant(loop.getInit(), grid, effects) ||
      !isInvariant(counted->bound, grid, effects))
    return {};
  OpBuilder builder(grid);
  IRMapping mapping;
  SmallVector<Value> lower(grid.getLower()), upper(grid.getUpper());
  lower.push_back(cloneExpression(builder, loop.getInit(), mapping));
  upper.push_back(cloneExpression(builder, counted->bound, mapping));
  SmallVector<int64_t> steps(grid.getSteps());
  steps.push_back(counted->subtracted ? -*step : *step);
  SmallVector<CmpKind> predicates;
  SmallVector<StringRef> names;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    predicates.push_back(grid.getPredicate(dim));
    names.push_back(grid.getCounterName(dim));
  }
  predicates.push_back(counted->predicate);
  names.push_back(loop.getName());
  auto made = builder.create<GridOp>(grid.getLoc(), lower, upper, grid.getDynamicSteps(), steps,
                                     predicates, names);
  made->setDiscardableAttrs(grid->getDiscardableAttrDictionary());
  Block &body = made.getBody().front();
  for (auto [mine, theirs] : llvm::zip(grid.getBody().getArguments(), body.getArguments()))
    mine.replaceAllUsesWith(theirs);
  BlockArgument place = loop.getBodyVar();
  for (OpOperand &use : llvm::make_early_inc_range(place.getUses())) {
    use.getOwner()->getResult(0).replaceAllUsesWith(body.getArguments().back());
    use.getOwner()->erase();
  }
  for (Operation &op : llvm::make_early_inc_range(grid.getBody().front()))
    if (&op != loop)
      op.moveBefore(&body, body.end());
  body.getOperations().splice(body.end(), loop.getBody().front().getOperations());
  grid.erase();
  eraseDeadExpressions(made.getBody());
  return made;
}
