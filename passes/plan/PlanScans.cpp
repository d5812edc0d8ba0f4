//===- PlanScans.cpp - How running totals come to iterations ----------------------------------===//
//
// What each workgroup's share of the iterations gives is computed first, in a dispatch of its own.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/Scans.h"
#include "analysis/values/GridShape.h"
#include "ir/Places.h"
#include "passes/Diagnostics.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Planning.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

void vkmorph::vkm::planScanOrder(GridOp grid) {
  if (!collectRunning(grid).empty())
    grid.setInOrder(true);
}

LogicalResult vkmorph::vkm::planScans(GridOp grid, const Planning &planning) {
  SmallVector<RunningOp> all = collectRunning(grid);
  if (all.empty())
    return success();
  std::string kernel = grid->getParentOfType<KernelOp>().getSymName().str();
  llvm::StringSet<> written = getFieldsWrittenByKernels(grid->getParentOfType<ClassOp>());
  if (auto obstacle = findAppendOrderObstacle(grid, isDeviceBound(grid, written)))
    return report(grid.getLoc(), diag::ScanImpossible,
                  {kernel, listRunning(all), obstacle->why.str(), obstacle->remedy.str()});
  const Target &device = planning.device;
  std::string noSubgroups;
  if (!device.subgroupArithmetic || !device.subgroupBallot)
    noSubgroups = "target '" + device.name + "' has no subgroup " +
                  (device.subgroupArithmetic ? "ballot" : "arithmetic");
  if (llvm::any_of(all, [](RunningOp running) { return running.isOrdered(); }))
    noSubgroups =
        "subgroups combine numbers, not what iterations make of a total that restarts, is "
        "multiplied or held between bounds";
  PlanChoice choice("scan");
  // Costs are waits of the workgroup for each block of iterations.
  choice.add({"subgroup", 2, "subgroups combine at once", noSubgroups, {}});
  choice.add({"tree",
              16,
              "threads combine in shared memory what others have, twice as far in each step",
              {},
              {}});
  choice.choose(planning.scan);
  if (!choice.getRefusal().empty())
    report(grid.getLoc(), diag::ScanRefused, {kernel, choice.getRefusal().str()});
  note(grid, choice);
  auto by = *symbolizeReduceStrategy(choice.getChosen().value);
  Builder builder(grid.getContext());
  for (RunningOp running : all) {
    running.setWide(running.getSystem() && running.getBefore().getType().isF32() && device.float64);
    running.setPlanAttr(ScanPlanAttr::get(grid.getContext(), ScanStrategy::ReduceThenScan, by));
  }
  int32_t groups = grid.getPlan() ? kMaxReductionGroups[0][0] : kMaxOrderedGroups;
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr({groups, 1, 1}));
  grid.removeMostWorkgroupsAttr();
  grid.setElementsPerThread(1);
  grid.removeUnrollAttr();
  grid.removeLoadWidthAttr();
  report(grid.getLoc(), diag::PlanScan, {kernel, listRunning(all), choice.getReason()});
  return success();
}
