//===- PlanAppends.cpp - How appended elements get their slots --------------------------------===//
//
// One atomic operation for each element, each subgroup or each workgroup; or, in the order of the
// source, counted before.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/AppendTurns.h"
#include "analysis/patterns/Appends.h"
#include "analysis/values/GridShape.h"
#include "passes/Diagnostics.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Planning.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace {
/// The grids of a module that append.
class AppendPlan {
public:
  AppendPlan(ModuleOp module, const Planning &planning)
      : module(module), planning(planning), device(planning.device) {}
  LogicalResult run();

private:
  PlanChoice choose(GridOp grid, bool hasDeviceBounds) const;
  LogicalResult planOrder(ClassOp op);
  LogicalResult planOrder(GridOp grid, bool hasDeviceBounds);
  void planSlots();
  void planBlocks(GridOp grid);

  ModuleOp module;
  const Planning &planning;
  const Target &device;
};
} // namespace

/// Costs are atomic operations on one counter for a hundred elements.
PlanChoice AppendPlan::choose(GridOp grid, bool hasDeviceBounds) const {
  std::string noBallot =
      device.subgroupBallot ? "" : "target '" + device.name + "' has no subgroup ballot";
  std::string noBlocks = noBallot;
  if (noBlocks.empty() && getAppendTurns(grid) == 0)
    noBlocks = "its threads cannot keep what they append until the workgroup does";
  int64_t threads = getWorkgroupThreads(grid);
  int64_t bytes = getAppendBytes(grid, AppendStrategy::Workgroup, threads) +
                  getCombiningBytes(grid, device) + getScatterBytes(grid, threads);
  if (noBlocks.empty() && bytes > device.sharedMemoryBytes)
    noBlocks = "with what its threads share otherwise that takes " + std::to_string(bytes) +
               " bytes of shared memory, and target '" + device.name + "' has " +
               std::to_string(device.sharedMemoryBytes);
  auto obstacle = findAppendOrderObstacle(grid, hasDeviceBounds);
  PlanChoice choice("append");
  choice.add({"workgroup",
              1,
              "a workgroup gets the slots of a block of iterations at once",
              noBlocks,
              {}});
  choice.add({"subgroup", 4, "a subgroup gets the slots of its elements at once", noBallot, {}});
  choice.add({"atomic", 100, "each element gets its slot by itself", {}, {}});
  choice.add({"stable", 200, "counted first", obstacle ? obstacle->why.str() : "", {}});
  choice.choose(planning.append);
  return choice;
}

/// A workgroup gets the slots of all that a block of iterations appends at once.
void AppendPlan::planBlocks(GridOp grid) {
  grid.setElementsPerThread(getAppendTurns(grid));
  grid.removeUnrollAttr();
  grid.removeLoadWidthAttr();
}

void AppendPlan::planSlots() {
  // Functions serve several grids, and threads outside of grids append alone.
  AppendStrategy strategy = device.subgroupBallot && planning.append != "atomic"
                                ? AppendStrategy::Subgroup
                                : AppendStrategy::Atomic;
  bool isWanted = planning.append == "subgroup" || planning.append == "workgroup", isTold = false;
  module.walk([&](AppendOp op) {
    if (isWanted && !device.subgroupBallot && !std::exchange(isTold, true))
      report(op.getLoc(), diag::AppendImpossible, {device.name});
    op.setStrategy(strategy);
  });
  for (ClassOp op : module.getOps<ClassOp>()) {
    llvm::StringSet<> written = getFieldsWrittenByKernels(op);
    op.walk([&](GridOp grid) {
      if (countAppends(grid).empty())
        return;
      PlanChoice choice = choose(grid, isDeviceBound(grid, written));
      auto by = *symbolizeAppendStrategy(choice.getChosen().value);
      grid.walk([&](AppendOp append) { append.setStrategy(by); });
      if (by == AppendStrategy::Workgroup)
        planBlocks(grid);
      note(grid, choice);
    });
  }
}

/// Workgroups along one axis, of which each takes neighbouring iterations.
LogicalResult AppendPlan::planOrder(GridOp grid, bool hasDeviceBounds) {
  if (auto obstacle = findAppendOrderObstacle(grid, hasDeviceBounds))
    return report(grid.getLoc(), diag::AppendOrderImpossible,
                  {grid->getParentOfType<KernelOp>().getSymName().str(), obstacle->why.str(),
                   obstacle->remedy.str()});
  note(grid, choose(grid, hasDeviceBounds));
  Builder builder(grid.getContext());
  // As many as were chosen: the planner of workgroups knows that they lie along one axis.
  int32_t along = int32_t(getWorkgroupThreads(grid));
  int64_t turns = device.subgroupBallot ? getAppendTurns(grid) : 0;
  grid.walk([](AppendOp append) { append.setStrategy(AppendStrategy::Stable); });
  grid.setInOrder(true);
  grid.setWorkgroupSizeAttr(builder.getDenseI32ArrayAttr({along, 1, 1}));
  int32_t groups = grid.getPlan() ? kMaxReductionGroups[0][0] : kMaxOrderedGroups;
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr({groups, 1, 1}));
  grid.removeMostWorkgroupsAttr();
  grid.setElementsPerThread(turns ? turns : 1);
  grid.removeUnrollAttr();
  grid.removeLoadWidthAttr();
  report(grid.getLoc(), diag::PlanAppendOrder,
         {grid->getParentOfType<KernelOp>().getSymName().str(),
          turns ? "threads keep theirs until then" : "what decides on them is computed once more"});
  return success();
}

LogicalResult AppendPlan::planOrder(ClassOp op) {
  LogicalResult result = success();
  llvm::StringSet<> written = getFieldsWrittenByKernels(op);
  op.walk([](AppendOp append) { append.setStrategy(AppendStrategy::Stable); });
  op.walk([](OnceOp once) {
    once.walk([](AppendOp append) { append.setStrategy(AppendStrategy::Atomic); });
  });
  op.walk([&](GridOp grid) {
    if (!countAppends(grid).empty() && failed(planOrder(grid, isDeviceBound(grid, written))))
      result = failure();
  });
  return result;
}

LogicalResult AppendPlan::run() {
  if (planning.append != "stable") {
    planSlots();
    return success();
  }
  LogicalResult result = success();
  for (ClassOp op : module.getOps<ClassOp>())
    if (failed(planOrder(op)))
      result = failure();
  return result;
}

LogicalResult vkmorph::vkm::planAppends(ModuleOp module, const Planning &planning) {
  return AppendPlan(module, planning).run();
}
