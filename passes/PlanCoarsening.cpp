//===- PlanCoarsening.cpp - Which threads take several iterations ----------------------------===//
//
// A device takes time to start a workgroup, in which one that adds two numbers in each thread would
// have been done. Where a grid has far more workgroups than run at once, fewer of them take several
// iterations in each thread: thread coarsening.
//
//===------------------------------------------------------------------------------------------===//

#include "passes/BodyCost.h"
#include "passes/Diagnostics.h"
#include "passes/Passes.h"
#include "passes/PlanRules.h"
#include "passes/Utils.h"

using namespace mlir;
using namespace vkmorph;
using namespace vkmorph::vkm;

namespace vkmorph::vkm {
#define GEN_PASS_DEF_PLANCOARSENING
#include "passes/Passes.h.inc"
} // namespace vkmorph::vkm

namespace {
struct PlanCoarseningPass : vkm::impl::PlanCoarseningBase<PlanCoarseningPass> {
  using PlanCoarseningBase::PlanCoarseningBase;
  void runOnOperation() override;
};
} // namespace

// Measured on one large GPU (docs/Performance.md) against 1, 2, 8 and 16.
static constexpr int64_t kCoarsening = 4;
// Where an iteration costs more, a workgroup runs far longer than it takes to start.
static constexpr int64_t kMostCost = 1024;

void PlanCoarseningPass::runOnOperation() {
  if (coarsening != "auto" && coarsening != "never") {
    report(getOperation().getLoc(), diag::OptionUnknown, {"coarsening", coarsening, "auto, never"});
    return signalPassFailure();
  }
  if (getPhase(getOperation()) != Phase::Planned || coarsening == "never")
    return;
  Builder builder(&getContext());
  getOperation().walk([&](GridOp grid) {
    if (findCoarseningObstacle(grid).empty() && estimateCost(grid.getBody()) <= kMostCost)
      grid->setAttr(kCoarseningAttr, builder.getI64IntegerAttr(kCoarsening));
  });
}
