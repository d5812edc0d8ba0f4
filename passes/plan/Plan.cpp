//===- Plan.cpp - Asks the planners of workgroups, reductions, rows, appends and dispatches ---===//
//
// The order in which they decide; each has a file of its own (Planning.h). What they decide becomes
// attributes on the operation that it concerns, which lowering follows.
//
//===------------------------------------------------------------------------------------------===//

#include "analysis/patterns/Callables.h"
#include "analysis/patterns/Scatters.h"
#include "ir/Contraction.h"
#include "ir/VkmAttributes.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/plan/Choice.h"
#include "passes/plan/Planning.h"
#include "passes/plan/ProbeTarget.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLAN
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PlanPass : vkm::impl::PlanBase<PlanPass> {
  using PlanBase::PlanBase;
  void runOnOperation() override;

  LogicalResult checkOptions();
  LogicalResult planGrid(GridOp grid);

  Planning planning;
};
} // namespace

LogicalResult PlanPass::checkOptions() {
  Location loc = getOperation().getLoc();
  if (failed(checkDecision(loc, "reduction", reduction)) ||
      failed(checkDecision(loc, "finish", finish)) ||
      failed(checkDecision(loc, "fp-contract", fpContract)) ||
      failed(checkDecision(loc, "append", append)) ||
      failed(checkDecision(loc, "scatter", scatter)) || failed(checkDecision(loc, "scan", scan)) ||
      failed(checkDecision(loc, "rows", rows)) || failed(checkDecision(loc, "fills", fills)))
    return failure();
  llvm::Expected<Target> loaded = loadTarget(target);
  if (!loaded && target == kProbeTarget) {
    // The first class: the options have no place in the source.
    auto classes = getOperation().getOps<ClassOp>();
    return report(classes.empty() ? loc : (*classes.begin()).getLoc(), diag::ProbeFailed,
                  {llvm::toString(loaded.takeError())});
  }
  if (!loaded)
    return report(loc, diag::TargetBroken, {llvm::toString(loaded.takeError())});
  Target &device = *loaded;
  for (const std::string &key : missing)
    if (!device.drop(key))
      return report(loc, diag::OptionUnknown, {"missing", key, "flags of a target description"});
  if (!language.empty())
    device.name += " in " + language;
  bool fits = workgroupSize == 0 || (workgroupSize >= 16 && llvm::isPowerOf2_64(workgroupSize) &&
                                     workgroupSize <= device.maxWorkgroupInvocations);
  if (!fits)
    return report(loc, diag::WorkgroupSizeBad,
                  {std::to_string(workgroupSize), device.name,
                   std::to_string(device.maxWorkgroupInvocations)});
  planning = {device, reduction, finish, append,        scatter,
              scan,   rows,      fills,  deterministic, workgroupSize};
  return success();
}

LogicalResult PlanPass::planGrid(GridOp grid) {
  planScanOrder(grid);
  SmallVector<ReducedPlace> places = collectPlaces(grid);
  std::optional<Heavy> heavy = findHeavy(grid, places);
  planWorkgroups(grid, places, heavy, planning);
  if (failed(planScatters(grid, places, planning)))
    return failure();
  // One workgroup takes all iterations that update elements in order, however long they take.
  if (updatesInOrder(grid))
    heavy.reset();
  if (!places.empty() && failed(planReductions(grid, places, heavy, planning)))
    return failure();
  if (places.empty() && !runsCallables(grid))
    planRow(grid, planning);
  return planScans(grid, planning);
}

void PlanPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (getPhase(module) != Phase::Recognised)
    return;
  if (failed(checkOptions()))
    return signalPassFailure();
  module->setAttr(kTargetAttr, planning.device.toAttr(&getContext()));
  if (fpContract == "on")
    module->setAttr(kFpContractAttr, UnitAttr::get(&getContext()));
  for (ClassOp op : module.getOps<ClassOp>())
    planConversions(op, planning);
  module.walk([&](KernelOp kernel) {
    for (GridOp grid : kernel.getBody().front().getOps<GridOp>())
      if (mlir::failed(planGrid(grid)))
        signalPassFailure();
    planFills(kernel, planning);
    planFolding(kernel);
  });
  if (mlir::failed(planAppends(module, planning)))
    return signalPassFailure();
  planCounts(module);
  setPhase(module, Phase::Planned);
}
