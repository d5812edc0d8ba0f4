//===- GridShape.cpp - How grids count, and who knows their bounds ---------------------------===//

#include "analysis/values/GridShape.h"

#include "analysis/values/Expressions.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// A loop `for (i = first + thread; i < n; i += threads)` adds the number of threads to a counter
// that is smaller than n. The plan and the runtime see to it that this does not overflow for steps
// and first values up to these, and counters of 32 bits (vkmorph/loops.h); others walk the number
// of the iteration.
static constexpr int64_t kMaxDirectStep = 16;
static constexpr int64_t kMaxDirectFirst = 65535;

bool vkmorph::vkm::keepsOrder(GridOp grid) {
  return grid
      .walk([](ReductionOpInterface reduce) {
        return reduce.getValueOrder() == ValueOrder::Sequence ? WalkResult::interrupt()
                                                              : WalkResult::advance();
      })
      .wasInterrupted();
}

DenseI32ArrayAttr vkmorph::vkm::getLoopOrder(GridOp grid) {
  return grid->getAttrOfType<DenseI32ArrayAttr>(kLoopOrderAttr);
}

unsigned vkmorph::vkm::getPlannedDim(GridOp grid, unsigned depth) {
  DenseI32ArrayAttr order = getLoopOrder(grid);
  return order ? order[depth] : depth;
}

bool vkmorph::vkm::countsAppends(Operation *op) {
  auto grid = dyn_cast<GridOp>(op);
  return grid && grid.getCountsAppends();
}

bool vkmorph::vkm::countsFromZero(GridOp grid, unsigned dim) {
  auto isWord = [](Value bound) { return bound.getType().getIntOrFloatBitWidth() == 32; };
  return getConstantInt(grid.getLower()[dim]) == 0 && !grid.hasDynamicStep(dim) &&
         grid.getSteps()[dim] == 1 && grid.getPredicate(dim) == CmpKind::Lt &&
         isWord(grid.getUpper()[dim]) && isWord(grid.getLower()[dim]);
}

bool vkmorph::vkm::isNumber(GridOp grid, unsigned dim) {
  return getConstantInt(grid.getLower()[dim]) == 0 && grid.getSteps()[dim] == 1 &&
         grid.getLower()[dim].getType().isUnsignedInteger(32);
}

bool vkmorph::vkm::keepsCounter(GridOp grid, unsigned dim) {
  CmpKind predicate = grid.getPredicate(dim);
  std::optional<int64_t> first = getConstantInt(grid.getLower()[dim]);
  bool startsLow = first && *first >= 0 && *first <= kMaxDirectFirst;
  // A range of the outermost loop's iterations is one of their numbers.
  if (dim == 0 && keepsOrder(grid))
    return false;
  // Those are numbered as one loop.
  if (grid.getInOrder() && (grid.getNumDims() > 1 || !countsFromZero(grid, dim)))
    return false;
  return (predicate == CmpKind::Lt || predicate == CmpKind::Le) && startsLow &&
         !grid.hasDynamicStep(dim) && grid.getSteps()[dim] > 0 &&
         grid.getSteps()[dim] <= kMaxDirectStep &&
         grid.getLower()[dim].getType().getIntOrFloatBitWidth() >= 32;
}

StringRef vkmorph::vkm::getCounterInSource(GridOp grid, unsigned dim) {
  StringRef counter = grid.getCounterName(dim);
  for (auto var : grid.getBody().getOps<VarOp>()) {
    auto value = var.getInit() ? lookThroughConversions(var.getInit()).getDefiningOp<BinaryOp>()
                               : BinaryOp();
    if (value && value.getKind() == BinaryKind::Sub &&
        lookThroughConversions(value.getLhs()) == grid.getBody().getArgument(dim) &&
        getConstantInt(value.getRhs()) == 1 && counter == (var.getName() + "End").str())
      return var.getName();
  }
  return counter;
}

bool vkmorph::vkm::readsWritten(Value value, const llvm::StringSet<> &written) {
  bool found = false;
  findRead(value, [&](const Root &root) {
    found |= root.symbol && written.contains(root.symbol.getValue());
    return true;
  });
  return found;
}

bool vkmorph::vkm::isDeviceBound(GridOp grid, unsigned dim, const llvm::StringSet<> &written) {
  return readsWritten(grid.getLower()[dim], written) ||
         readsWritten(grid.getUpper()[dim], written) ||
         (grid.hasDynamicStep(dim) && readsWritten(grid.getDynamicStep(dim), written));
}

bool vkmorph::vkm::isDeviceBound(GridOp grid, const llvm::StringSet<> &written) {
  for (unsigned dim = 0; dim < grid.getNumDims(); ++dim)
    if (isDeviceBound(grid, dim, written))
      return true;
  return false;
}
