//===- ColumnLoops.cpp - Row loops whose neighbours in the grid read neighbouring elements ----===//
//
//   for (int x = 0; x < w; x++) {
//     float total = 0;
//     for (int y = 0; y < h; y++)
//       total += image[y * w + x];     // one element on for x + 1, w elements on for y + 1
//     sums[x] = total;
//   }
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/RowLoops.h"
#include "analysis/values/Affine.h"
#include "ir/Places.h"

using namespace mlir;
using namespace vkmorph::vkm;

namespace {
/// How many elements an index goes on with the next iteration of the grid, and with the next one of
/// the row loop; none where that is no constant.
struct Strides {
  std::optional<int64_t> across, down;
};
} // namespace

/// The indices on the way from a place to the array that holds it, the innermost first.
static SmallVector<Value> getIndices(Value place) {
  SmallVector<Value> indices;
  while (Operation *op = place.getDefiningOp()) {
    if (auto deref = dyn_cast<DerefOp>(op)) {
      indices.push_back(deref.getIndex());
      break;
    }
    if (auto element = dyn_cast<ElementOp>(op))
      indices.push_back(element.getIndex());
    else if (!isa<MemberOp>(op))
      break;
    place = op->getOperand(0);
  }
  return indices;
}

/// Whether the innermost index is the one that goes on with the grid, by less than with the loop.
static bool liesAcross(ArrayRef<Strides> strides) {
  // Elements that lie further apart are hardly read at once.
  constexpr int64_t kMaxApart = 4;
  const Strides &own = strides.front();
  if (!own.across || *own.across == 0 || std::abs(*own.across) > kMaxApart)
    return false;
  if (!own.down || std::abs(*own.down) > std::abs(*own.across))
    return true;
  // Elements of arrays: `table[row][column]`.
  ArrayRef<Strides> outer = strides.drop_front();
  return own.down == 0 &&
         llvm::all_of(outer, [](const Strides &index) { return index.across == 0; }) &&
         llvm::any_of(outer, [](const Strides &index) { return index.down != 0; });
}

bool vkmorph::vkm::readsColumns(RowOp row) {
  AffineAnalysis analysis(row->getParentOfType<KernelOp>());
  const Counter *column = analysis.getCounter(row.getGrid(), 0);
  const Counter *round = analysis.getCounter(row.getLoop(), nullptr);
  if (!column || !round)
    return false;
  auto isRead = [&](Operation *op) {
    bool isPlace = isa<DerefOp, ElementOp>(op) && !isInImage(op->getResult(0));
    Root root = isPlace ? getRoot(op->getResult(0)) : Root();
    if (!root.symbol && !(root.value && isa<PtrType>(root.value.getType())))
      return false;
    SmallVector<Strides> strides;
    for (Value index : getIndices(op->getResult(0))) {
      std::optional<Polynomial> value = analysis.evaluate(index);
      if (!value)
        return false;
      strides.push_back({value->getCoefficient(column->symbol).getConstant(),
                         value->getCoefficient(round->symbol).getConstant()});
    }
    return liesAcross(strides);
  };
  return row.getLoop()
      .getBody()
      .walk([&](Operation *op) { return WalkResult(failure(isRead(op))); })
      .wasInterrupted();
}
