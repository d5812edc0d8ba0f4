//===- PlanScatters.cpp - How iterations update elements that others update as well -----------===//

#include "analysis/patterns/Scatters.h"
#include "analysis/values/GridShape.h"
#include "ir/Places.h"
#include "passes/Diagnostics.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Planning.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// One of the ways to update the elements of an array.
struct Way {
  ScatterPlanAttr plan;
  int64_t cost;
  std::string reason;
  StringRef asked;
};
} // namespace

/// `compare-swap` of the report.
static std::string spell(ScatterStrategy strategy) {
  std::string text = stringifyScatterStrategy(strategy).str();
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

/// Iterations that a workgroup takes before there are more of them, where it has copies.
static constexpr int32_t kPerThread = 16;

/// The ways, legal or not. Costs are accesses to memory that a thread waits for, in hundred
/// updates.
static SmallVector<Way> collectWays(GridOp grid, const ScatterArray &array, const Target &device) {
  // An access to shared memory is a fourth of one to a buffer, but for devices that have none.
  constexpr int64_t kAtomic = 400, kSwap = 1600;
  const int64_t nearby = device.softwareDevice ? kAtomic : kAtomic / 4;
  MLIRContext *context = grid.getContext();
  int64_t elements = countScatterElements(array).value_or(0);
  // Each workgroup sets and adds each element once.
  int64_t around = elements * 2 * kAtomic / (getWorkgroupThreads(grid) * kPerThread);
  auto plan = [&](ScatterStrategy strategy) {
    return ScatterPlanAttr::get(context, strategy, elements);
  };
  bool isFloat = isa<FloatType>(ScatterOp(array.scatters.front()).getValue().getType());
  SmallVector<Way> ways = {{ScatterPlanAttr::get(context, ScatterStrategy::Atomic, 0), kAtomic,
                            "each update is one atomic operation", "atomic"},
                           {ScatterPlanAttr::get(context, ScatterStrategy::CompareSwap, 0), kSwap,
                            "the target has no atomic operation for it", "atomic"}};
  // One workgroup is slower than many by more than anything else.
  constexpr int64_t kOrdered = 100000;
  ways.push_back({ScatterPlanAttr::get(context, ScatterStrategy::Ordered, 0), kOrdered,
                  "the result is that of the sequential loop", "ordered"});
  if (elements == 0)
    return ways;
  ways.push_back({plan(ScatterStrategy::Shared), (isFloat ? 4 : 1) * nearby + around,
                  "they are few, so that workgroups gather what comes to each", "shared"});
  ways.push_back({plan(ScatterStrategy::SharedCompareSwap), 4 * nearby + 4 * around,
                  "they are few, so that workgroups gather what comes to each", "shared"});
  return ways;
}

/// Enough iterations for each workgroup that its copies are worth while.
static void planGroups(GridOp grid) {
  if (grid.getMaxWorkgroups())
    return;
  Builder builder(grid.getContext());
  unsigned dims = getDispatchedDims(grid);
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr(kMaxReductionGroups[dims - 1]));
  if (grid.getNumDims() == 1)
    grid.setElementsPerThreadAttr(builder.getI32IntegerAttr(kPerThread));
}

/// One workgroup, whose threads take blocks of neighbouring iterations; one thread where they
/// cannot leave their updates to each other. `room` are the bytes of shared memory for all updates.
static void planOrder(GridOp grid, int64_t room) {
  Builder builder(grid.getContext());
  int64_t threads = findSlotObstacle(grid).empty() ? getPowerBelow(getWorkgroupThreads(grid)) : 1;
  while (threads > 1 && getScatterBytes(grid, threads) > room)
    threads /= 2;
  grid.setWorkgroupSizeAttr(builder.getDenseI32ArrayAttr({int32_t(threads), 1, 1}));
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr({1, 1, 1}));
  grid.removeMostWorkgroupsAttr();
  // The loops are not interchanged.
  grid->removeAttr(kLoopOrderAttr);
  grid.removeUnrollAttr();
  grid.removeLoadWidthAttr();
}

