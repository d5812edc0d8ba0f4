//===- UnevenRows.cpp - Row loops of which each iteration of the grid has its own length ------===//
//
//   for (int i = 0; i < n; i++) {
//     float sum = 0;
//     for (int k = rows[i]; k < rows[i + 1]; k++)   // ends where that of the next one begins
//       sum += values[k] * x[columns[k]];           // reads values and columns along
//     y[i] = sum;
//   }
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/UnevenRows.h"

#include "analysis/values/Affine.h"
#include "analysis/values/Expressions.h"
#include "ir/Places.h"

using namespace mlir;
using namespace vkmorph::vkm;

bool vkmorph::vkm::hasOneLength(RowOp row) {
  GridOp grid = row.getGrid();
  EffectSet effects = getEffects(grid);
  return isInvariant(row.getBound(), grid, effects) &&
         isInvariant(row.getLoop().getInit(), grid, effects);
}

CmpKind vkmorph::vkm::getRowPredicate(RowOp row) {
  return matchCountedLoop(row.getLoop())->predicate;
}

/// By how much a value goes on with a variable, wherever that begins; none where it does not go on
/// by a constant.
static std::optional<int64_t> getStride(Value value, Value variable) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return 0;
  if (auto load = dyn_cast<LoadOp>(op)) {
    if (load.getRef() == variable)
      return 1;
    if (auto local = load.getRef().getDefiningOp<VarOp>())
      return keepsInitialValue(local) ? getStride(local.getInit(), variable) : std::nullopt;
  }
  if (op->getNumRegions())
    return std::nullopt;
  SmallVector<int64_t, 2> strides;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> stride = getStride(operand, variable);
    if (!stride)
      return std::nullopt;
    strides.push_back(*stride);
  }
  if (llvm::all_of(strides, [](int64_t stride) { return stride == 0; }))
    return 0;
  if (isa<CastOp>(op))
    return strides.front();
  auto binary = dyn_cast<BinaryOp>(op);
  if (!binary)
    return std::nullopt;
  if (binary.getKind() == BinaryKind::Add)
    return strides[0] + strides[1];
  if (binary.getKind() == BinaryKind::Sub)
    return strides[0] - strides[1];
  if (binary.getKind() != BinaryKind::Mul)
    return std::nullopt;
  for (unsigned side : {0u, 1u})
    if (std::optional<int64_t> factor = getConstantInt(op->getOperand(side)))
      return *factor * strides[1 - side];
  return std::nullopt;
}

bool vkmorph::vkm::readsAlong(RowOp row) {
  // Elements that lie further apart are hardly read at once.
  constexpr int64_t kMaxApart = 16;
  ForOp loop = row.getLoop();
  auto isAlong = [&](DerefOp deref) {
    if (!isInBuffer(deref) || isInImage(deref))
      return false;
    std::optional<int64_t> apart = getStride(deref.getIndex(), loop.getBodyVar());
    return apart && *apart != 0 && std::abs(*apart) <= kMaxApart;
  };
  return loop.getBody()
      .walk([&](DerefOp deref) { return WalkResult(failure(isAlong(deref))); })
      .wasInterrupted();
}

bool vkmorph::vkm::areEndsKnown(RowOp row) {
  EffectSet effects = getEffects(row.getGrid());
  auto isKept = [&](const Root &root) {
    bool isMemory = root.symbol || (root.value && isa<PtrType>(root.value.getType()));
    return isMemory && !effects.writesAny(root);
  };
  return !findRead(row.getLoop().getInit(), isKept) && !findRead(row.getBound(), isKept);
}

LoadOp vkmorph::vkm::getSharedEnd(RowOp row) {
  auto first = lookThroughConversions(row.getLoop().getInit()).getDefiningOp<LoadOp>();
  auto end = lookThroughConversions(row.getBound()).getDefiningOp<LoadOp>();
  auto from = first ? first.getRef().getDefiningOp<DerefOp>() : DerefOp();
  auto to = end ? end.getRef().getDefiningOp<DerefOp>() : DerefOp();
  if (!from || !to || !isSameExpression(from.getPointer(), to.getPointer()) ||
      getRowPredicate(row) != CmpKind::Lt)
    return {};
  AffineAnalysis analysis(row->getParentOfType<KernelOp>());
  const Counter *number = analysis.getCounter(row.getGrid(), 0);
  std::optional<Polynomial> here = analysis.evaluate(from.getIndex());
  std::optional<Polynomial> there = analysis.evaluate(to.getIndex());
  bool isNext = number && here && there && *there - *here == here->getCoefficient(number->symbol) &&
                (*there - *here).getConstant() == 1;
  return isNext ? first : LoadOp();
}
