//===- Scatters.cpp - Elements that several iterations of a grid combine values into ----------===//

#include "analysis/patterns/Scatters.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/ValueRanges.h"

using namespace mlir;
using namespace vkmorph::vkm;

std::vector<ScatterArray> vkmorph::vkm::collectScatters(Operation *grid) {
  std::vector<ScatterArray> arrays;
  grid->walk([&](ScatterOp scatter) {
    Root root = getRoot(scatter.getRef());
    auto known =
        llvm::find_if(arrays, [&](const ScatterArray &array) { return array.root == root; });
    if (known == arrays.end())
      known = arrays.insert(arrays.end(), ScatterArray{root, {}});
    known->scatters.push_back(scatter);
  });
  return arrays;
}

bool vkmorph::vkm::updatesInOrder(GridOp grid) {
  bool isOrdered = false;
  grid.walk([&](ScatterOp scatter) {
    std::optional<ScatterPlanAttr> plan = scatter.getPlan();
    isOrdered |= plan && plan->getStrategy() == ScatterStrategy::Ordered;
  });
  return isOrdered;
}

std::string vkmorph::vkm::findSlotObstacle(GridOp grid) {
  constexpr unsigned kMaxSlots = 8;
  unsigned slots = 0;
  std::string obstacle;
  grid.walk([&](Operation *op) {
    if (isa<ContinueOp>(op) && getJumpTarget(op) == grid)
      obstacle = "some of its iterations end early";
    if (!isa<ScatterOp>(op))
      return;
    ++slots;
    for (Operation *around = op->getParentOp(); around != grid; around = around->getParentOp())
      if (isa<LoopOpInterface>(around))
        obstacle = "loops in its iterations update them";
  });
  if (slots > kMaxSlots)
    return "its iterations have " + std::to_string(slots) + " updates, and at most " +
           std::to_string(kMaxSlots) + " are put into order";
  return obstacle;
}

/// The elements of nested arrays of numbers, or of a buffer up to the largest index.
static std::optional<int64_t> countChosen(Value place) {
  Operation *op = place.getDefiningOp();
  if (auto deref = dyn_cast<DerefOp>(op)) {
    std::optional<IntegerRange> index = findRange(deref.getIndex());
    // Of some millions no workgroup has copies.
    if (!index || index->least < 0 || index->most > (1 << 20))
      return std::nullopt;
    return index->most + 1;
  }
  int64_t count = 1;
  for (; isa<ElementOp>(op); op = op->getOperand(0).getDefiningOp()) {
    auto array = dyn_cast<ArrayType>(cast<RefType>(op->getOperand(0).getType()).getPointee());
    if (!array)
      return std::nullopt;
    count *= array.getLength();
  }
  return isa<FieldRefOp>(op) ? std::optional(count) : std::nullopt;
}

std::optional<int64_t> vkmorph::vkm::countScatterElements(const ScatterArray &array) {
  int64_t most = 0;
  for (ScatterOp scatter : array.scatters) {
    std::optional<int64_t> count = countChosen(scatter.getRef());
    if (!count || scatter.getKind() != ScatterOp(array.scatters.front()).getKind())
      return std::nullopt;
    most = std::max(most, *count);
  }
  return most;
}
