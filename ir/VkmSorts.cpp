//===- VkmSorts.cpp - Sorts, and the tiles that workgroups sort -------------------------------===//

#include "ir/Sorts.h"
#include "ir/VkmAttributes.h"
#include "ir/VkmDialect.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace vkmorph::vkm;

/// The type of what a region yields; null where it yields nothing.
static Type getYielded(Region &region) {
  Block &block = region.front();
  auto yield = dyn_cast_or_null<YieldOp>(block.empty() ? nullptr : &block.back());
  return yield ? yield.getValue().getType() : Type();
}

/// What an order yields: whether one element comes before another one.
static LogicalResult verifyOrder(Operation *op, Region &order, StringRef what) {
  Type type = getYielded(order);
  if (!type || !type.isInteger(1))
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

Type SortTileOp::getElementType() { return getYielded(getLoad()); }

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

/// What workgroups do by digits: how much they take at once.
static LogicalResult verifyDigits(Operation *op, uint64_t size, uint64_t share, uint64_t bits) {
  if (!llvm::isPowerOf2_64(share) || !llvm::isPowerOf2_64(size) || size < share ||
      size > uint64_t(kMostRanked))
    return op->emitOpError("has a size and a share that are no powers of two, a share that is "
                           "larger, or more than ")
           << kMostRanked << " elements";
  if (bits != 4 && bits != 8)
    return op->emitOpError("has digits of ") << bits << " bits; they have 4 or 8";
  return verifyIsAlone(op);
}

/// A region that takes values of these types, and yields one, if one is wanted.
static LogicalResult verifyRegion(Operation *op, Region &region, StringRef name,
                                  ArrayRef<Type> takes, Type yields = {}) {
  if (region.front().getArgumentTypes() != takes)
    return op->emitOpError("the region '") << name << "' takes other values";
  if (yields && getYielded(region) != yields)
    return op->emitOpError("the region '") << name << "' must yield a value of type " << yields;
  return success();
}

LogicalResult CountDigitsOp::verify() {
  Type number = getCount().getType();
  if (failed(verifyRegion(*this, getDigit(), "digit", number, number)) ||
      failed(verifyRegion(*this, getStore(), "store", {number, number})))
    return failure();
  return verifyDigits(*this, getSize(), getShare(), getBits());
}

Type RankDigitsOp::getElementType() { return getYielded(getLoad()); }

LogicalResult RankDigitsOp::verify() {
  Type number = getCount().getType(), element = getElementType();
  if (!element)
    return emitOpError("the region 'load' must yield an element");
  if (failed(verifyRegion(*this, getLoad(), "load", number)) ||
      failed(verifyRegion(*this, getDigit(), "digit", Type(RefType::get(element)), number)) ||
      failed(verifyRegion(*this, getStart(), "start", number, number)) ||
      failed(verifyRegion(*this, getStore(), "store", {number, element})))
    return failure();
  return verifyDigits(*this, getSize(), getShare(), getBits());
}

int64_t GridOp::getTileThreads() {
  if (auto tile = (*this)->getAttrOfType<IntegerAttr>(kStepTileAttr))
    return tile.getInt();
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
  bool isRadix = strategy == SortStrategy::Radix || strategy == SortStrategy::IndexedRadix;
  if (isRadix && size > kMostRanked)
    return emitError() << "a workgroup ranks at most " << kMostRanked << " elements";
  return success();
}
