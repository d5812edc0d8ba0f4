//===- NestRows.cpp - Makes sums of rows loops inside of a grid -------------------------------===//
//
//   grid (row, column) sums[row] += a[row * w + column];
//
//   =>
//
//   grid (row) for (column ...) sums[row] += a[row * w + column];
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/ReductionForms.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "passes/Passes.h"
#include "transforms/Expressions.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_NESTROWS
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct NestRowsPass : vkm::impl::NestRowsBase<NestRowsPass> {
  void runOnOperation() override;
};
} // namespace

/// The place that a statement writes, if that is an element of a buffer: `p[i]`, or a part of it.
static std::optional<Target> getElementTarget(Operation *op) {
  if (!isa<AssignOp, UpdateOp>(op))
    return std::nullopt;
  Target target{op->getOperand(0), getPlacePath(op->getOperand(0))};
  return isInBuffer(target.place) ? std::optional(target) : std::nullopt;
}

/// Adds the dimensions whose counters a value is made of; false if that is not clear.
static bool addDimensions(Value value, GridOp grid, llvm::SmallBitVector &dimensions) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() == &grid.getBody().front())
      dimensions.set(argument.getArgNumber());
    return !isLoopVariable(argument);
  }
  Operation *op = value.getDefiningOp();
  if (!grid->isAncestor(op))
    return true;
  if (auto variable = dyn_cast<VarOp>(op))
    return variable.getConstant() && addDimensions(variable.getInit(), grid, dimensions);
  if (isa<CallOp>(op) || op->getNumRegions())
    return false;
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return addDimensions(operand, grid, dimensions); });
}

/// The dimensions that choose the elements which a grid combines into; none where all of them do.
static llvm::SmallBitVector findRows(GridOp grid) {
  llvm::SmallBitVector rows;
  bool isClear = true;
  grid.walk([&](Operation *op) {
    if (isa<PatternOpInterface>(op))
      isClear = false;
    std::optional<Target> target = getElementTarget(op);
    if (!target || !matchForm(op, *target))
      return;
    llvm::SmallBitVector dimensions(grid.getNumDims());
    if (!addDimensions(target->place, grid, dimensions) || dimensions.all() || dimensions.none())
      return;
    isClear &= rows.empty() || rows == dimensions;
    rows = dimensions;
  });
  return isClear ? rows : llvm::SmallBitVector();
}

/// A loop over one dimension of a grid.
static ForOp buildLoop(OpBuilder &builder, GridOp grid, unsigned dim) {
  Location loc = grid.getLoc();
  Type type = grid.getLower()[dim].getType();
  auto loop = builder.create<ForOp>(loc, grid.getCounterName(dim), grid.getLower()[dim]);
  OpBuilder at = OpBuilder::atBlockEnd(&loop.getCond().front());
  Value upper = grid.getUpper()[dim];
  Value counter =
      at.createOrFold<CastOp>(loc, upper.getType(), buildLoad(at, loc, loop.getCondVar()));
  at.create<YieldOp>(loc, at.create<CmpOp>(loc, grid.getPredicate(dim), counter, upper));
  at.setInsertionPointToEnd(&loop.getStep().front());
  CmpKind predicate = grid.getPredicate(dim);
  bool isDynamic = grid.hasDynamicStep(dim);
  bool isUp =
      isDynamic ? predicate == CmpKind::Lt || predicate == CmpKind::Le : grid.getSteps()[dim] > 0;
  Value amount = isDynamic ? at.createOrFold<CastOp>(loc, type, grid.getDynamicStep(dim))
                           : Value(at.create<ConstantOp>(
                                 loc, at.getIntegerAttr(type, std::abs(grid.getSteps()[dim]))));
  at.create<UpdateOp>(loc, isUp ? BinaryKind::Add : BinaryKind::Sub, loop.getStepVar(), amount);
  return loop;
}

/// Keeps the dimensions that choose the elements; the others become loops inside.
static void nestDimensions(GridOp grid) {
  llvm::SmallBitVector rows = findRows(grid);
  if (rows.empty())
    return;
  OpBuilder builder(grid);
  SmallVector<Value> lower, upper, dynamicSteps;
  SmallVector<int64_t> steps;
  SmallVector<CmpKind> predicates;
  SmallVector<StringRef> names;
  for (unsigned dim : rows.set_bits()) {
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
  unsigned kept = 0;
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim) {
    BlockArgument counter = body.getArgument(dim);
    if (rows.test(dim)) {
      counter.replaceAllUsesWith(nested.getBody().getArgument(kept++));
      continue;
    }
    OpBuilder at = OpBuilder::atBlockEnd(inner);
    ForOp loop = buildLoop(at, grid, dim);
    inner = &loop.getBody().front();
    for (OpOperand &use : llvm::make_early_inc_range(counter.getUses())) {
      OpBuilder before(use.getOwner());
      use.set(buildLoad(before, use.getOwner()->getLoc(), loop.getBodyVar()));
    }
  }
  inner->getOperations().splice(inner->end(), body.getOperations());
  grid.erase();
}

void NestRowsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  SmallVector<GridOp> grids;
  getOperation().walk([&](GridOp grid) { grids.push_back(grid); });
  for (GridOp grid : grids)
    nestDimensions(grid);
}
