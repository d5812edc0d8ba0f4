//===- VkmSorts.cpp - Sorts, and the tiles that workgroups sort -------------------------------===//

#include "ir/Sorts.h"
#include "ir/VkmDialect.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// What an order yields: whether one element comes before another one.
static LogicalResult verifyOrder(Operation *op, Region &order, StringRef what) {
  auto yield = dyn_cast_or_null<YieldOp>(order.front().empty() ? nullptr : &order.front().back());
  if (!yield || !yield.getValue().getType().isInteger(1))
    return op->emitOpError(what) << " must yield a value of type 'i1'";
  return success();
}

/// Workgroups take iterations of a grid together for one pattern only.
static LogicalResult verifyIsAlone(Operation *op) {
  auto grid = op->getParentOfType<GridOp>();
  bool isAlone = true;
  if (grid)
    grid.walk([&](PatternOpInterface other) { isAlone &= other == op; });
  if (getPhase(op->getParentOfType<ModuleOp>()) >= Phase::Recognised &&
      (!grid || grid.getNumDims() != 1 || !isAlone))
    return op->emitOpError("stands in a grid of one dimension, and is its only pattern");
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
  return verifyIsAlone(*this);
}

/// What workgroups do by digits: the regions yield numbers and take so many.
static LogicalResult verifyDigits(Operation *op, uint64_t size, uint64_t share, uint64_t bits,
                                  ArrayRef<std::pair<Region *, unsigned>> regions) {
  if (!llvm::isPowerOf2_64(share) || !llvm::isPowerOf2_64(size) || size < share ||
      size > uint64_t(kMostRanked))
    return op->emitOpError("has a size and a share that are no powers of two, a share that is "
                           "larger, or more than ")
           << kMostRanked << " elements";
  if (bits != 4 && bits != 8)
    return op->emitOpError("has digits of ") << bits << " bits; they have 4 or 8";
  for (auto [number, wanted] : llvm::enumerate(regions)) {
    Region &region = *wanted.first;
    if (region.getNumArguments() != wanted.second ||
        !llvm::all_of(region.getArgumentTypes(), [](Type type) { return type.isUnsignedInteger(32); }))
      return op->emitOpError("region ") << number << " takes " << wanted.second
                                        << " values of type 'ui32'";
    auto yield = dyn_cast_or_null<YieldOp>(region.front().empty() ? nullptr : &region.front().back());
    bool yields = wanted.second == 1;
    if (yields && (!yield || !yield.getValue().getType().isUnsignedInteger(32)))
      return op->emitOpError("region ") << number << " must yield a value of type 'ui32'";
  }
  return verifyIsAlone(op);
}

LogicalResult CountDigitsOp::verify() {
  return verifyDigits(*this, getSize(), getShare(), getBits(), {{&getDigit(), 1}, {&getStore(), 2}});
}

LogicalResult RankDigitsOp::verify() {
  return verifyDigits(*this, getSize(), getShare(), getBits(),
                      {{&getDigit(), 1}, {&getStart(), 1}, {&getMove(), 2}});
}

int64_t GridOp::getTileThreads() {
  int64_t threads = 0;
  getBody().walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op).Case<SortTileOp, CountDigitsOp, RankDigitsOp>(
        [&](auto tile) { threads = tile.getThreads(); });
  });
  return threads;
}

LogicalResult SortPlanAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                                   SortStrategy strategy, int64_t size, int64_t share) {
  if (size < 1 || share < 1 || !llvm::isPowerOf2_64(share) || !llvm::isPowerOf2_64(size) ||
      size < share)
    return emitError() << "a sort takes powers of two, and no more by a thread than together";
  if (strategy == SortStrategy::Radix && size > kMostRanked)
    return emitError() << "a workgroup ranks at most " << kMostRanked << " elements";
  return success();
}
