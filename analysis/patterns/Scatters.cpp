//===- Scatters.cpp - Elements that several iterations of a grid combine values into ----------===//

#include "analysis/patterns/Scatters.h"

#include "analysis/values/CountedLoops.h"
#include "analysis/values/ValueRanges.h"
#include "ir/Places.h"
#include "ir/VkmAttributes.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

std::vector<ScatterArray> vkmorph::vkm::collectScatters(Operation *grid) {
  std::vector<ScatterArray> arrays;
  grid->walk([&](ScatterOp scatter) {
    PlacePath place = getPlacePath(scatter.getRef());
    // Any of the elements.
    for (Attribute &step : place.path)
      if (!isa_and_nonnull<StringAttr>(step))
        step = {};
    auto known = llvm::find_if(arrays, [&](const ScatterArray &array) {
      return array.root == place.root && array.path == place.path;
    });
    if (known == arrays.end())
      known = arrays.insert(arrays.end(), ScatterArray{place.root, place.path, {}});
    known->scatters.push_back(scatter);
  });
  return arrays;
}

std::string ScatterArray::getName() const {
  std::string name = getRootName(root).str();
  bool isPart = llvm::any_of(path, [](Attribute step) { return bool(step); });
  return isPart ? spellPlace(name, path) : name;
}

std::optional<ScatterPlanAttr> ScatterArray::getPlan() const {
  return ScatterOp(scatters.front()).getPlan();
}

/// Whether an update is done in the order of the source.
static bool isOrdered(ScatterOp scatter) {
  std::optional<ScatterPlanAttr> plan = scatter.getPlan();
  return plan && plan->getStrategy() == ScatterStrategy::Ordered;
}

int64_t vkmorph::vkm::getSharedBytes(const ScatterArray &array, int64_t threads) {
  ScatterOp first = array.scatters.front();
  if (!isOrdered(first))
    return first.getSharedBytes(threads, /*dims=*/1);
  // A slot holds the index of the element beside the value; a single thread needs no slots.
  int64_t bytes = 4 + getSlotBytes(first, first.getValue().getType());
  return threads > 1 ? threads * int64_t(array.scatters.size()) * bytes : 0;
}

int64_t vkmorph::vkm::getScatterBytes(GridOp grid, int64_t threads) {
  int64_t bytes = 0;
  for (const ScatterArray &array : collectScatters(grid))
    bytes += getSharedBytes(array, threads);
  return bytes;
}

bool vkmorph::vkm::updatesInOrder(GridOp grid) {
  return grid
      .walk([](ScatterOp scatter) {
        return isOrdered(scatter) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

std::string vkmorph::vkm::findSlotObstacle(GridOp grid) {
  constexpr unsigned kMaxSlots = 8;
  unsigned slots = 0;
  std::string obstacle;
  grid.walk([&](Operation *op) {
    if (isa<ContinueOp>(op) && getJumpTarget(op) == grid)
      obstacle = "some of its iterations end early";
    auto scatter = dyn_cast<ScatterOp>(op);
    if (!scatter || !isOrdered(scatter))
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

/// The first one that is combined otherwise than the others; null where all are alike.
static ScatterOp findOther(const ScatterArray &array) {
  ScatterOp first = array.scatters.front();
  for (ScatterOp scatter : array.scatters)
    if (scatter.getKind() != first.getKind() ||
        scatter->hasAttr(kReplacesNanAttr) != first->hasAttr(kReplacesNanAttr))
      return scatter;
  return {};
}

std::optional<int64_t> vkmorph::vkm::countScatterElements(const ScatterArray &array) {
  if (findOther(array))
    return std::nullopt;
  int64_t most = 0;
  for (ScatterOp scatter : array.scatters) {
    std::optional<int64_t> count = countChosen(scatter.getRef());
    if (!count)
      return std::nullopt;
    most = std::max(most, *count);
  }
  return most;
}

std::string vkmorph::vkm::findCountObstacle(const ScatterArray &array) {
  if (countScatterElements(array))
    return {};
  if (findOther(array))
    return "its elements are combined by different operations";
  if (llvm::any_of(array.path, [](Attribute step) { return bool(step); }))
    return "workgroups have copies of arrays of numbers alone, and these are parts of structs";
  return "how many elements its iterations choose among is not known";
}
