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
#include "analysis/values/Expressions.h"
#include "ir/Effects.h"
#include "ir/Places.h"
#include "ir/Recognisers.h"
#include "passes/Passes.h"
#include "transforms/NestDimensions.h"

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

/// Whether a grid reads what it writes only where it writes that. Elsewhere iterations may need
/// each other's results, and the loops have to stay as they are for those who look for their order.
static bool readsItsOwn(GridOp grid) {
  EffectSet effects = getEffects(grid);
  SmallVector<Value> written;
  grid.walk([&](Operation *op) {
    if (isa<AssignOp, UpdateOp>(op))
      written.push_back(op->getOperand(0));
  });
  return !grid.walk([&](Operation *op) {
                if (auto call = dyn_cast<CallOp>(op))
                  return llvm::any_of(getEffects(call).reads,
                                      [&](const Root &root) { return effects.writesAny(root); })
                             ? WalkResult::interrupt()
                             : WalkResult::advance();
                auto load = dyn_cast<LoadOp>(op);
                bool isForeign = load && isInBuffer(load.getRef()) &&
                                 effects.writesAny(getRoot(load.getRef())) &&
                                 llvm::none_of(written, [&](Value place) {
                                   return isSameExpression(place, load.getRef());
                                 });
                return isForeign ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
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

void NestRowsPass::runOnOperation() {
  if (!beginRecogniser(getOperation(), getArgument()))
    return;
  SmallVector<GridOp> grids;
  getOperation().walk([&](GridOp grid) { grids.push_back(grid); });
  for (GridOp grid : grids)
    if (llvm::SmallBitVector rows = findRows(grid); !rows.empty() && readsItsOwn(grid))
      nestDimensions(grid, rows);
}