/// `room` are the bytes of shared memory that are left.
static LogicalResult planArray(GridOp grid, const ScatterArray &array, const Planning &planning,
                               int64_t &room) {
  SmallVector<Way> ways = collectWays(grid, array, planning.device);
  ScatterOp first = array.scatters.front();
  std::string name = array.getName();
  std::string kernel = grid->getParentOfType<KernelOp>().getSymName().str();
  PlanChoice choice("scatter", name);
  std::string firstObstacle;
  bool isAnyLegal = false;
  for (const Way &way : ways) {
    std::string obstacle =
        findScatterObstacle(array, way.plan, planning.device, planning.deterministic, room);
    if (firstObstacle.empty())
      firstObstacle = obstacle;
    isAnyLegal |= obstacle.empty();
    choice.add({spell(way.plan.getStrategy()), way.cost, way.reason, obstacle, way.asked.str()});
  }
  if (!isAnyLegal)
    return report(first.getLoc(), diag::ScatterImpossible, {kernel, name, firstObstacle});
  choice.choose(planning.scatter);
  bool isUnknown = planning.scatter == "shared" && !ways.back().plan.isShared();
  if (isUnknown || !choice.getRefusal().empty())
    report(first.getLoc(), diag::ScatterRefused,
           {kernel, name, isUnknown ? findCountObstacle(array) : choice.getRefusal().str(),
            planning.scatter});
  note(grid, choice);
  const Way &chosen = ways[choice.getIndex()];
  for (ScatterOp scatter : array.scatters)
    scatter.setPlanAttr(chosen.plan);
  if (chosen.plan.isShared()) {
    planGroups(grid);
    room -= getSharedBytes(array, getWorkgroupThreads(grid));
  }
  bool isSlow = chosen.plan.getStrategy() == ScatterStrategy::Ordered &&
                planning.scatter != "ordered" && !planning.deterministic;
  if (isSlow)
    report(first.getLoc(), diag::ScatterSlow, {kernel, name, firstObstacle});
  report(first.getLoc(), diag::PlanScatter,
         {kernel, name, describeScatter(chosen.plan), choice.getReason()});
  return success();
}

LogicalResult vkmorph::vkm::planScatters(GridOp grid, ArrayRef<ReducedPlace> places,
                                         const Planning &planning) {
  LogicalResult result = success();
  int64_t threads = getWorkgroupThreads(grid);
  const int64_t all = getRoom(grid, threads, planning) -
                      getSharedBytes(places, threads, getDispatchedDims(grid)) - kOtherSharedBytes;
  int64_t room = all;
  for (const ScatterArray &array : collectScatters(grid))
    if (failed(planArray(grid, array, planning, room)))
      result = failure();
  // Shared copies of arrays are planned by now; the slots of threads take the room that is left.
  if (updatesInOrder(grid))
    planOrder(grid, all);
  return result;
}

SmallVector<std::pair<std::string, ScatterPlanAttr>> vkmorph::vkm::listScatters(Operation *grid) {
  std::vector<ScatterArray> arrays = collectScatters(grid);
  SmallVector<std::pair<std::string, ScatterPlanAttr>> plans;
  SmallVector<Root> listed;
  for (const ScatterArray &array : arrays) {
    bool isWhole = llvm::all_of(arrays, [&](const ScatterArray &other) {
      return !(other.root == array.root) || other.getPlan() == array.getPlan();
    });
    if (!isWhole)
      plans.push_back({array.getName(), *array.getPlan()});
    else if (!llvm::is_contained(listed, array.root))
      plans.push_back({getRootName(array.root).str(), *array.getPlan()});
    listed.push_back(array.root);
  }
  return plans;
}

std::string vkmorph::vkm::describeScatter(ScatterPlanAttr plan) {
  std::string elements = std::to_string(plan.getElements());
  switch (plan.getStrategy()) {
  case ScatterStrategy::Atomic:
    return "atomic operations";
  case ScatterStrategy::CompareSwap:
    return "comparing and swapping";
  case ScatterStrategy::Shared:
    return "copies of " + elements + " elements in shared memory";
  case ScatterStrategy::SharedCompareSwap:
    return "copies of " + elements + " elements in shared memory, by comparing and swapping";
  case ScatterStrategy::Ordered:
    return "one workgroup, in the order of the source";
  }
  llvm_unreachable("all strategies are described");
}
