//===- PlanUnevenRows.cpp - How many threads take an iteration whose loop has its own length --===//
//
// One, where neighbouring iterations of the loop read nothing that lies side by side; else a group
// of threads, whose size the shader finds by the mean length of the loops.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/RowLoops.h"
#include "analysis/patterns/UnevenRows.h"
#include "passes/Diagnostics.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Planning.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

// Threads of a workgroup, of a group where nobody knows the mean length, and of one that is asked
// for instead of a subgroup. How many workgroups there are at most: enough for a device to deal
// them out evenly where some have long loops.
static constexpr int64_t kLaneWorkgroup = 256;
static constexpr int64_t kSubgroupLanes = 32;
static constexpr int32_t kMaxLaneGroups = 8192;
// Iterations of a loop of the mean length that a thread of a group has at least, and takes at once:
// its reads do not wait for each other then.
static constexpr int64_t kTurnsOfLane = 4;
// Turns after which more threads take a loop than those of the group.
static constexpr int64_t kTurnsOfGroup = 16;

namespace {
/// Who takes the iterations of one row of a length of its own.
class UnevenRowPlan {
public:
  UnevenRowPlan(RowOp row, const Planning &planning)
      : row(row), grid(row.getGrid()), planning(planning), device(planning.device) {}
  void run();

private:
  std::string findObstacle();
  std::string findSharedObstacle(int64_t size);
  void take(StringRef chosen, StringRef reason);

  RowOp row;
  GridOp grid;
  const Planning &planning;
  const Target &device;
  int64_t threads = 0; ///< of a workgroup
};
} // namespace

std::string UnevenRowPlan::findObstacle() {
  if (!canShareColumns(row))
    return "it does not count up by ones in 32 bits, or writes before its loop";
  if (row.getGuard())
    return "a condition stands around its loop";
  if (readsColumns(row))
    return "neighbouring iterations read neighbouring elements";
  if (!readsAlong(row))
    return "its loop reads no neighbouring elements";
  if (row.getAccumulators().size() >= kMaxPlaces)
    return "it has more than " + std::to_string(kMaxPlaces - 1) + " sums";
  if (threads < 2)
    return "workgroups have too few threads";
  return findSharedObstacle(threads);
}

std::string UnevenRowPlan::findSharedObstacle(int64_t size) {
  return row.getSharedBytes(size, /*dims=*/1) > device.sharedMemoryBytes
             ? "its sums do not fit into the shared memory of target '" + device.name + "'"
             : "";
}

void UnevenRowPlan::take(StringRef chosen, StringRef reason) {
  Builder builder(grid.getContext());
  note(grid, chooseWorkgroupSize(
                 threads, "groups of them that take an iteration each", /*goesToOne=*/false,
                 [&](int64_t size) { return findSharedObstacle(size); }, planning));
  std::string obstacle = findExchangeObstacle(row, device);
  PlanChoice strategy("reduction");
  strategy.add({"subgroup", 1, "the target has subgroup shuffles", obstacle, {}});
  strategy.add({"tree", 9, obstacle, {}, {}});
  strategy.choose(planning.reduction);
  note(grid, strategy);
  auto by = *symbolizeReduceStrategy(strategy.getChosen().value);
  int64_t most = chosen == "subgroup" ? std::min(kSubgroupLanes, threads) : threads;
  int64_t least = chosen != "lanes" ? most : areEndsKnown(row) ? 1 : std::min<int64_t>(8, most);
  // Nobody knows the mean length.
  if (chosen == "lanes" && !areEndsKnown(row))
    most = least;
  int64_t from = isShort(row.getLoop()) ? kTurnsOfLane : 1;
  grid.setWorkgroupSizeAttr(builder.getDenseI32ArrayAttr({int32_t(threads), 1, 1}));
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr({kMaxLaneGroups, 1, 1}));
  row.setPlanAttr(RowPlanAttr::get(grid.getContext(), by, from, /*below=*/0,
                                   /*columns=*/0, chosen == "lanes" ? kTurnsOfGroup : 1, most,
                                   least));
  std::string size = most == least ? std::to_string(most) : "up to " + std::to_string(most);
  report(grid.getLoc(), diag::PlanLanes,
         {grid->getParentOfType<KernelOp>().getSymName().str(), size, grid.getCounterName(0).str(),
          row.getLoop().getName().str(),
          by == ReduceStrategy::Tree ? "a tree in shared memory" : "subgroup operations",
          reason.str()});
}

/// Costs are ranks: groups that find their size by the mean length are never far from the best.
void UnevenRowPlan::run() {
  int64_t most = std::min(device.maxWorkgroupInvocations, device.maxWorkgroupSize[0]);
  threads = getPowerBelow(planning.workgroupSize ? planning.workgroupSize
                                                 : std::min(kLaneWorkgroup, most));
  std::string obstacle = findObstacle();
  std::string ofCpu = obstacle.empty() && device.softwareDevice
                          ? "a software device has a thread for each of many iterations"
                          : obstacle;
  PlanChoice choice("rows");
  choice.add({"lanes", 1, "the lengths of its loop differ", ofCpu, "auto"});
  choice.add({"thread", 2, ofCpu, {}, {}});
  choice.add({"subgroup", 3, "the lengths of its loop differ", obstacle, {}});
  choice.add({"workgroup", 4, "the lengths of its loop differ", obstacle, {}});
  choice.choose(planning.rows);
  note(grid, choice);
  if (choice.getChosen().value != "thread")
    take(choice.getChosen().value, choice.getReason());
}

void vkmorph::vkm::planUnevenRow(RowOp row, const Planning &planning) {
  UnevenRowPlan(row, planning).run();
}
