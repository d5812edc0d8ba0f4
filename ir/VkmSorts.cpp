//===- VkmSorts.cpp - Sorts, and the tiles that workgroups sort -------------------------------===//

#include "ir/VkmDialect.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// What an order yields: whether one element comes before another one.
static LogicalResult verifyOrder(Operation *op, Region &order, StringRef what) {
  auto yield = dyn_cast_or_null<YieldOp>(order.front().empty() ? nullptr : &order.front().back());
  if (!yield || !yield.getValue().getType().isInteger(1))
    return op->emitOpError(what) << " must yield a value of type 'i1'";
  return success();
}

LogicalResult SortOp::verify() {
  if (getElements().getType().getIsConst())
    return emitOpError("sorts elements that cannot be written");
  Type place = RefType::get(getElements().getType().getPointee());
  if (getOrder().front().getArgumentTypes() != ArrayRef<Type>{place, place})
    return emitOpError("has a region of other values than two of type ") << place;
  return verifyOrder(*this, getOrder(), "the region");
}

Type SortTileOp::getElementType() {
  Block &load = getLoad().front();
  auto yield = dyn_cast_or_null<YieldOp>(load.empty() ? nullptr : &load.back());
  return yield ? yield.getValue().getType() : Type();
}

LogicalResult SortTileOp::verify() {
  uint64_t size = getSize(), share = getShare();
  if (!llvm::isPowerOf2_64(share) || !llvm::isPowerOf2_64(size) || size < share)
    return emitOpError(
        "has a size and a share that are no powers of two, or a share that is larger");
  Type element = getElementType();
  if (!element)
    return emitOpError("the region 'load' must yield an element");
  Type index = getCount().getType(), place = RefType::get(element);
  auto takes = [](Region &region, ArrayRef<Type> types) {
    return region.front().getArgumentTypes() == types;
  };
  if (!takes(getLoad(), index) || !takes(getOrder(), {place, place}) ||
      !takes(getStore(), {index, element}))
    return emitOpError("has regions of other values than an index, two places of type ")
           << place << ", and an index and an element";
  if (failed(verifyOrder(*this, getOrder(), "the region 'order'")))
    return failure();
  Phase phase = getPhase((*this)->getParentOfType<ModuleOp>());
  auto grid = (*this)->getParentOfType<GridOp>();
  bool isAlone = true;
  if (grid)
    grid.walk([&](PatternOpInterface other) { isAlone &= other == getOperation(); });
  if (phase >= Phase::Recognised && (!grid || grid.getNumDims() != 1 || !isAlone))
    return emitOpError("stands in a grid of one dimension, and is its only pattern");
  return success();
}

SortTileOp GridOp::getSortTile() {
  SortTileOp found;
  getBody().walk([&](SortTileOp tile) { found = tile; });
  return found;
}
