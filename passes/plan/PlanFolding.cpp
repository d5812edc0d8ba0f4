//===- PlanFolding.cpp - What has a dispatch of its own, and who counts its workgroups --------===//

#include "analysis/accesses/MemoryAccesses.h"
#include "analysis/patterns/MemberUpdates.h"
#include "analysis/values/GridShape.h"
#include "passes/Diagnostics.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Planning.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

/// What runs statements in the dispatch of the loops before or behind them, and why it cannot; that
/// is empty if it can.
static Candidate makeFold(OnceOp once, Fold fold) {
  GridOp grid = getFoldNeighbour(once, fold);
  std::string side = fold == Fold::Next ? "behind" : "before";
  bool isFinished = grid && grid.getPlan();
  std::string obstacle = !grid                       ? "there are no loops " + side + " them"
                         : canFold(once, grid, fold) ? ""
                         : isFinished
                             ? "they would not run where the source has them, or the "
                               "workgroups of these loops leave nothing to finish"
                             : "no workgroup finishes these loops, and they touch what the loops "
                               "do, or return";
  std::string reason = (isFinished ? "the workgroup that finishes the loops " + side + " them"
                                   : "a thread of the loops " + side + " them") +
                       " runs them";
  return {stringifyFold(fold).str(), 0, reason, obstacle, {}};
}

/// Costs are tenths of a dispatch of one thread and its barrier.
static PlanChoice chooseDispatch(OnceOp once, const llvm::StringSet<> &written) {
  PlanChoice choice("dispatch");
  choice.add(makeFold(once, Fold::Previous));
  choice.add(makeFold(once, Fold::Next));
  choice.add({"last",
              3,
              "the workgroup that is done last runs them, behind the loops of all others",
              findLastObstacle(once),
              {}});
  choice.add({"counting",
              0,
              "the thread that counts the workgroups of the loops behind them runs them",
              findCountingObstacle(once, [&](GridOp grid) { return isDeviceBound(grid, written); }),
              {}});
  std::optional<MemberUpdates> updates = matchMemberUpdates(once);
  choice.add({"commands",
              2 * int64_t(updates ? updates->size() : 0),
              "the command buffer carries the numbers",
              findCommandsObstacle(once),
              {}});
  choice.add({"own", 10, "no dispatch beside them can run them", {}, {}});
  choice.choose();
  return choice;
}

/// Where statements run, in the words of the remark.
static StringRef describeFold(OnceOp once) {
  std::optional<Fold> fold = once.getFolded();
  if (!fold)
    return "a dispatch of one thread of its own";
  if (*fold == Fold::Counting)
    return "the thread that counts the workgroups of the loops behind them";
  if (*fold == Fold::Commands)
    return "the command buffer, which sets the members";
  GridOp grid = getFoldNeighbour(once, *fold);
  if (*fold == Fold::Last)
    return hasOneWorkgroup(grid) ? "the only workgroup of the loops' dispatch"
                                 : "the last workgroup of the loops' dispatch";
  if (!grid.getPlan())
    return "the first thread of the loops' dispatch";
  return grid.getPlan()->getFinish() == ReduceFinish::ExtraDispatches
             ? "the dispatch that finishes the reductions"
             : "the last workgroup of the loops' dispatch";
}

/// A grid whose last workgroup does more: its workgroups add to one counter, so that there are no
/// more of them than a large device runs a few times over.
static void limitWorkgroups(GridOp grid) {
  if (grid.getMaxWorkgroups() || hasOneWorkgroup(grid))
    return;
  Builder builder(grid.getContext());
  int32_t most[3] = {1, 1, 1};
  unsigned dims = getDispatchedDims(grid);
  std::fill_n(most, dims, kMaxHeavyGroups);
  grid.setMaxWorkgroupsAttr(builder.getDenseI32ArrayAttr(most));
  if (dims > 1)
    grid.setMostWorkgroupsAttr(builder.getI64IntegerAttr(kMaxHeavyGroups));
}

void vkmorph::vkm::planFolding(KernelOp kernel) {
  auto all = kernel.getBody().front().getOps<OnceOp>();
  if (all.empty())
    return;
  llvm::StringSet<> written = getFieldsWrittenByKernels(kernel->getParentOfType<ClassOp>());
  for (OnceOp once : all) {
    PlanChoice choice = chooseDispatch(once, written);
    note(once, choice);
    if (std::optional<Fold> fold = symbolizeFold(choice.getChosen().value))
      once.setFolded(*fold);
    if (once.getFolded() == Fold::Last)
      limitWorkgroups(getFoldNeighbour(once, Fold::Last));
    report(once.getLoc(), diag::PlanFold, {kernel.getSymName().str(), describeFold(once).str()});
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
