//===- PlanFolding.cpp - What has a dispatch of its own, and who counts its workgroups --------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/values/GridShape.h"
#include "passes/Diagnostics.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Planning.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// Why statements that run once cannot run in the dispatch of a grid beside them; empty if they
/// can.
static std::string findFoldObstacle(OnceOp once, Fold fold) {
  GridOp grid = getFoldNeighbour(once, fold);
  bool isNext = fold == Fold::Next;
  if (!grid)
    return std::string("there are no loops ") + (isNext ? "behind" : "before") + " them";
  return canFold(once, grid, fold) ? ""
                                   : "they would not run where the source has them, or the "
                                     "workgroups of these loops leave nothing to finish";
}

/// Costs are dispatches.
static PlanChoice chooseDispatch(OnceOp once) {
  PlanChoice choice("dispatch");
  choice.add({"previous",
              0,
              "the workgroup that finishes the loops before them runs them",
              findFoldObstacle(once, Fold::Previous),
              {}});
  choice.add({"next",
              0,
              "the workgroup that finishes the loops behind them runs them",
              findFoldObstacle(once, Fold::Next),
              {}});
  choice.add({"own", 1, "no dispatch beside them can run them", {}, {}});
  choice.choose();
  return choice;
}

void vkmorph::vkm::planFolding(KernelOp kernel) {
  for (OnceOp once : kernel.getBody().front().getOps<OnceOp>()) {
    PlanChoice choice = chooseDispatch(once);
    note(once, choice);
    std::optional<Fold> fold = symbolizeFold(choice.getChosen().value);
    bool inExtra = false;
    if (fold) {
      once.setFolded(*fold);
      inExtra =
          getFoldNeighbour(once, *fold).getPlan()->getFinish() == ReduceFinish::ExtraDispatches;
    }
    report(once.getLoc(), diag::PlanFold,
           {kernel.getSymName().str(), !fold     ? "a dispatch of one thread of its own"
                                       : inExtra ? "the dispatch that finishes the reductions"
                                                 : "the last workgroup of the loops' dispatch"});
  }
}

void vkmorph::vkm::planCounts(ModuleOp module) {
  for (ClassOp op : module.getOps<ClassOp>()) {
    llvm::StringSet<> written = getFieldsWrittenByKernels(op);
    op.walk([&](GridOp grid) {
      if (!isDeviceBound(grid, written))
        return;
      grid.setDeviceBounds(true);
      report(grid.getLoc(), diag::PlanIndirect,
             {grid->getParentOfType<KernelOp>().getSymName().str()});
    });
  }
}
